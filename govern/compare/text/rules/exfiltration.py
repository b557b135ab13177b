"""Carries data elsewhere."""

from __future__ import annotations

from govern.compare.text.rule import NEGATABLE, SINK, WEAK, Rule, rows

EXFILTRATION = rows(
    "exfiltration",
    ("exfiltrate", "exfiltrate|exfiltrate*", NEGATABLE),
    ("rug-pull", "exfiltration 10 approval|approve*"),
    ("rug-pull", "approve*|approval 14 arbitrary"),
    ("rug-pull", "change 4 swapped"),
    ("secret-file", "read|put|send|call|run|return|give 6 path", NEGATABLE),
    ("secret-file", f"read*|put*|send* 6 path 8 {SINK}|param|note"),
    ("secret-file", f"path 10+ send|copy|put|exfiltrate 8 {SINK}|param|note|to", NEGATABLE),
    ("secret-file", f"send|copy 6 softpath 10 {SINK}", NEGATABLE),
    ("secret-file", "send|copy|put|read|return 4 dataword|file 4 softpath", NEGATABLE),
    ("secret-file", "read 4 softpath 14+ send|copy|put", NEGATABLE),
    ("secret-file", "put 3 softpath 6 param|note", NEGATABLE),
    ("secrets-out", f"send|copy|exfiltrate 5 secret 8 {SINK}", NEGATABLE),
    ("secrets-out", "reveal 4 secret 8 external|url|mail", NEGATABLE),
    ("secrets-out", "send|copy 3 user|all 3 secret", NEGATABLE),
    ("secrets-out", f"put 4 user|all 4 secret 14 param|note|reply|{SINK}|dataword", NEGATABLE),
    ("secrets-out", "read|exfiltrate 4 user|all 3 secret 14+ put|send", NEGATABLE),
    ("secrets-out", f"secret|path|talk 10 send|copy 6 {SINK}", NEGATABLE),
    ("secrets-out", "must|when|also 4 read|put 4 all|user 3 secret", NEGATABLE),
    ("secrets-out", f"send* 5 secret 8 {SINK}", WEAK),
    ("secrets-out", "instead 2 return|put|send|copy 8 path|softpath|secret|talk"),
    ("talk-out", "put|send|give 5 all 4 talk 10 param|note|external|url|mail|tool|must|authority", NEGATABLE),
    ("talk-out", "put|send|copy 5 talk 8 param|note|external|url|mail", NEGATABLE),
    ("talk-out", "must|should|please 6 put|send|copy|give 5 talk", NEGATABLE),
    ("talk-out", "param|note 8 must|put 4 all 4 talk"),
    ("talk-out", "talk 4 must|should|to 3 put*|give*|send*|copy* 8 param|note|limit|external|url|mail|tool"),
    ("talk-out", "talk 4 put*|give*|send*|copy* 6 param|note|external|url|mail|tool|all", WEAK),
    ("secrets-out", f"secret|path 5 must|should|to 3 put*|give*|send*|copy* 8 {SINK}"),
    ("talk-out", "send|copy 3 all 3 limit|request 10 external|url|mail", NEGATABLE),
    ("talk-out", "put|send|give 4 all 3 limit|talk 8 param|note", WEAK),
    ("talk-out", "all 3 talk", WEAK),
    ("copies-out", "send|send* 2 copy 6 external|url|mail"),
    ("copies-out", "send 2 copy 6 to"),
    ("copies-out", f"also 2 send|copy|send* 6 {SINK}"),
    ("copies-out", f"send|copy 1 all 6 {SINK}", NEGATABLE),
    ("copies-out", f"send|copy 6 user 4 secret|talk|dataword|request|limit 8 {SINK}", NEGATABLE),
    ("copies-out", "must|all|when|not 12 send|copy 8 mail"),
    ("copies-out", f"when|must|also|please|instead 8 send|copy 6 {SINK}", NEGATABLE),
    ("secret-file", "put|send|copy 3 read|dataword 4 softpath", NEGATABLE),
    ("secrets-out", "show|show* 2 all 2 secret", NEGATABLE),
    ("secrets-out", "reveal 1 all 2 secret", NEGATABLE),
    ("copies-out", "copy* 3 to 3 mail"),
    ("copies-out", "put|put* 4 mail 4 copy"),
    ("secrets-out", "dataword 4 user 2 secret", NEGATABLE),
    ("secrets-out", "ask 8 secret|pii 8 send*"),
    ("copies-out", "mail 3 send*|copy* 4 all"),
    ("copies-out", "copy 4 mail"),
    ("copies-out", "copy 2 must|should 6 to 1 mail|external|url"),
    ("copies-out", "put 4 mail 8 all|must", NEGATABLE),
    ("copies-out", "when|must 6 send|copy 6 external", NEGATABLE),
    ("copies-out", f"send|copy|send* 8 {SINK}", WEAK),
    ("secret-file", "dataword 3 path", NEGATABLE),
    ("secrets-out", "put|send|copy|return 2 all 2 secret", NEGATABLE),
    ("secrets-out", f"read 8 secret 8 put|send|copy|reveal|show|return 6 param|note|here|{SINK}|reply", NEGATABLE),
    ("secrets-out", "ask|request 6 secret|pii 6 put|send|copy|give"),
    ("secrets-out", f"send|copy|put 5 pii 8 {SINK}|our|param|note", NEGATABLE),
    ("secrets-out", "read 6 pii 14 put|send|copy", NEGATABLE),
    ("copies-out", "send|copy 3 all|user 8 our"),
    ("copies-out", f"send|copy 2 user 4 {SINK}"),
    ("copies-out", "copy 4 all|user 12 send"),
    ("copies-out", "put 6 link url"),
    ("copies-out", "user 2 request 12 put 8 link|url"),
    ("talk-out", "put|copy|send 6 talk 8 all"),
    ("copies-out", "read 2 all 2 dataword|file 8 send|put|copy"),
    ("copies-out", "also 4 give|put|send|copy 3 copy 3 to"),
    ("secrets-out", "copy|put|send 3 secret 3 secret", NEGATABLE),
    ("secret-file", "also 2 read 4 softpath"),
    ("secret-file", "read 4 softpath 10 show|reveal|return 2 all", NEGATABLE),
    ("talk-out", "read 6 limit 3 user 12 put|send|copy|give"),
    ("talk-out", "put|send|copy|give 4 all 3 tool 2 dataword"),
    ("copies-out", f"put|send|copy|read 3 dataword 2 user 12 {SINK}|param|note|link"),
)

