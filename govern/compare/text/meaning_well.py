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
    r"|are))"
    # The secret was named just before: `it is read from the keychain; never log it`.
    r"|\b(?:secrets?|tokens?|passwords?|keys?|credentials?)\b[^.!?]{0,60}[;,.]? (?:and )?(?:never|do not|don't) "
    r"(?:show|print|log|include|echo|store|pass|commit|share|expose|put|hard-?code|write) (?:it|them)\b",
    re.IGNORECASE,
)
# Who shall not be asked for a secret keeps it.
_NEVER_ASKS = regex(
    rf"\b(?:never|not|don't|without) (?:\w+ ){{0,2}}?(?:ask|request|prompt)(?:ing)? (?:for\b|{_WHO})[^.;!?]{{0,50}}?"
    r"\b(?:secrets?|passwords?|passphrases?|credentials?|card numbers?|pins?|(?:access|api) tokens?"
    r"|(?:api|private|access|seed) ?(?:keys?|phrases?))\b(?! (?:that|which))",
    re.IGNORECASE,
)
# A token is how a server is asked: `it is sent as a bearer token`.
_LOGS_IN = regex(
    r"\b(?:is|are) (?:then )?(?:sent|passed|used|added|presented) (?:as|in|with) (?:an? |the )?"
    r"(?:bearer|basic|authorization|auth)\b",
    re.IGNORECASE,
)
# An answer that says where it has things from; with an address it might be an advert.
_CITES = regex(r"\b(?:cit(?:e|es|ing|ations?)|sources?|page numbers?|footnotes?|disclaimers?)\b", re.IGNORECASE)
# What is not yet true is not to be said: `do not tell the user that it is booked until it is`.
_NOT_YET = regex(
    r"\b(?:not|never|don't) (?:tell|inform) the users? that\b[^.;!?]{0,80}\b(?:until|before)\b", re.IGNORECASE
)
# What the user did not ask for is left out.
_NO_MORE = regex(
    r"\b(?:not|never|don't) (?:include|add|invent|insert|make up|put in) [^.;!?]{0,40}?"
    r"\b(?:(?:that|which|what|than) the users? (?:did not|didn't|do not|don't|has not|hasn't|never)"
    r"|unless the users?) (?:ask|request|want|mention|provid|suppl|specif)",
    re.IGNORECASE,
)
# Where credentials come from.
_SOURCE = regex(
    r"\b(?:credentials?|tokens?|keys?|passwords?|cookies?|config\w*|settings?|profiles?|certificates?)"
    r" (?:is|are|comes?) "
    r"(?:\w+ )?(?:taken |read |loaded |resolved |looked up )?(?:from|in)\b"
    r"|\bkeys? (?:must|has to|needs to|should) be (?:already )?(?:listed|present|registered) in\b",
    re.IGNORECASE,
)
_DISTRUSTS = regex(
    r"\b(?:treat|regard|consider)\w*\b[^.;!?]{1,80}\bas (?:an? |plain |mere )*"
    r"(?:quot(?:ation|e)s?|data|text|content|information|untrusted)\b",
    re.IGNORECASE,
)
# What is not shown is a form that people do not read, and so something else is.
_UNREADABLE = regex(
    r"\b(?:not|never|don't|without) "
    r"(?:show|display|print|output|expos|present|mention|dump|past|return|includ|report|reveal)(?:e|ing)?"
    r"\b(?: to)?(?: (?:the|any|a|an|its|their|users?|them|back))*"
    r" (?:(?:raw|internal|technical|low-level|full|unformatted|unparsed|product|database) )*"
    r"(?:intermediate results?|"
    r"json|xml|html|sql|csv|yaml|base64|markdown|stack ?traces?|ids?|identifiers?|uuids?|guids?|slugs?|markup"
    r"|(?:raw|error|status) (?:code|text|number|output|response|message|data|payload|result|error)s?"
    r"(?: (?:code|text)s?)?)\b"
    r"(?! (?:of (?:this|your|the (?:call|request|step|upload))|you|they|that (?:was|were|is|are) (?:sent|read)))",
    re.IGNORECASE,
)
# Whom it is hidden from is a kind of people, and not the user: `hidden from non-admin users`.
_KIND = (
    r"(?:non-?\w+|other|anonymous|guest|external|outside|unauthori[sz]ed|unauthenticated|unprivileged|blocked|public)"
)
_OTHER_PEOPLE = regex(
    rf"\b(?:from|to|for) (?:(?:all|any|the) )?{_KIND}(?: \w+)? (?:users?|members?|people|humans?)\b", re.IGNORECASE
)
# What a setting of the tool takes the place of; never what the model was told by others.
_SETS = regex(
    r"[\W_]*overrides (?:the |any )?(?:default|built-in|global|inherited|project|workspace|saved|stored)\b"
    r"(?![^.;!?]*\b(?:users?|developers?|system|safety|security|previous|prior|earlier|assistant|model|agent|you|your)\b)",
    re.IGNORECASE,
)
# A message that is sent silently makes no sound.
_MUTED = regex(
    r"\b(?:messages?|notifications?) silently(?=[.,;!?)]|$)|\b(?:notification sounds?|vibrat\w+)\b", re.IGNORECASE
)
_CONFORMS = regex(
    r"\b(?:per|according to|as required by) (?:the )?\w+(?: \w+)? "
    r"(?:spec\w*|docs|documentation|api|schema|rfc|format)\b",
    re.IGNORECASE,
)
_FILTERS = regex(r"\b(?:includ\w+ only|only includ\w+)\b(?![^.;!?]{0,40}\b(?:answer|reply|response))", re.IGNORECASE)
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
# A tool that works with such a file, and what would carry it away.
_USES = regex(
    r"[\W_]*(?:uses|manages|edits|connects|loads|looks up|honou?rs|respects|appends|installs)\s+(?!that\b)",
    re.IGNORECASE,
)
_CARRIES = regex(
    r"\b(?:send\w*|sent|pass(?:e[sd]|ing)?|includ\w+|attach\w*|upload\w*|post(?:s|ed|ing)?|forward\w*|submi\w+|transmi\w+"
    r"|report\w*|return\w*|shar(?:e[sd]?|ing)|notes?|sidenote|parameters?|arguments?|fields?|also|must|should|please|you|your"
    r"|answer|response|reply|https?)\b",
    re.IGNORECASE,
)


