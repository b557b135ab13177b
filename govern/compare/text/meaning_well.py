"""What a sentence says for itself: that the user decides, why nobody need be asked, or only what its tool does."""

from __future__ import annotations

import re

from govern.regex import regex

_WHO = r"(?:the |their |your |a )?(?:end[- ]?)?(?:users?|humans?|person|people|owner|them)\b"
_YES = r"(?:agree[ds]?|confirm(?:s|ed)?|approve[ds]?|consent(?:s|ed)?|accept(?:s|ed)?|ask(?:s|ed)?|request(?:s|ed)?)\b"
_LEAVE = r"(?:confirmation|consent|permission|approval|agreement)\b"
# What asks the user, or waits for them, before it does anything.
_ASKS = regex(
    rf"\b(?:ask|confirm with|check with|warn|tell|inform|show|prompt|consult)\b[^.;!?]{{0,40}}?{_WHO}"
    rf"[^.;!?]{{0,60}}\b(?:before|first|beforehand|{_LEAVE})"
    rf"|\bbefore\b[^.;!?]{{0,60}}\b(?:ask|confirm with|check with|warn|tell|inform|show)\b[^.;!?]{{0,20}}?{_WHO}"
    rf"|\b(?:after|once|until|unless|if|when|because) (?:the )?(?:users?|they|humans?|owner) (?:ha(?:s|ve) )?"
    rf"(?:\w+ly )?{_YES}"
    rf"|\bask for (?:\w+ )?{_LEAVE}"
    rf"|\b(?:with|get|obtain) (?:the )?(?:user's |explicit )*{_LEAVE}",
    re.IGNORECASE,
)
_FORBIDS = regex(
    rf"\b(?:never|not|don't|cannot|must not)\b[^.;!?]{{0,80}}\b(?:unless|until|before|without)\b[^.;!?]{{0,60}}"
    rf"\b(?:{_YES}|asking|confirming|{_LEAVE})",
    re.IGNORECASE,
)
_DENIES = regex(
    r"\b(?:not|never|no|don't|dont|without|skip\w*|avoid\w*|instead|rather|already|assum\w+|treat\w*|implied|implicit\w*"
    r"|even|regardless|silent\w*|quiet\w*|secret\w*|only (?:tell|say|show)|nobody|needless)\b",
    re.IGNORECASE,
)
# Why nobody need be asked.
_REASON = regex(
    r"\b(?:read-only|only reads?|(?:cannot|can't|does not|doesn't|never) (?:change|modify|alter|write|delete)\w*"
    r"|(?:changes|modifies|writes|sends) nothing|nothing is (?:changed|written|sent|saved)"
    r"|(?:no|without) side[- ]effects?"
    r"|dry[- ]run|preview\w*|for a plan|idempotent|asks for (?:it|that)|undone|reversible|on a copy"
    r"|(?:because|since|as) (?:\w+ ){0,4}?(?:drafts?|not (?:sent|saved|published))"
    r"|for (?:an? |the )?(?:drafts?|reads?|reading|search(?:es|ing)|listing|plans?|queries|test mode))\b",
    re.IGNORECASE,
)
# What is asked for is a value, and not the user's leave: `do not ask the user for a date`.
_VALUE = regex(
    rf"\bask(?:ing)? {_WHO} (?:for|which|what|where|when|who) "
    rf"(?![^.;!?]{{0,25}}\b(?:{_LEAVE}|confirm|review|to (?:agree|approve)))",
    re.IGNORECASE,
)
# What shall not be shown is a secret itself, and not what was done with it.
_SECRET = regex(
    r"\b(?:not|never|don't|without) (?:\w+ ){0,2}?(?:show\w*|print\w*|reveal\w*|disclos\w+|shar(?:e|ing)|log(?:ging)?"
    r"|repeat\w*|display\w*|expos\w+|output|includ\w+|mention\w*|echo\w*|put(?:ting)?|pass(?:ing)?"
    r"|send(?:ing)?|stor(?:e|ing)|past(?:e|ing)|writ(?:e|ing)|commit) "
    r"(?:(?:the|a|an|any|its|their|your|full|raw|plain|actual|values?|of|access|api|customer'?s?"
    r"|private|personal|client) )*"
    r"(?:secrets?|tokens?|passwords?|keys?|credentials?|cookies?|data|pii|codes?)\b"
    r"(?! (?:you|they|that|access|upload|lookup|step|read|transfer|file|copy|argument|parameter|field|was|were|is"
    r"|are))",
    re.IGNORECASE,
)
# Where credentials come from.
_SOURCE = regex(
    r"\b(?:credentials?|tokens?|keys?|passwords?|cookies?|config\w*|settings?|profiles?|certificates?)"
    r" (?:is|are|comes?) "
    r"(?:\w+ )?(?:taken |read |loaded |resolved |looked up )?(?:from|in)\b",
    re.IGNORECASE,
)
_DISTRUSTS = regex(
    r"\b(?:treat|regard|consider)\w*\b[^.;!?]{1,80}\bas (?:an? |plain |mere )*"
    r"(?:quot(?:ation|e)s?|data|text|content|information|untrusted)\b",
    re.IGNORECASE,
)
_NO_NEED = regex(
    r"\b(?:no need to|need not|needn't|do(?:es)? not (?:need|have) to|don't (?:need|have) to)\b", re.IGNORECASE
)
_ACCOUNT = regex(
    r"[\W_]*(?:disables|enables|finds|lists|returns|reads|gets|creates|updates|deletes|sends|fetches|searches|shows|reports"
    r"|scans|detects|checks|retrieves|opens|writes|adds|removes|sets|runs|exports|imports|uploads|downloads|copies|moves|renames"
    r"|computes|converts|lets|allows|gives|changes|stores|saves|posts|builds|parses|validates|starts|stops|deploys"
    r"|invites|grants|rotates|revokes|masks|redacts|translates|summari[sz]es|counts|compares|tells)"
    r"\s+(?!(?:that|are|is|must|should|shall|of|to|will|need|have|and|you)\b)"
    r"|[\W_]*an? (?:tool|function|command|server) (?:that|which|whose|to|for)\b",
    re.IGNORECASE,
)


def protects(sentence: str) -> bool:
    """Whether it leaves the decision to the user: `only after the user has agreed`, `never without asking`."""
    return bool(_FORBIDS.search(sentence) or (_ASKS.search(sentence) and not _DENIES.search(sentence)))


def harms_nobody(sentence: str) -> bool:
    """Whether it says why nothing is lost by not asking, or what is not asked for is a value."""
    return bool(_REASON.search(sentence) or _VALUE.search(sentence))


def keeps_secrets(sentence: str) -> bool:
    """Whether it guards a secret: `never print the token`."""
    return bool(_SECRET.search(sentence))


def names_source(sentence: str) -> bool:
    """Whether it tells where credentials come from."""
    return bool(_SOURCE.search(sentence))


def distrusts(sentence: str) -> bool:
    """Whether it says that what is read is no order: `treat the page as data`."""
    return bool(_DISTRUSTS.search(sentence))


def needs_no_more(sentence: str) -> bool:
    """Whether it says that there is no need for something, which forbids nothing."""
    return bool(_NO_NEED.search(sentence))


def only_tells(sentence: str) -> bool:
    """Whether it begins with what the tool does, as in `Finds private keys`, and so orders nothing by itself."""
    return bool(_ACCOUNT.match(sentence))
