"""The plainest of them in other languages whose words stand apart; tongues.py has phrases of more languages."""
# ruff: noqa: RUF001 -- letters of other languages are what this file is about

from __future__ import annotations

ABROAD = {
    "take": """
        lies lese auslesen lesen lis lisez lire lee leer leia leggi leggere прочит* odczytaj przeczytaj oku oku*
        lees läs اقرأ اقرا leia öffne öffnen kopiere hole ouvre ouvrez récupère récupérez abre abra apri recupera
    """,
    "move": """
        sende senden mitsenden schicke schicken übermittel* envoie envoyez envoyer transmet* envía envíe enviar
        envie manda invia inviare отправ* перешл* передай wyślij prześlij gönder* ilet* verzend stuur skicka
        lähetä kirim* gửi_cho gửi_đến gửi_tới أرسل ارسل إرسال
    """,
    "put": """
        füge hinzufügen ajoute* joins joign* añad* agreg* adjunt* anex* allega* aggiung* добав* dołącz dodaj
        ekle* voeg bifoga أضف ضع gib gebe übergib übergeben trage schreibe inclua incluya insere insira adicione
        passalo passa includi inserisci inclus* incluye ingresa indica coloca mets mettez passe passez fournis* donne
        geef plaats zet
    """,
    "secret": """
        passwort passwörter* zugangsdaten anmeldedaten schlüssel mot_de_passe mots_de_passe identifiants
        contraseña* credenciales senha senhas credenciais credenziali парол* ключ* токен* hasło hasła haseł hasłami
        klucz* şifre* parola parolalar* anahtar* wachtwoord* inloggegevens lösenord* mật_khẩu كلمة_المرور
        كلمات_المرور كلمات المفاتيح مفتاح مفاتيح
    """,
    "talk": """
        gesprächsverlauf chatverlauf unterhaltung historique conversación historial conversa histórico
        conversazione переписк* rozmow* konuşma* gesprek المحادثة
    """,
    "user": """
        benutzer* nutzer* anwender* utilisateur* usuario* usuário* utente utenti пользовател* użytkownik*
        kullanıcı* gebruiker* användar* pengguna all'utente l'utente l'utilisat* kullanıcıya المستخدم للمستخدم
    """,
    "tell": """
        erwähn* mitteil* verrat* informier* mentionn* informa informe informez informar prévenir préven*
        mencion* digas diga avise avis* menzion* сообща* упомин* говори* wspomin* mów informuj bahset* söyle*
        vermeld* vertel* nämn* تخبر تذكر إخبار
    """,
    "not": """
        nicht niemals ohne nichts pas jamais sans nunca sin não nao sem senza ne nie bez не без niet zonder inte
        utan asla لا دون
    """,
    "param": "feld parameter paramètre champ parámetro campo parametro поле параметр* pole alan alanı veld",
}