def keeps_to_files(sentence: str) -> bool:
    """Whether it tells what the tool does with a file of its own business, and carries nothing of it elsewhere."""
    return bool((_ACCOUNT.match(sentence) or _USES.match(sentence)) and not _CARRIES.search(sentence))


def protects(sentence: str) -> bool:
    """Whether it leaves the decision to the user: `only after the user has agreed`, `never without asking`."""
    return bool(_FORBIDS.search(sentence) or (_ASKS.search(sentence) and not _DENIES.search(sentence)))


def harms_nobody(sentence: str) -> bool:
    """Whether it says why nothing is lost by not asking, or what is not asked for is a value."""
    return bool(_REASON.search(sentence) or _VALUE.search(sentence))


def keeps_secrets(sentence: str) -> bool:
    """Whether it guards a secret: `never print the token`."""
    return bool(_SECRET.search(sentence) or _NEVER_ASKS.search(sentence))


def says_plainly(sentence: str) -> bool:
    """Whether it asks for words that people read and want: `do not show raw JSON to the user`."""
    return bool(_UNREADABLE.search(sentence) or _NO_MORE.search(sentence))


def of_other_people(sentence: str) -> bool:
    """Whether it is kept from a kind of people: `hidden from guests`."""
    return bool(_OTHER_PEOPLE.search(sentence))


def makes_no_sound(sentence: str) -> bool:
    """Whether it is a sound that is left out: `send the message silently`."""
    return bool(_MUTED.search(sentence))


def conforms(sentence: str) -> bool:
    """Whether it says which format is kept to: `as required by the OpenAI specification`."""
    return bool(_CONFORMS.search(sentence))


def sets_own(sentence: str) -> bool:
    """Whether it tells what a setting replaces: `overrides the default instructions of the project`."""
    return bool(_SETS.match(sentence))


def filters(sentence: str) -> bool:
    """Whether it tells what a result consists of: `include only messages from a user`."""
    return bool(_FILTERS.search(sentence))


def names_source(sentence: str) -> bool:
    """Whether it tells where credentials come from."""
    return bool(_SOURCE.search(sentence))


def distrusts(sentence: str) -> bool:
    """Whether it says that what is read is no order: `treat the page as data`."""
    return bool(_DISTRUSTS.search(sentence))


def logs_in(sentence: str) -> bool:
    """Whether it tells how the tool proves who it is."""
    return bool(_LOGS_IN.search(sentence))


def cites(sentence: str) -> bool:
    """Whether it asks for the sources of an answer."""
    return bool(_CITES.search(sentence)) and "://" not in sentence


def not_yet(sentence: str) -> bool:
    """Whether it is kept back only until it is true."""
    return bool(_NOT_YET.search(sentence))


def needs_no_more(sentence: str) -> bool:
    """Whether it says that there is no need for something, which forbids nothing."""
    return bool(_NO_NEED.search(sentence))


def only_tells(sentence: str) -> bool:
    """Whether it begins with what the tool does, as in `Finds private keys`, and so orders nothing by itself."""
    return bool(_ACCOUNT.match(sentence))
