"""How long a draft of 1,000 words takes to read in each format: at most 0.3 s, as a PDF 1 s.

`python -m tests.benchmarks.reading` exits with 1 where one takes longer. The files are made on the spot from
the corpus's, so that each has about 1,000 words: pandoc's or LibreOffice's markup, repeated, where that can
be, else the corpus's longest file, whose time is scaled to 1,000 words.
"""

import re
import sys
import time
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from engine.text import read_bytes

CORPUS = Path(__file__).parents[1] / "corpus" / "files"
WORDS, ROUNDS = 1000, 9
BOUND, PDF_BOUND = 0.3, 1.0
FILES = {
    "txt": "harbor.txt",
    "md": "harbor.md",
    "html": "page.html",
    "mhtml": "page-chromium.mhtml",
    "docx": "harbor-libreoffice.docx",
    "odt": "harbor-libreoffice.odt",
    "rtf": "harbor-libreoffice.rtf",
    "eml": "clinic-both.eml",
    "pdf": "proof-libreoffice.pdf",
}
_BODIES = {
    "docx": ("word/document.xml", rb"<w:body>(.*)<w:sectPr"),
    "odt": ("content.xml", rb"</text:sequence-decls>(.*)</office:text>"),
}


def _words(data: bytes, name: str) -> int:
    return len(read_bytes(data, name).text.split())


def _larger(data: bytes, name: str, times: int) -> bytes:
    """The file with its body `times` times over; the file itself where its format has no simple one."""
    ending = name.rpartition(".")[2]
    if ending in ("txt", "md"):
        return b"\n\n".join([data] * times)
    if ending in ("html", "rtf"):
        pattern = rb"<p>.*</p>" if ending == "html" else rb"\\pard\\plain.*\\par "
        return re.sub(pattern, lambda found: _numbered(found[0], times), data, count=1, flags=re.DOTALL)
    if ending not in _BODIES:
        return data
    part, pattern = _BODIES[ending]
    output = BytesIO()
    with ZipFile(BytesIO(data)) as package, ZipFile(output, "w", ZIP_DEFLATED) as larger:
        for one in package.namelist():
            content = package.read(one)
            if one == part:
                content = re.sub(
                    pattern,
                    lambda found: found[0].replace(found[1], found[1] * times),
                    content,
                    flags=re.DOTALL,
                )
            larger.writestr(one, content)
    return output.getvalue()


def _numbered(body: bytes, times: int) -> bytes:
    """`times` times over, each paragraph with a word of its own: repetitions are taken for furniture."""
    copies = (body.replace(b"</p>", b" Item %d.</p>" % number) for number in range(times))
    return b"".join(copies)


def main() -> int:
    result = 0
    for ending, name in FILES.items():
        data = (CORPUS / name).read_bytes()
        data = _larger(data, name, -(-WORDS // _words(data, name)))
        words = _words(data, name)
        times = []
        for _ in range(ROUNDS):
            started = time.perf_counter()
            read_bytes(data, name)
            times.append(time.perf_counter() - started)
        least = min(times)  # what other programs take is not ours
        took = least * max(1, WORDS / words)
        bound = PDF_BOUND if ending == "pdf" else BOUND
        print(f"{ending}: {words:,} words in {least:.3f} s, counted as {took:.3f} s; bound {bound} s")
        result |= took > bound
    return result


if __name__ == "__main__":
    sys.exit(main())
