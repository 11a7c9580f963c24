"""Builds the corpus of drafts with the programs that newsrooms use. Run on Debian after

    apt-get install libreoffice-writer pandoc chromium wkhtmltopdf

as `python -m tests.corpus.build FOLDER`; the files in tests/corpus/files were made so. The sources are the
texts in tests/corpus/source, and the expected paragraphs stand in tests/corpus/expected.py, written by hand.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from typing import Any

import docx
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

SOURCE = Path(__file__).parent / "source"
WHEN = 'w:author="Desk" w:date="2026-01-14T08:00:00Z"'


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        work = Path(scratch)
        for name in ("harbor", "clinic"):
            _pandoc(name, folder)
        revised(folder / "revised-python.docx")
        table(folder / "table-python.docx")
        proof(work / "proof.docx")
        for name in ("harbor", "clinic"):
            for ending in ("odt", "docx", "rtf", "html", "pdf"):
                source = folder / f"{name}-pandoc.{'odt' if ending in ('docx', 'html') else 'docx'}"
                _libreoffice(source, ending, folder / f"{name}-libreoffice.{ending}", work)
        for name in ("revised", "table"):
            for ending in ("odt", "rtf"):
                _libreoffice(
                    folder / f"{name}-python.docx", ending, folder / f"{name}-libreoffice.{ending}", work
                )
        _libreoffice(work / "proof.docx", "pdf", folder / "proof-libreoffice.pdf", work)
        for name in ("page", "columns"):
            shutil.copy(SOURCE / f"{name}.html", folder / f"{name}.html")
        for name in ("columns", "scan"):
            _print(SOURCE / f"{name}.html", folder / f"{name}-chromium.pdf")
        subprocess.run(
            ["wkhtmltopdf", "-q", str(folder / "clinic-pandoc.html"), str(folder / "clinic-wkhtmltopdf.pdf")],
            check=False,  # it complains about a missing display
            stderr=subprocess.DEVNULL,
        )
        _save_pages(folder)
    _texts(folder)
    _mails(folder)


def _pandoc(name: str, folder: Path) -> None:
    for ending in ("docx", "odt", "rtf", "html"):
        arguments = ["--standalone", "--metadata", f"title={name}"] if ending == "html" else ["--standalone"]
        output = folder / f"{name}-pandoc.{ending}"
        subprocess.run(["pandoc", SOURCE / f"{name}.md", *arguments, "-o", output], check=True)
    page = (folder / f"{name}-pandoc.html").read_text(encoding="utf-8")
    header = page[page.index("<header") : page.index("</header>") + len("</header>")]
    (folder / f"{name}-pandoc.html").write_text(page.replace(header, ""), encoding="utf-8")


def _libreoffice(source: Path, ending: str, target: Path, work: Path) -> None:
    subprocess.run(
        ["soffice", "--headless", "--convert-to", ending, "--outdir", work, source],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    shutil.move(work / f"{source.stem}.{ending}", target)


def _print(page: Path, target: Path) -> None:
    subprocess.run(
        [
            "chromium",
            "--headless",
            "--no-sandbox",
            "--no-pdf-header-footer",
            f"--print-to-pdf={target}",
            page,
        ],
        check=True,
        stderr=subprocess.DEVNULL,
    )


def revised(path: Path) -> None:
    """Tracked changes, a comment, a footnote, a text box, a merged paragraph, bold words."""
    document = docx.Document()
    document.core_properties.author = "Ingrid Sorensen"
    document.add_heading("Harbor toll divides the town", 0)
    first = document.add_paragraph("The council voted ")
    first.add_run("5-4").bold = True
    first.add_run(" to charge a toll")
    for inner in (
        f'<w:del {nsdecls("w")} w:id="1" {WHEN}><w:r>'
        '<w:delText xml:space="preserve"> of $5</w:delText></w:r></w:del>',
        f'<w:ins {nsdecls("w")} w:id="2" {WHEN}><w:r><w:t xml:space="preserve"> of $3</w:t></w:r></w:ins>',
        f'<w:r {nsdecls("w")}><w:t xml:space="preserve"> on the harbor road.</w:t></w:r>',
    ):
        first._p.append(parse_xml(inner))
    merged = document.add_paragraph("This paragraph ends")
    merged._p.get_or_add_pPr().append(parse_xml(f'<w:rPr {nsdecls("w")}><w:del w:id="3" {WHEN}/></w:rPr>'))
    document.add_paragraph(" here, once its mark is deleted.")
    quoted = document.add_paragraph("“We will not pay,” said Tomas Reyes.\tHe left.")
    document.add_comment(quoted.runs, text="Did he say this to us?", author="Desk", initials="D")
    boxed = document.add_paragraph("The vote came after midnight.")
    boxed.add_run()._r.append(
        parse_xml(
            f'<w:pict {nsdecls("w")} xmlns:v="urn:schemas-microsoft-com:vml">'
            '<v:shape style="width:90pt;height:40pt">'
            "<v:textbox><w:txbxContent><w:p><w:r><w:t>A pull quote in a box</w:t></w:r></w:p></w:txbxContent>"
            "</v:textbox></v:shape></w:pict>"
        )
    )
    document.sections[0].header.paragraphs[0].text = "The Quay Courier"
    document.save(str(path))


def table(path: Path) -> None:
    """A table between paragraphs, a list, a line break, hyphens and spaces of all kinds."""
    document = docx.Document()
    document.add_heading("Four towns, four tolls", 1)
    document.add_paragraph("The tolls differ from town to town.")
    grid = document.add_table(2, 2)
    for row, texts in enumerate((("Town", "Toll"), ("Westhaven", "$3"))):
        for column, text in enumerate(texts):
            grid.cell(row, column).text = text
    document.add_paragraph("Residents pay half.", style="List Bullet")
    document.add_paragraph("A first line\nand a second one.")
    document.add_paragraph("A no\u00adbreak\u2011hyphen and a\u00a0space, naïve café, 東京, 🚢.")
    document.save(str(path))


def proof(path: Path) -> None:
    """Four pages with a running head and page numbers."""
    document = docx.Document()
    section = document.sections[0]
    section.header.paragraphs[0].text = "The Quay Courier – proof of January 14"
    number = section.footer.paragraphs[0]
    number.add_run("Page ")
    field = f'<w:fldSimple {nsdecls("w")} w:instr="PAGE"><w:r><w:t>1</w:t></w:r></w:fldSimple>'
    number._p.append(parse_xml(field))
    document.add_heading("A proof of many pages", 0)
    for index in range(1, 61):
        document.add_paragraph(
            f"Paragraph {index} of the proof says what the council decided about item {index} of its agenda, "
            "and it takes more than one line to say so because councils like to talk. Nobody in the hall "
            "objected."
        )
    document.save(str(path))


def _texts(folder: Path) -> None:
    for name in ("harbor", "clinic"):
        shutil.copy(SOURCE / f"{name}.md", folder / f"{name}.md")
        plain = ["pandoc", SOURCE / f"{name}.md", "--wrap=none", "-t", "plain", "-o", folder / f"{name}.txt"]
        subprocess.run(plain, check=True)
        text = (folder / f"{name}.txt").read_text(encoding="utf-8")
        (folder / f"{name}-windows.txt").write_bytes(text.replace("\n", "\r\n").encode("cp1252"))
        (folder / f"{name}-utf16.txt").write_bytes(text.encode("utf-16"))
        for wrap in ("preserve", "auto"):
            output = folder / f"{name}-{wrap}.md"
            arguments = ["-t", "commonmark", f"--wrap={wrap}", "-o", output]
            subprocess.run(["pandoc", SOURCE / f"{name}.md", *arguments], check=True)


def _mails(folder: Path) -> None:
    text = (folder / "clinic.txt").read_text(encoding="utf-8")
    page = (folder / "clinic-pandoc.html").read_text(encoding="utf-8")
    for name, encoding in (("plain", "8bit"), ("quoted", "quoted-printable"), ("base64", "base64")):
        message = _mail()
        message.set_content(text, cte=encoding)
        (folder / f"clinic-{name}.eml").write_bytes(message.as_bytes())
    message = _mail()
    message.set_content(page, subtype="html")
    (folder / "clinic-page.eml").write_bytes(message.as_bytes())
    message.set_content(text)
    message.add_alternative(page, subtype="html")
    (folder / "clinic-both.eml").write_bytes(message.as_bytes())
    message = _mail()
    message.set_content(text, charset="utf-8")
    message.add_attachment(b"PK\x03\x04 never opened", "application", "zip", filename="macro.zip")
    message.add_attachment("never read", filename="notes.txt")
    (folder / "clinic-attached.eml").write_bytes(message.as_bytes())


def _mail() -> EmailMessage:
    message = EmailMessage(policy=SMTP)
    message["From"] = "Pauline Okafor <pauline@example.org>"
    message["To"] = "desk@example.org"
    message["Subject"] = "Night clinic – für die Ausgabe"
    message["Date"] = "Fri, 16 Jan 2026 18:00:00 +0100"
    message["Message-ID"] = "<1@example.org>"
    return message


def _save_pages(folder: Path) -> None:
    """Pages as Chromium saves them in one file (.mhtml), over its debugging pipe."""
    pages = {
        "page": folder / "page.html",
        "columns": SOURCE / "columns.html",
        **{
            f"{name}-{by}": folder / f"{name}-{by}.html"
            for name in ("harbor", "clinic")
            for by in ("pandoc", "libreoffice")
        },
    }
    with _chromium() as ask:
        for name, path in pages.items():
            target = ask("Target.createTarget", url="about:blank")["targetId"]
            session = ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
            ask("Page.enable", session)
            tree = ask("Page.getFrameTree", session)
            content = path.read_text(encoding="utf-8")
            ask("Page.setDocumentContent", session, frameId=tree["frameTree"]["frame"]["id"], html=content)
            saved = ask("Page.captureSnapshot", session, format="mhtml")["data"]
            (folder / f"{name}-chromium.mhtml").write_bytes(saved.encode("utf-8"))


@contextmanager
def _chromium() -> Iterator[Any]:
    commands, to_browser = os.pipe()
    from_browser, replies = os.pipe()
    profile = tempfile.mkdtemp()
    script = (
        "exec chromium --headless --no-sandbox --remote-debugging-pipe "
        f"--user-data-dir={profile} 3<&{commands} 4>&{replies}"
    )
    browser = subprocess.Popen(
        ["bash", "-c", script], pass_fds=(commands, replies), stderr=subprocess.DEVNULL
    )
    os.close(commands)
    os.close(replies)
    number = 0
    reader = os.fdopen(from_browser, "rb")
    buffer = b""

    def ask(method: str, session: str | None = None, **params: object) -> Any:
        nonlocal number, buffer
        number += 1
        message: dict[str, object] = {"id": number, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        os.write(to_browser, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in buffer:
                buffer += reader.read1()
            one, _, buffer = buffer.partition(b"\0")
            answer = json.loads(one)
            if answer.get("id") == number:
                return answer["result"]

    try:
        yield ask
    finally:
        browser.terminate()
        browser.wait()
        shutil.rmtree(profile, ignore_errors=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
