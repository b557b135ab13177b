"""What a sentence is about when it steers, in whatever order its words come."""

from typing import Any

from govern.compare.text.rules.rule import Thought, thoughts

_LOOT = "secret|talk|inner|results|private|path|softpath"
_BIDS = "oblige|model|when|user"
_MILD: dict[str, Any] = {"unless": "mild"}
_CLOSE: dict[str, Any] = {"within": 9}
_WEAK: dict[str, Any] = {"strong": False}

EXFILTRATION = thoughts(
    "exfiltration",
    ("loot-out", f"move|put + {_LOOT} + sink|url|mail", _MILD),
    ("loot-in-argument", f"put|move|be + {_LOOT} + param + oblige|model|take|when|all|user", _MILD),
    ("loot-wanted", "put|move|take + secret|talk|inner|private + oblige ~ put|move|take", _MILD),
    ("talk-asked", "all ~ talk|inner|results", _CLOSE),
    ("talk-asked", "talk|results + put|move + oblige|model", _CLOSE | _WEAK),
    ("inner-out", "inner + move|put|tell|show|all|model|oblige", _CLOSE),
    ("loot-fetched", "take + move + secret|path|inner|talk", {"within": 12}),
    ("secret-file", "take|put|move + path"),
    ("secret-file", "path|softpath + param|url|mail"),
    ("all-secrets", "all ~ secret", _CLOSE),
    ("loot-called", "doer + secret|talk|inner|private + put|move|take|run + param|oblige|user|model|all", _CLOSE),
    ("loot-told", "when + secret|talk|inner + put|move|show + tool", {"within": 14}),
    ("talk-asked", "talk + results + put|move|take"),
    ("talk-asked", "put ~ talk + all|user|results", _CLOSE),
    ("talk-asked", "talk ~ put + move|oblige|all|model", _CLOSE | _WEAK),
    ("talk-asked", "move + talk + tool|all", _CLOSE),
    ("loot-called", "take + secret|inner|talk|path + doer", _CLOSE),
    ("loot-called", "run ~ tool + secret|talk|inner|private + user|model", _MILD | _WEAK),
    ("secret-file", "doer + path", _CLOSE),
    ("loot-fetched", "take + move|put + private + tool|param", {"within": 14}),
    ("tools-listed", "all ~ tool + put + param"),
    ("secret-file", "take|put|move + softpath + oblige|all|param|model"),
    ("error-bait", f"false + {_LOOT} + put|move|take + oblige|when|user|tool", _MILD),
    ("out-to-host", f"move|put + url|mail + {_BIDS}|all|data", {"unless": "json"}),
    ("out-to-us", f"move ~ our + data|user|all|{_LOOT}"),
    ("out-to-sink", f"move + sink + data|user|all|{_LOOT} + {_BIDS}"),
    ("ask-user", "request ~ user + secret|phish"),
    ("send-user-to", "tell|show|deceive + user + url|phish"),
    ("money", "redirect|move + money + oblige|model|account|all", _CLOSE),
    ("target", "redirect|move|be + target + url|mail|account|name + oblige|when|all"),
    ("money", "account"),
    ("install", "install + run + url|install + oblige|when|false"),
    ("install", "install + url + oblige|run|user"),
    ("install", "install + package + run + oblige|when|user"),
    ("install", "run + install + package", {"within": 14}),
    ("code", "put|install|redirect|weaken + code + all|oblige|url|quoted|model"),
)
CONCEALMENT = thoughts(
    "concealment",
    ("untold", "not ~ tell + user|know|deed", _CLOSE),
    ("untold", "not ~ tell + oblige|done", _CLOSE),
    ("untold", "untold + deed|user|answer|run|be", _CLOSE),
    ("untold", "tell ~ user + never", _CLOSE),
    ("unseen", "silent ~ user", _CLOSE),
    ("untold", "keep ~ deed + away + answer|user|tell", _CLOSE),
    ("cover-up", "destroy ~ traces", _CLOSE),
    ("unasked", "ask ~ done", _CLOSE),
    ("unasked", "done ~ ask", _CLOSE | _WEAK),
    ("unasked", "not ~ ask + around + destroy|run", _CLOSE),
    ("unasked", "on ~ yes", _CLOSE),
    ("untold", "not ~ show + deed + user|answer", _CLOSE),
    ("unseen", "not ~ know + user", _CLOSE),
    ("silent", f"silent + move|take|run|redirect|destroy + {_LOOT}|sink|url|mail|name|tool", _CLOSE),
    ("unasked", "not ~ ask + user|assistant|auto", _MILD | _CLOSE),
    ("unasked", "not ~ ask + run + all|oblige|model", _MILD | _CLOSE),
    ("unasked", "ask + auto + user|run|put|all", _MILD | _CLOSE),
    ("untold", "conceal ~ deed", _CLOSE),
    ("untold", "omit ~ deed + answer", _CLOSE),
    ("hush", "hush + deed + not|oblige|user", _CLOSE),
    ("unasked", "ask ~ not + user|tool|deed|auto", _CLOSE),
    ("deceive", "deceive + user|false|when|model|deed|tool", _CLOSE),
)
INSTRUCTION = thoughts(
    "instruction",
    ("ignore-orders", "ignore + order|inner + prior|model|oblige", _CLOSE | _MILD),
    ("obey", "obey ~ order|results + all|oblige|model|tool", _CLOSE),
    ("unrestricted", "free + model|tool", _CLOSE),
    ("decode", "decode + obey|run + deed|order|model", _CLOSE),
    ("obey", "obey|run + whatever + data|tool|order", _CLOSE),
    ("persist", f"put|move|run|redirect|keep + persist + {_BIDS}", _CLOSE),
    ("persist", "redirect|put|keep + softpath + when|oblige|all", _CLOSE),
    ("weaken", "weaken ~ guard + oblige|around|model|all|user", _CLOSE),
    ("weaken", "guard ~ weaken + oblige|around|model|tool|user", _CLOSE),
    ("grant", f"grant + {_BIDS}|all", _CLOSE),
    ("destroy", "destroy + around + goods|private|data", _CLOSE),
    ("loop", "loop + run + tool|deed", _CLOSE | _WEAK),
    ("authority", "authority + oblige|ask + model|all", _CLOSE | _WEAK),
    ("urgent", "urgent + oblige|run + model|user", _CLOSE | _WEAK),
)
OTHER_TOOLS = thoughts(
    "other-tools",
    ("other-tools", "other ~ tool|channel + oblige|when|not|run|redirect|weaken", _CLOSE),
    ("bend", "channel ~ tool + redirect|put + param|oblige|all", _CLOSE),
    ("avoid-tools", "not ~ run + tool + other|channel|bad", _CLOSE),
    ("bad-others", "other ~ tool + bad", _CLOSE),
    ("overrule-tool", "ignore + name + data|when|oblige|all", _CLOSE | _WEAK),
    ("foreign-tool", "quoted ~ toolword + applies|redirect|oblige|money|param", _CLOSE),
    ("bend", "channel ~ tool + move + data|private|user", _CLOSE),
    ("mandatory", "oblige + all ~ data|talk + tool", _CLOSE),
    ("prefer-itself", "prefer ~ tool + other|all", _CLOSE),
    ("all-tools", "all ~ tool + oblige + run|redirect|put", _CLOSE),
    ("named-tool", "name ~ tool + oblige|when|not|applies", _CLOSE),
    ("rival", "prefer|tell|run + rival + oblige|when|all|model|not", _CLOSE),
)
THOUGHTS: tuple[Thought, ...] = (*EXFILTRATION, *CONCEALMENT, *INSTRUCTION, *OTHER_TOOLS)