# Concepts that steer wherever they stand in one sentence.
TOGETHER = (
    Rule("exfiltration", "secrets-out", "secret|pii|path|softpath + send|put|copy|give|return + user"),
    Rule("exfiltration", "copies-out", "url|mail + send|put|copy|change + user"),
    Rule("exfiltration", "talk-out", "talk + put|copy|send + all"),
)

# What only the model has and an argument may ask of it by its name alone, written in one: what was said so far, what it
# thought or was told, and what tools it has and called. A name of it in a result or among values asks for nothing.
# `system_prompt`, `all_chats` and `message_history` are what honest servers want too.
ONLY_THE_MODELS = (
    r"(?:(?:the|raw|users?|(full|entire|whole|complete|verbatim|all|previous|prior))?"
    r"(?:conversation|chat|dialogu?e)s?(?:history|transcript|sofar|(?(1)verbatim|(?!)))"
    r"|(?:full|entire|whole|complete|verbatim)(?:conversation|chat|dialogu?e)(?:log|context|text|messages)?"
    r")(?:sofar|verbatim|text|json)?"
    r"|chainofthoughts?|(?:internal|hidden|inner|your)(?:reasoning|thoughts?|thinking|monologue)"
    r"|toolcalls?history|(?:all|previous|prior|earlier|past|other)tools?(?:calls?|outputs?|results?|responses?|history)+"
    r"|toolslist|listoftools|(?:all|your|available|other|connected)(?:mcp)?(?:tools|servers)"
    r"|(?:all|your|available|other|connected)(?:mcp)?tools?(?:and|names?|descriptions?|definitions?|schemas?)+"
    r"|(?:full|entire|whole|complete|verbatim|hidden|your|(?:model|assistant|agent)\w{0,9}and)"
    r"(?:system|developer)(?:prompt|message|instructions?)"
    r"|(?:system|developer)(?:prompt|message|instructions?)(?:verbatim|full|text)"
)

# What a name alone may say, of a field or a value: `content_from_reading_ssh_id_rsa`.
NAMES = rows(
    "exfiltration",
    ("spoken-name", "read|put|send|dataword 4 secret|talk|inner"),
    ("spoken-name", "secret|talk|inner 4 read|put|send|here"),
    ("spoken-name", "all 2 secret 2 secret"),
    ("spoken-name", "your 1 inner"),
    ("spoken-name", "talk|inner 3 talk|inner"),
    ("spoken-name", "all 2 limit 2 session|talk"),
    ("spoken-name", "all 2 tool 1 you"),
    ("spoken-name", "call|read|send|put 8 here"),
)
