"""The PDF's typefaces: Source Serif and Source Sans, embedded, so that a page looks alike everywhere.

They have the letters of the Latin, Greek and Cyrillic alphabets.
"""

from functools import cache
from importlib.resources import as_file, files
from unicodedata import normalize

from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont

from engine.report.safe import for_terminal

SERIF, SERIF_BOLD = "EvenhandSerif", "EvenhandSerifBold"
SANS, SANS_BOLD = "EvenhandSans", "EvenhandSansBold"
BOLD = {SERIF: SERIF_BOLD, SERIF_BOLD: SERIF_BOLD, SANS: SANS_BOLD, SANS_BOLD: SANS_BOLD}
MISSING = "\u2610"
"""What stands for a character that a typeface lacks."""

_ALIKE = {ord("\u2011"): "-", ord("\u00ad"): None, **{ord(space): " " for space in "\t\u2009\u200a\u202f"}}
_FILES = {
    SERIF: ("font_source_serif_pro", "SourceSerifPro-Regular.ttf"),
    SERIF_BOLD: ("font_source_serif_pro", "SourceSerifPro-Semibold.ttf"),
    SANS: ("font_source_sans_pro", "SourceSansPro-Regular.ttf"),
    SANS_BOLD: ("font_source_sans_pro", "SourceSansPro-Semibold.ttf"),
}


def printable(text: str, name: str) -> str:
    """text as the typeface can show it: with MISSING for what it lacks, and without direction marks."""
    known = typeface(name).face.charToGlyph
    return "".join(
        character if character == "\n" or ord(character) in known else MISSING
        for character in normalize("NFC", for_terminal(text)).translate(_ALIKE)
    )


@cache
def typeface(name: str) -> TTFont:
    """A typeface, registered under its name with the PDF library."""
    package, file = _FILES[name]
    with as_file(files(package) / "files" / file) as path:
        font = TTFont(name, str(path))
    registerFont(font)
    return font
