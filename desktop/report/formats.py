"""What each format is for, in words."""

from PySide6.QtCore import QCoreApplication


def described() -> dict[str, tuple[str, str]]:
    """A name and a use for every format that the engine may write, by its key."""
    return {
        "html": (_tr("Web page"), _tr("The draft with its marks and the whole argument, in one file.")),
        "pdf": (_tr("PDF"), _tr("To print or to send; looks the same everywhere.")),
        "docx": (_tr("Word document"), _tr("The draft with comments in its margin.")),
        "odt": (_tr("OpenDocument text"), _tr("The draft with comments, for LibreOffice.")),
        "markdown": (_tr("Markdown"), _tr("Plain text with headings, for notes and wikis.")),
        "text": (_tr("Plain text"), _tr("Reads everywhere, in an e-mail too.")),
        "csv": (_tr("Table of findings"), _tr("One finding a line, for a spreadsheet.")),
        "languagetool": (_tr("LanguageTool matches"), _tr("Findings as other editors show them.")),
        "json": (_tr("Evenhand report"), _tr("All of it, byte for byte: what Verify opens.")),
    }


def _tr(text: str) -> str:
    return QCoreApplication.translate("Formats", text)
