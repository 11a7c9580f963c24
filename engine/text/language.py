"""Which language a draft is in. The method was evaluated on English; for other languages a remark says so."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine.text.document import Document

_SAMPLE = 20_000  # characters
_LEAST = 8  # words: fewer say too little
_ENGLISH = 0.25  # of the words: so many of the most frequent English ones occur in no other language
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_FREQUENT = {
    "the", "of", "and", "to", "a", "in", "that", "is", "was", "he", "for", "it", "with", "as", "his", "on",
    "be", "at", "by", "had", "not", "are", "but", "from", "or", "have", "an", "they", "which", "one", "you",
    "were", "her", "all", "she", "there", "would", "their", "we", "him", "been", "has", "when", "who", "will",
    "more", "no", "if", "out", "so", "said", "what", "its", "about", "into", "than", "them", "can", "only",
}  # fmt: skip
_NAMES = {
    "ar": "Arabic", "bg": "Bulgarian", "bn": "Bengali", "ca": "Catalan", "cs": "Czech", "da": "Danish",
    "de": "German", "el": "Greek", "en": "English", "es": "Spanish", "et": "Estonian", "fa": "Persian",
    "fi": "Finnish", "fr": "French", "he": "Hebrew", "hi": "Hindi", "hr": "Croatian", "hu": "Hungarian",
    "id": "Indonesian", "is": "Icelandic", "it": "Italian", "ja": "Japanese", "ko": "Korean",
    "lt": "Lithuanian", "lv": "Latvian", "nb": "Norwegian", "nl": "Dutch", "nn": "Norwegian",
    "no": "Norwegian", "pl": "Polish", "pt": "Portuguese", "ro": "Romanian", "ru": "Russian", "sk": "Slovak",
    "sl": "Slovenian", "sq": "Albanian", "sr": "Serbian", "sv": "Swedish", "sw": "Swahili", "th": "Thai",
    "tr": "Turkish", "uk": "Ukrainian", "ur": "Urdu", "vi": "Vietnamese", "zh": "Chinese",
}  # fmt: skip


@dataclass(frozen=True)
class Language:
    """An ISO 639-1 code and its English name."""

    code: str
    name: str

    @property
    def is_evaluated(self) -> bool:
        return self.code == "en"


def language_of(text: str) -> Language | None:
    """The language that most of a text is in, None where it is too short to tell."""
    sample = text[:_SAMPLE]
    words = [word.lower() for word in _WORD.findall(sample)]
    letters = sum(map(len, words))
    if len(words) < _LEAST and letters < 5 * _LEAST:  # some languages write no spaces
        return None
    if sum(word in _FREQUENT for word in words) >= _ENGLISH * len(words):
        return Language(
            "en", _NAMES["en"]
        )  # without the detector, whose model takes most of a second to load
    code = str(_identifier().classify(" ".join(words))[0])
    return Language(code, _NAMES.get(code, f"the language “{code}”"))


def remark_on(document: Document) -> str | None:
    """A sentence for the person where the draft is in a language that the method was not evaluated on."""
    found = language_of(" ".join(document.text[block.start : block.end] for block in document.blocks))
    if found is None or found.is_evaluated:
        return None
    return (
        f"{document.name} seems to be in {found.name}: the method was evaluated on English texts only, so "
        "rely on its findings even less than usual."
    )


def remarks_on(document: Document) -> tuple[str, ...]:
    """All that a person should know of a draft before they read its report."""
    language = remark_on(document)
    return (*document.remarks, language) if language else document.remarks


@lru_cache(maxsize=1)
def _identifier() -> Any:
    from py3langid.langid import LanguageIdentifier

    return LanguageIdentifier.from_model_file("data/model.npz.xz")
