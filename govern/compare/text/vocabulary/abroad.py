"""The plainest of them in other languages whose words stand apart; tongues.py has phrases of more languages.

Words are written as `fold` leaves them: of Latin letters without most of their marks.
"""
# ruff: noqa: RUF001 -- letters of other languages are what this file is about

from __future__ import annotations

ABROAD = {
    "take": """
        lies lese auslesen lesen lis lisez lire lee leer leia leggi leggere прочит* odczytaj przeczytaj oku oku*
        lees las اقرأ اقرا leia offne offnen kopiere hole ouvre ouvrez recupere recuperez abre abra apri recupera
    """,
    "move": """
        sende senden mitsenden schicke schicken ubermittel* envoie envoyez envoyer transmet* envia envie enviar
        envie manda invia inviare отправ* перешл* передай wyslij przeslij gonder* ilet* verzend stuur skicka
        laheta kirim* gui_cho gui_đen gui_toi أرسل ارسل إرسال
    """,
    "put": """
        fuge hinzufugen ajoute* joins joign* anad* agreg* adjunt* anex* allega* aggiung* добав* dołacz dodaj
        ekle* voeg bifoga أضف ضع gib gebe ubergib ubergeben trage schreibe inclua incluya insere insira adicione
        passalo passa includi inserisci inclus* incluye ingresa indica coloca mets mettez passe passez fournis* donne
        geef plaats zet
    """,
    "secret": """
        passwort passworter* zugangsdaten anmeldedaten schlussel mot_de_passe mots_de_passe identifiants
        contrasena* credenciales senha senhas credenciais credenziali парол* ключ* токен* hasło hasła haseł hasłami
        klucz* sifre* parola parolalar* anahtar* wachtwoord* inloggegevens losenord* mat_khau كلمة_المرور
        كلمات_المرور كلمات المفاتيح مفتاح مفاتيح
    """,
    "talk": """
        gesprachsverlauf chatverlauf unterhaltung historique conversacion historial conversa historico
        conversazione переписк* rozmow* konusma* gesprek المحادثة
    """,
    "user": """
        benutzer* nutzer* anwender* utilisateur* usuario* utente utenti пользовател* uzytkownik*
        kullanıcı* gebruiker* anvandar* pengguna all'utente l'utente l'utilisat* kullanıcıya المستخدم للمستخدم
    """,
    "tell": """
        erwahn* mitteil* verrat* informier* mentionn* informa informe informez informar prevenir preven*
        mencion* digas diga avise avis* menzion* сообща* упомин* говори* wspomin* mow informuj bahset* soyle*
        vermeld* vertel* namn* تخبر تذكر إخبار
    """,
    "not": """
        nicht niemals ohne nichts pas jamais sans nunca sin nao sem senza ne nie bez не без niet zonder inte
        utan asla لا دون
    """,
    "param": "feld parameter parametre champ parametro campo parametro поле параметр* pole alan alanı veld",
}
