"""Who is said to have said it: the words that stand for the speaker beside a quotation. English first."""

import re

Range = tuple[int, int]

_UNWRAPPED = str.maketrans("\r\n\u00a0", "   ")  # lines of a paragraph
_NEAR = 240  # characters beside a quotation that are looked at
_LONGEST = 8  # words
_LONGEST_TITLE = 6  # characters, and what parts it from the word before
_SAID = (
    r"(?:said|says?|told|tells?|ask(?:ed|s)|add(?:ed|s)|wrote|writes|repl(?:ied|ies)|argue[ds]|warn(?:ed|s)|"
    r"insist(?:ed|s)|claim(?:ed|s)|state[ds]|explain(?:ed|s)|note[ds]|observe[ds]|declare[ds]|announce[ds]|"
    r"admit(?:ted|s)|concede[ds]|acknowledge[ds]|remark(?:ed|s)|quipped|joke[ds]|cried|shout(?:ed|s)|whispered|"
    r"recall(?:ed|s)|testif(?:ied|ies)|tweet(?:ed|s)|post(?:ed|s)|continue[ds]|conclude[ds]|counter(?:ed|s)|"
    r"respond(?:ed|s)|complain(?:ed|s)|protest(?:ed|s)|object(?:ed|s)|promise[ds]|vow(?:ed|s)|predict(?:ed|s)|"
    r"suggest(?:ed|s)|urge[ds]|demand(?:ed|s)|contend(?:ed|s)|maintain(?:ed|s)|assert(?:ed|s)|allege[ds]|"
    r"den(?:ied|ies)|rant(?:ed|s)|rail(?:ed|s)|fume[ds]|thunder(?:ed|s)|snap(?:ped|s)|chant(?:ed|s)|"
    r"confirm(?:ed|s)|comment(?:ed|s)|mused|stress(?:ed|es)|point(?:ed|s) out|read|"
    r"sagte|sagt|erklärte|meinte|betonte|schrieb|dit|déclare|a déclaré|a dit|affirme|explique)"
)
_CALLED = (
    r"(?:call(?:ed|s)|dub(?:bed|s)|label(?:ed|led|s)|brand(?:ed|s)|describe[ds]|term(?:ed|s)|denounce[ds]|"
    r"dismiss(?:ed|es)|criticize[ds]|criticise[ds]|praise[ds]|refer(?:red|s) to|characterize[ds]|"
    r"mocked|blasted|slam(?:med|s)|attack(?:ed|s)|condemn(?:ed|s)|decr(?:ied|ies)|hail(?:ed|s)|deride[ds]|"
    r"ridicule[ds]|lambast(?:ed|s)|assail(?:ed|s))"
)
_TITLES = (
    "Mr",
    "Mrs",
    "Ms",
    "Dr",
    "Prof",
    "Sen",
    "Rep",
    "Gov",
    "Lt",
    "Gen",
    "Col",
    "Sgt",
    "Rev",
    "St",
    "Jr",
    "Sr",
)
_SHORT = rf"\b(?:{'|'.join(_TITLES)}|[A-Z])\."  # ends no sentence
_AFTER_VERB = re.compile(
    rf"[\s,;—–-]*(?:{_SAID})(?:-|\s+)(?P<who>(?:{_SHORT}|[^,.;:!?()“”\"«»—\n])+)", re.IGNORECASE
)
_AFTER_NAME = re.compile(
    rf"[\s,;—–-]*(?P<who>(?:{_SHORT}|[^.;:!?()“”\"«»—\n]){{1,120}}?),?\s+(?:{_SAID}|{_CALLED})\b",
    re.IGNORECASE,
)
_SO = re.compile(r"\s*,\s*so\s+(?P<who>[^,.;:!?()“”\"\n]+)")
_ACCORDING = re.compile(
    r"\b(?:according to|in the words of|selon|laut)\s+(?P<who>[^,.;:!?()“”\"\n]+?)\s*(?:,|:|$)",
    re.IGNORECASE,
)
_ACCORDING_AFTER = re.compile(
    r"[\s,;—–-]*(?:according to|in the words of|selon|laut)\s+(?P<who>[^,.;:!?()“”\"\n]+)", re.IGNORECASE
)
_BEFORE = re.compile(rf"(?:(?<=\s)|^)(?:{_SAID}|{_CALLED})\b", re.IGNORECASE)
_SENTENCE_START = re.compile(r"[.!?…][\"”’»)]*\s+(?=[^\W\d_a-zà-ÿ]|[\"“‘„«])")
_ENDS_SHORT = re.compile(rf"{_SHORT}$")
_STOP = re.compile(
    r"\b(?:who|whom|that|which|in|on|at|after|before|when|while|during|with|from|to|for|by|last|yesterday|today|"
    r"tonight|adding|during|through|via|because|since|if|and then|"
    r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\b"
)
_AUXILIARY = re.compile(
    r"(?:\s+(?:has|have|had|was|were|is|are|also|later|then|once|even|reportedly|repeatedly|publicly|again|"
    r"recently|famously|would|will|could|did|be|been|being|not|never|\w+ly))+$"
)
_LEADING = re.compile(
    r"^(?:and|but|then|so|as|while|when|because|though|although|yet|that)\s+", re.IGNORECASE
)
_RELATIVE = re.compile(r"^(?:who|whom|which|whose|that|\d+$)\b")
_NO_SUBJECT = {"and", "or", "then", "also", "had", "has", "have"}
_NO_SPEAKER = {"it", "that", "which", "what", "there", "this", "i", ""}
_COLON_NAME = re.compile(r"(?:^|[.!?]\s+)(?P<who>[^\W\d_a-zà-ÿ][^.!?:;,“”\"]{1,60}):\s*$")


