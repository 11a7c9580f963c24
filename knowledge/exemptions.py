"""Where a loaded term stands in a text without being the author's judgment: denied, in a title, mentioned, or
another word of the same spelling. Pure functions on the folded text (`surface.fold`); offsets are code
points.

They look at fixed wordings around the term, so they err on the side of flagging: a turn of phrase that is
not listed here is taken as the author's use.
"""

import re

from knowledge.surface import MINOR_WORDS

_BEFORE, _AFTER = 120, 40  # characters of a sentence that are looked at

_NEGATION = re.compile(r"\bno|n't|never|neither|hardly|without|far from|anything but")
_BE = r"(?:is|was|are|were|be|been|being|has|had|have|there|found|saw|sees|see|shows?|showed)"
_NEGATOR = r"(?:(?<!if )not|never|nor|neither|hardly|nothing|without|cannot|\w+n't|far from|anything but)"
_FILLER = (
    r"(?:a|an|any|at all|so|very|particularly|especially|really|some|such|as|been|being|be|have|either|"
    r"of|itself)"
)
_LINKED = r"(?:[\w'-]+,? (?:or|nor) )"
_DENIED = re.compile(
    rf"""(?:^|[\s("'])(?:{_NEGATOR}|{_BE} no|no)\s(?:{_FILLER}\s){{0,3}}{_LINKED}?(?:{_FILLER}\s)?["']?$"""
)
_NOT_SO = re.compile(  # "does not create socialized medicine", "did not find the nurses incompetent"
    r"""\b(?:not|never|\w+n't)\s(?:create|constitute|represent|involve|contain|mean|become|amount\sto|"""
    r"""(?:find|found|call|called|make|made|consider)(?:\s(?:the|any)\s[\w'-]+|\s(?!the\s)[\w'-]+)?)"""
    r"""\s(?:an?\s|any\s)?["']?$"""
)
_NOR_WAS = re.compile(r"""^nor\s(?:is|are|was|were)\s(?:[\w'-]+\s){1,3}["']?$""")
_RULED_OVER = re.compile(r"""["']?\s(?:should|will|can|could|would|may|must|shall|ever|who|deserves?)\b""")

_WORD_FOR_WORDS = (
    r"(?:terms?|words?|phrases?|labels?|expressions?|slogans?|epithets?|slurs?|hashtags?|monikers?|"
    r"catchphrases?|verbs?|nouns?|adjectives?|adverbs?|euphemisms?|insults?|"
    r"(?:concept|idea|notion|definition) of)"
)
_LISTED = r"""(?:["'][^"']{1,40}["'],?\s(?:(?:and|or)\s)?){0,4}"""
_MENTIONED = re.compile(rf"""\b{_WORD_FOR_WORDS},?\s(?:like\s|such as\s)?(?:a\s|the\s)?{_LISTED}["']$""")
_BARE = re.compile(r"\bthe (?:term|word|phrase|label|slogan|epithet|slur|hashtag)\s$")
_DEFINED = re.compile(r"""\bdefin(?:e|es|ed|ing)\s["']$""")
_CALLED = re.compile(r"""\bwhat\s[^.;:"]{1,40}?\scalls?(?:ed)?\s(?:a\s|an\s|the\s)?["']$""")
_DEFINED_AFTER = re.compile(
    r"""^,?["'],?\s(?:\w+\s)?(?:(?:is|was) (?:defined|coined|a term)|refers? to|means|meant|as a term)"""
)

_WORK = (
    r"(?:books?|novels?|films?|movies?|albums?|songs?|singles?|series|sitcoms?|documentar(?:y|ies)|plays?|"
    r"musicals?|operas?|memoirs?|poems?|podcasts?|exhibitions?|exhibits?|paintings?|sculptures?|essays?|"
    r"thrillers?|bestsellers?|episodes?|comics?|magazines?|games?|anthems?|tracks?|biograph(?:y|ies)|"
    r"chapters?|lectures?|columns?|articles?|reviews?|show|drama|comedy|"
    r"headlined?|titled|entitled|starring in)"
)
_WORK_BEFORE = re.compile(
    rf"""\b{_WORK}(?:,|\scalled|\snamed|\stitled|\sentitled)?[\s"']+(?:[\w'-]+\s){{0,6}}$"""
)
_POSSESSIVE_NAME = re.compile(r"""\b[^\W\d_a-z][\w-]+['’]s\s["“‘']$""")
_DETERMINER = re.compile(r"""(?:\b(?:the|an?|his|its|their|our|each|every|no)|[\w]'s|s')\s["']?$""")
_QUOTED_WORDS = re.compile(r"""["“‘'](?=\w)([^"”“\n]{2,80}?),?["”’'](?!\w)""")
_CAPITAL = re.compile(r"[^\W\d_][\w'’-]*")


def denied(folded: str, start: int, end: int, first: int) -> bool:
    """Whether a negation before the term, in the sentence that begins at `first`, governs it: "no radical
    change", "was not a hoax". "No thug should walk free" denies nothing.
    """
    before = folded[max(first, start - _BEFORE) : start].lstrip()
    if not _NEGATION.search(before):
        return False
    negated = _DENIED.search(before) or _NOT_SO.search(before) or _NOR_WAS.search(before)
    return bool(negated) and not _RULED_OVER.match(folded[end : end + _AFTER])


def mentioned(folded: str, start: int, end: int, first: int) -> bool:
    """Whether the words are only spoken about: `the phrase "witch hunt"`, `what many call "fake news"`."""
    before = folded[max(first, start - _BEFORE) : start]
    if not before.endswith(('"', "'")):
        return bool(_BARE.search(before))
    if any(pattern.search(before) for pattern in (_MENTIONED, _DEFINED, _CALLED)):
        return True
    return bool(_DEFINED_AFTER.match(folded[end : end + _AFTER]))


def in_title(text: str, folded: str, start: int, end: int, first: int, last: int) -> bool:
    """Whether the words are part of a work's title: capitalized after a word such as "novel", or in
    quotation marks with every major word capitalized.
    """
    words = _major(text[start:end])
    if not words or not all(word[0].isupper() for word in words):
        return False
    first, last = max(first, start - _BEFORE), min(last, end + _BEFORE)
    if text[first:last].isupper():
        return False
    if _WORK_BEFORE.search(folded[first:start]):
        return True
    if _POSSESSIVE_NAME.search(text[first:start]):
        return True
    for quoted in _QUOTED_WORDS.finditer(text, first, last):
        if quoted.start(1) <= start and end <= quoted.end(1):
            major = _major(quoted[1])
            return len(major) >= 2 and all(word[0].isupper() for word in major)
    return False


def is_noun(folded: str, start: int, first: int) -> bool:
    """Whether an article stands before the words, so that no verb begins with them: "the rail against"."""
    return bool(_DETERMINER.search(folded[max(first, start - _BEFORE) : start]))


def _major(text: str) -> list[str]:
    return [word for word in _CAPITAL.findall(text) if word.lower() not in MINOR_WORDS]
