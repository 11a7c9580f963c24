"""Running again what a report says: the one service behind `evenhand reproduce` and the window's Verify."""

from dataclasses import dataclass
from pathlib import Path

from engine.check import Options
from engine.report.canonical import UnreadableReport, from_json
from engine.report.difference import differences
from engine.report.schema import Manifest, ReportFile
from engine.text import Document, UnreadableDraft
from models import store
from models.errors import ModelError


@dataclass(frozen=True)
class Comparison:
    """A report and what came out when its check was run again."""

    old: ReportFile
    new: ReportFile

    @property
    def whole(self) -> bool:
        """Whether it was run to the end: without that nothing can be said about the bytes."""
        return self.new.report.verdict.passages >= self.old.report.verdict.passages

    @property
    def agree(self) -> bool:
        return self.new.sha256 == self.old.sha256

    @property
    def differences(self) -> tuple[str, ...]:
        """Short sentences on where they differ."""
        return differences(self.old.report, self.new.report)


def read_report(path: Path) -> ReportFile:
    """Raises UnreadableDraft for a file that can't be read or is no report as it was written."""
    try:
        return from_json(path.read_bytes())
    except OSError as error:
        raise UnreadableDraft(f"{path.name} can't be read ({error.strerror}): name a report.") from error
    except UnreadableReport as error:
        raise UnreadableDraft(f"{path.name}: {error}") from error


def require_draft(file: ReportFile, draft: Document, name: str) -> None:
    """Raises UnreadableDraft unless `draft`, from the file `name`, is the report's, byte for byte."""
    if draft.data_sha256 != file.report.draft.sha256:
        raise UnreadableDraft(
            f"{name} is not the draft of this report, or was changed since: "
            f"its SHA-256 is {draft.data_sha256}, the report's is {file.report.draft.sha256}."
        )


def require_model(file: ReportFile, model: Path, remedy: str) -> None:
    """Raises ModelError unless `model` is the report's, byte for byte; `remedy` ends the sentence."""
    wanted = file.report.manifest.model.sha256
    if store.sha256(model) != wanted:
        raise ModelError(f"{model.name} is not the model of this report, whose SHA-256 is {wanted}: {remedy}")


def options(manifest: Manifest) -> Options:
    """How the report's check was run."""
    return Options(manifest.seed, manifest.passes, manifest.granularity, manifest.policy, manifest.gpu_layers)