def speaker_beside(text: str, block: Range, quotation: Range, words: str) -> str | None:
    """The speaker that the sentence around a quotation names; words are what is quoted."""
    start, end = quotation
    after = text[end : min(block[1], end + _NEAR)].translate(_UNWRAPPED)
    before = text[max(block[0], start - _NEAR) : start].translate(_UNWRAPPED)
    is_sentence = words.rstrip()[-1:] in (".",) and not after.lstrip()[:1].islower()
    if not is_sentence and (speaker := _after(after)):
        return speaker
    return _before(before)


def speaker_introducing(paragraph: str) -> str | None:
    """The speaker that a paragraph names that ends in a colon, as one before a block quotation does."""
    return _before(paragraph[-_NEAR:].translate(_UNWRAPPED)) if paragraph.rstrip().endswith(":") else None


def _after(after: str) -> str | None:
    sentence = _until_quotation(after)
    if found := _SO.match(sentence) or _ACCORDING_AFTER.match(sentence):
        return _trimmed(found["who"])
    if found := _AFTER_VERB.match(sentence):
        who = found["who"]
        # “…,” told X by Y is no English; “…,” said of it is no speaker
        return _trimmed(who) if not re.match(r"(?:of|about|to|in|on|at|that)\b", who) else None
    if after[:1] not in (" ", ",", "—", "–", "-", "\u00a0"):
        return None
    found = _AFTER_NAME.match(sentence)
    if found and re.match(r"[\s,—–-]*(?:and|but|that|which|is|was|are|were|has|had|in|on|to)\b", sentence):
        return None
    return _name(found["who"]) if found else None


def _until_quotation(after: str) -> str:
    return re.split(r"[“\"«„]", after, maxsplit=1)[0]


def _before(before: str) -> str | None:
    starts = [
        match.end()
        for match in _SENTENCE_START.finditer(before)
        if not _ENDS_SHORT.search(before, max(0, match.start() - _LONGEST_TITLE), match.start() + 1)
    ]
    sentence = before[starts[-1] if starts else 0 :]
    sentence = re.split(r"[“”\"«»]", sentence)[-1] if re.search(r"[“”\"«»]", sentence) else sentence
    if found := _ACCORDING.search(sentence):
        return _trimmed(found["who"])
    verbs = list(_BEFORE.finditer(sentence))
    if verbs:
        clause = sentence[verbs[-2].end() if len(verbs) > 1 else 0 : verbs[-1].start()]
        if "," in clause or not set(clause.split()) - _NO_SUBJECT:  # "Nair, who said so, told": Nair
            clause = sentence[: verbs[-1].start()]
        return _name(clause)
    if found := _COLON_NAME.search(sentence):
        return _trimmed(found["who"])
    return None


def _name(clause: str) -> str | None:
    """The subject at the end of a clause: in "The vote failed, and Ruth Adler, its leader," Ruth Adler."""
    clause = _AUXILIARY.sub("", clause.strip(" ,"))
    parts = [part.strip() for part in clause.split(",") if part.strip()]
    while parts and _RELATIVE.match(parts[-1]):
        parts.pop()
    if not parts:
        return None
    last = _LEADING.sub("", parts[-1])
    if len(parts) > 1 and not _is_name(last) and _is_name(earlier := _LEADING.sub("", parts[-2])):
        last = earlier
    return _trimmed(last.split(" that ")[-1], from_end=True)


def _is_name(part: str) -> bool:
    words = part.split()
    capitals = [word for word in words if word[0].isupper()]
    return 0 < len(words) <= 6 and len(capitals) >= max(1, len(words) - 2) and words[0][0].isupper()


def _trimmed(who: str, from_end: bool = False) -> str | None:
    if not from_end:
        who = _STOP.split(who, maxsplit=1)[0]
    words = _AUXILIARY.sub("", who.strip(" ,'’‘—–-\u00a0")).split()
    if from_end and len(words) > _LONGEST:
        words = words[-_LONGEST:]
    name = " ".join(words[:_LONGEST])
    return None if name.lower() in _NO_SPEAKER else name
