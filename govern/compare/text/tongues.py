"""The plainest forms of steering in other languages than English; one row for each meaning and language."""
# ruff: noqa: RUF001 -- look-alikes and marks of other scripts are what this file is about

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from govern.compare.text.cue import Cue, CueKind
from govern.regex import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

_GAP = r"(?:[^\W_]+\W+){0,%d}?"
_ROWS: tuple[tuple[CueKind, str, str], ...] = (
    (
        "instruction",
        "override-orders",
        (
            r"\b(?:ignor(?:a|e|ar|ad|en)|olvid(?:a|e|ar)|descart(?:a|e|ar)|"
            r"haz caso omiso de)\W+{3}(?:instrucciones|indicaciones|directrices|reglas|"
            r"órdenes|ordenes)\W+{1}(?:anterior|previ|preced)"
        ),
    ),
    (
        "instruction",
        "override-orders",
        (
            r"\b(?:ignor(?:e|ez|er|es)|oubli(?:e|ez|er)|ne\W+tiens\W+pas\W+compte|"
            r"ne\W+tenez\W+pas\W+compte)\W+{4}(?:instructions|consignes|directives|règles|"
            r"ordres)\W+{1}(?:pr[ée]c[ée]dent|ant[ée]rieur|ci-dessus|du syst)"
        ),
    ),
    (
        "instruction",
        "override-orders",
        (
            r"\b(?:ignorier(?:e|en|t)?|vergiss|vergesse|missachte|"
            r"beachte\W+nicht)\W+{2}(?:vorherig|bisherig|obig|vorangegangen|früher|"
            r"frueher)\w*\W+(?:anweisung|instruktion|regel|vorgabe|befehl)"
        ),
    ),
    (
        "instruction",
        "override-orders",
        (
            r"\b(?:ignor(?:e|a|ar|em)|esque[çc](?:a|er)|desconsider(?:e|a|"
            r"ar))\W+{3}(?:instruções|instrucoes|orientações|regras|ordens|"
            r"comandos)\W+{1}(?:anterior|pr[ée]vi)"
        ),
    ),
    (
        "instruction",
        "override-orders",
        (
            r"\b(?:ignor(?:a|are|i|ate)|dimentica(?:re)?)\W+{3}(?:istruzioni|regole|"
            r"direttive)\W+{1}(?:preced|anterior)"
        ),
    ),
    (
        "instruction",
        "override-orders",
        (
            r"(?:忽略|无视|無視|忘记|忘記|忽視|不要理会|不要遵守|绕过)[^。！？\n]{0,12}(?:之前|以前|先前|上述|以上|前面|所有|系统|"
            r"原有)[^。！？\n]{0,10}(?:指令|指示|提示|规则|規則|要求|约束|限制|内容)"
        ),
    ),
    (
        "instruction",
        "override-orders",
        (
            r"(?:以前|これまで|前|上記|上|先行|すべて|全て)の?[^。\n]{0,10}(?:指示|命令|プロンプト|ルール|"
            r"指令)[^。\n]{0,6}(?:無視|忘れ|従わな|破棄)"
        ),
    ),
    (
        "instruction",
        "override-orders",
        (
            r"\b(?:игнориру(?:й|йте|я)|проигнорируй(?:те)?|забудь(?:те)?|"
            r"не\W+обращай(?:те)?\W+внимания\W+на|отмени(?:те)?)\W+{3}(?:инструкци|указани|"
            r"правил|команд|предписани)"
        ),
    ),
    (
        "instruction",
        "override-orders",
        (r"(?:이전|앞선|위의|모든|기존)[^.\n]{0,12}(?:지시|명령|프롬프트|지침|규칙)[^.\n]{0,6}(?:무시|잊)"),
    ),
    (
        "instruction",
        "override-orders",
        (r"\b(?:تجاهل|انس)\W+{2}(?:التعليمات|الأوامر|القواعد)"),
    ),
    (
        "instruction",
        "override-orders",
        (
            r"\b(?:zignoruj|ignoruj|zapomnij)\W+{3}(?:instrukcj|polece|zasad)|\b(?:negeer|"
            r"vergeet)\W+{3}(?:instructies|opdrachten|regels)|\b(?:önceki|"
            r"yukarıdaki)\W+{2}(?:talimat|komut)\w*\W+{2}(?:yoksay|unut|görmezden)|(?:bỏ qua|"
            r"quên)\W+{3}(?:hướng dẫn|chỉ dẫn|lệnh)|\babaikan\W+{3}(?:instruksi|perintah)"
        ),
    ),
    (
        "concealment",
        "hide-from-user",
        (
            r"\b(?:no\W+(?:se\W+)?(?:lo\W+|le\W+)?(?:digas?|menciones?|informes?|reveles?|"
            r"muestres?|cuentes?|avises?|comuniques?)|sin\W+(?:informar|decir(?:le|selo)?|"
            r"avisar|mencionar|que\W+se\W+entere))\W+{5}(?:usuario|nadie|persona|cliente)"
        ),
    ),
    (
        "concealment",
        "hide-from-user",
        (
            r"\b(?:n[e'’]\W*(?:en\W+|le\W+)?(?:dis|dites|mentionne[sz]?|informe[sz]?|"
            r"révèle[sz]?|révélez|parle[sz]?|signale[sz]?|montre[sz]?|préviens|prévenez|"
            r"avertis(?:sez)?)\W+(?:pas|jamais|rien)|sans\W+(?:en\W+|le\W+)?(?:informer|"
            r"prévenir|avertir|dire|mentionner|signaler|révéler))\W+{6}(?:utilisat|personne|"
            r"client)"
        ),
    ),
    (
        "concealment",
        "hide-from-user",
        (
            r"\b(?:sag|sage|sagen|erzähl|erzähle|teile|informier|informiere|zeig|zeige|"
            r"verrate|verrat)\W+(?:sie\W+)?{5}(?:benutzer|nutzer|anwender|"
            r"user)\w*\W+{5}(?:nicht|nichts|niemals|kein)|\bohne\W+{4}(?:benutzer|nutzer|"
            r"anwender)\w*\W+{4}(?:informieren|mitzuteilen|sagen|erwähnen|fragen|"
            r"benachrichtigen)|\b(?:nicht|niemals|nichts)\W+{4}(?:benutzer|nutzer|"
            r"anwender)\w*\W+{3}(?:erwähn|mitteil|sag|verrat|zeig|informier)"
        ),
    ),
    (
        "concealment",
        "hide-from-user",
        (
            r"\b(?:não|nao|nunca)\W+(?:o\W+|lhe\W+)?(?:diga|conte|mencione|informe|revele|"
            r"mostre|avise|comunique)\W+{6}(?:usuário|usuario|utilizador|ninguém|cliente)|"
            r"\bsem\W+(?:informar|avisar|contar|mencionar|dizer)\W+{5}(?:usuário|usuario|"
            r"utilizador)"
        ),
    ),
    (
        "concealment",
        "hide-from-user",
        (
            r"\bnon\W+(?:lo\W+)?(?:dire|menzionare|informare|rivelare|mostrare|"
            r"avvisare)\W+{6}(?:utente|nessuno)"
        ),
    ),
    (
        "concealment",
        "hide-from-user",
        (
            r"(?:不要|不得|切勿|请勿|勿|别|禁止|无需|不能|不可)[^。！？，\n]{0,6}(?:告诉|告知|透露给|通知|"
            r"提醒)[^。！？，\n]{0,4}(?:用户|使用者|用戶|客户|任何人)|(?:不要|不得|切勿|请勿|勿|别|禁止|不能|"
            r"不可)[^。！？，\n]{0,6}(?:让|向|对|被)[^。！？，\n]{0,4}(?:用户|使用者|用戶|客户|"
            r"任何人)[^。！？，\n]{0,4}(?:知道|提及|提到|透露|说明|展示|显示|暴露|发现|察觉)|(?:瞒着|背着|"
            r"隐瞒)[^。\n]{0,4}(?:用户|使用者)|(?:悄悄|偷偷|秘密地?|暗中)[^。\n]{0,12}(?:发送|上传|读取|调用|执行|传|复制|转发|使用|改用)"
        ),
    ),
    (
        "concealment",
        "hide-from-user",
        (
            r"(?:ユーザー?|利用者)(?:に|には|へ)[^。\n]{0,14}(?:伝えない|言わない|知らせない|教えない|表示しない|明かさない|気付かれ|"
            r"気づかれ|言及しない|通知せず|知らせず|伝えず|内緒|秘密)|(?:密かに|こっそり|ひそかに)"
        ),
    ),
    (
        "concealment",
        "hide-from-user",
        (
            r"\bне\W+(?:говори|сообщай|упоминай|рассказывай|показывай|раскрывай|уведомляй|"
            r"информируй|предупреждай)(?:те)?\W+{6}(?:пользовател|никому|клиент)|\b(?:втайне|"
            r"незаметно|тайно|скрытно)\W+{4}(?:отправ|перешл|прочит|вызов|переда|скопир|"
            r"загруз)|\bбез\W+ведома\W+(?:пользовател|клиент)"
        ),
    ),
    (
        "concealment",
        "hide-from-user",
        (r"사용자(?:에게|가|한테)[^.\n]{0,14}(?:말하지|알리지|언급하지|보여주지|알지 못하|모르게)|(?:몰래|은밀히)"),
    ),
    (
        "exfiltration",
        "secrets-out",
        (
            r"\b(?:env[ií]a|manda|reenv[ií]a|sube|transmite|incluye|adjunta|envíe|envie|"
            r"inclua|anexe|transmita|encaminhe)\W+{6}(?:contraseñas?|contrasenas?|"
            r"credencial(?:es)?|credenciais|senhas?|claves?\W+(?:api|privadas?|ssh)|"
            r"chaves?\W+(?:api|privadas?|ssh)|historial|histórico|historico|conversaci[oó]n|"
            r"conversa\b|tokens?\b)"
        ),
    ),
    (
        "instruction",
        "override-orders",
        (
            r"\bonceki\W+{2}(?:talimat|komut|yonerge)\w*\W+{2}(?:yok\W+say|gormezden|unut)"
            r"|\bbo\W+qua\W+{3}(?:huong\W+d[aẫ]n|ch[iỉ]\W+th[iị]|lenh)"
            r"|(?:पिछले|पूर्व)[^।\n]{0,20}(?:निर्देश|आदेश)[^।\n]{0,20}(?:अनदेखा|नजरअंदाज|भूल)"
        ),
    ),
    (
        "exfiltration",
        "secrets-out",
        (
            r"\b(?:envoie|envoyez|transmets|transmettez|transf[èe]re[zs]?|inclus|incluez|"
            r"joins|joignez)\W+{6}(?:mots?\W+de\W+passe|identifiants|cl[ée]s?\W+(?:api|"
            r"priv[ée]es?|ssh)|jetons?|historique|conversation)"
        ),
    ),
    (
        "exfiltration",
        "secrets-out",
        (
            r"\b(?:sende?|schicke?|übermittle|übertrage|leite|füge|"
            r"hänge)\W+{8}(?:passw[oö]rt\w*|zugangsdaten|anmeldedaten|api-?schlüssel|"
            r"schlüssel|gesprächsverlauf|chatverlauf|gespräch|unterhaltung)"
        ),
    ),
    (
        "exfiltration",
        "secrets-out",
        (
            r"(?:将|把|读取|收集|获取)[^。\n]{0,20}(?:密码|密钥|私钥|凭据|凭证|令牌|环境变量|对话历史|聊天记录|对话内容|"
            r"系统提示)[^。\n]{0,20}(?:发送|上传|传给|传递|传入|转发|附加|写入|提交|放入|放进|填入)|(?:发送|上传|"
            r"转发)[^。\n]{0,12}(?:密码|私钥|密钥|聊天记录|对话历史|环境变量)"
        ),
    ),
    (
        "concealment",
        "unasked",
        r"(?:不需要|无需|不用|不必|不经)[^。，\n]{0,4}(?:用户|使用者)的?(?:确认|同意|批准|许可)(?![^。\n]{0,12}只读)",
    ),
    (
        "other-tools",
        "bad-others",
        r"(?:其他|其它|别的|另外的)[^。\n]{0,8}(?:工具|插件)[^。\n]{0,12}(?:失效|停用|不可靠|不安全|已损坏|改用本)",
    ),
    (
        "exfiltration",
        "secrets-out",
        (
            r"(?:パスワード|秘密鍵|認証情報|api ?キー|環境変数"
            r"|会話履歴|会話の?内容|トークン)[^。\n]{0,20}(?:送信|転送|渡|含め|"
            r"アップロード|添付)"
        ),
    ),
    (
        "exfiltration",
        "secrets-out",
        (
            r"\b(?:отправ(?:ь|ьте|ляй|ляйте)|перешли(?:те)?|переда(?:й|йте|вай|вайте)|"
            r"загрузи(?:те)?|приложи(?:те)?|включи(?:те)?)\W+{6}(?:парол|ключ|учётн|учетн|"
            r"токен|истори|переписк|переменн)"
        ),
    ),
)
# A word that each row of a language written in ASCII may begin with; other languages show by their letters.
_WORTH_IT = regex(
    r"\b(?:ignor(?:a|ar|ad|en|ez|er|ier\w*|are|i|ate|uj)|olvid\w+|descart\w+|haz|oubli\w+|tiens|tenez|verg\w+"
    r"|missachte|beachte|esque\w+"
    r"|desconsider\w*|dimentica\w*|zignoruj|zapomnij|negeer|vergeet|abaikan|sin|sans|ohne|sem|nao"
    r"|nunca|non|no se|no lo|no le|ne|n'"
    r"|digas?|menciones?|informes?|sag\w*|env(?!ironment|elop|s?\b)\w+|manda|reenv\w+|sube|transm(?!issi|it(?:s|t|\b))\w+"
    r"|inclu(?!de[sd]?\b|ding\b|si)\w+|joi(?!n(?:ed|ing|t)?\b)\w+|sende?|schicke?|leite"
    r"|ignore (?:las|los|as|os|les|toutes|todas|tous|todos))\b"
)
_FOREIGN_LETTER = regex(r"[^\W\d_\x00-\x7f]")


def foreign_cues(text: str) -> Iterator[Cue]:
    """A cue for each row that the (folded) text holds."""
    # Behind the `or` all letters are ASCII; to look for small ones alone takes half the time, first and last.
    if not (_FOREIGN_LETTER.search(text) or _WORTH_IT.search(text.lower())):
        return
    for kind, name, pattern in _patterns():
        for match in pattern.finditer(text):
            what = f"{name}: {' '.join(match[0].lower().split())}"
            yield Cue(kind, what, strong=True, excerpt=match[0], position=match.start(), openly=True)


@cache
def _patterns() -> tuple[tuple[CueKind, str, re.Pattern[str]], ...]:
    """The rows, compiled when a text first asks for them: few do, and it takes longer than reading a lock."""
    return tuple(
        (kind, name, re.compile(re.sub(r"\{(\d)\}(?!\?)", lambda gap: _GAP % int(gap[1]), pattern), re.IGNORECASE))
        for kind, name, pattern in _ROWS
    )
