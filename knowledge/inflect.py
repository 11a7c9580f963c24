"""English inflection by rule: the surface forms under which a lexicon term may stand in a text.

The rules over-generate where spelling alone cannot decide ("canceled" and "cancelled"): a form that no
one writes is never found, so it costs nothing.
"""

import re

_PREPOSITION = re.compile(r" (?:of|on|for|in|to|at|with|from) ")
_SIBILANT = re.compile(r"(?:s|x|z|ch|sh)$")
_CONSONANT_Y = re.compile(r"[^aeiou]y$")
_CLOSED_SYLLABLE = re.compile(r"(?:^|[^aeiou]|qu)[aeiou][^aeiouwxy]$")  # slam, regret, not complain
_VOWELS = re.compile(r"[aeiouy]+")


def forms(term: str, pos: str) -> frozenset[str]:
    """The term and its inflections: nouns take the plural, verbs -s, -ed and -ing.

    In a phrase the head inflects: the first word of a verb ("rails against"), of a noun the last one
    before a preposition ("wars on women"). Words joined by spaces may be hyphenated throughout.
    """
    if pos == "noun":
        head = _PREPOSITION.split(term, maxsplit=1)[0]
        inflected = (head, *_plurals(head))
    elif pos == "verb":
        head = term.split(" ", maxsplit=1)[0]
        inflected = (head, *_verb_forms(head))
    else:
        head, inflected = term, (term,)
    surface = {form + term[len(head) :] for form in inflected}
    return frozenset(surface | {form.replace(" ", "-") for form in surface})


def any_forms(term: str) -> frozenset[str]:
    """The forms of a term whose part of speech nobody has said."""
    return forms(term, "noun") | forms(term, "verb")


def _plurals(noun: str) -> tuple[str, ...]:
    if noun.endswith("s") and not noun.endswith(("ss", "us", "is")):
        return ()  # already a plural
    if noun.endswith("man") and not noun.endswith("human"):
        return (noun[:-3] + "men",)
    return (_with_s(noun),)


def _with_s(word: str) -> str:
    if _SIBILANT.search(word):
        return word + "es"
    return word[:-1] + "ies" if _CONSONANT_Y.search(word) else word + "s"


def _verb_forms(verb: str) -> tuple[str, ...]:
    if verb.endswith("ie"):
        past, progressive = verb + "d", verb[:-2] + "ying"
    elif verb.endswith("e"):
        past, progressive = verb + "d", (verb if verb.endswith(("ee", "oe", "ye")) else verb[:-1]) + "ing"
    elif _CONSONANT_Y.search(verb):
        past, progressive = verb[:-1] + "ied", verb + "ing"
    else:
        past, progressive = verb + "ed", verb + "ing"
    result = [_with_s(verb), past, progressive]
    if verb.endswith("c"):
        result += [verb + "ked", verb + "king"]
    elif _CLOSED_SYLLABLE.search(verb):
        doubled = verb + verb[-1]
        result += [doubled + "ed", doubled + "ing"]
        if len(_VOWELS.findall(verb)) == 1:  # one syllable always doubles: "slaming" is no word
            result = [form for form in result if form not in (past, progressive)]
    return tuple(result)
