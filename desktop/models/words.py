"""What the Models page says of a machine, a model, a check-up and a transfer."""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QCoreApplication

from desktop.models.look import Look
from desktop.work.transfers import Transfer
from engine.report.words import duration
from models import catalog
from models.advice import PATIENCE, Fit, usable_memory
from models.catalog import CONTEXT, Entry
from models.checkups import Checkup
from models.listing import Listed
from models.progress import size_text

translate = QCoreApplication.translate


def machine(look: Look) -> str:
    """What there is to hold a model."""
    this = look.machine
    cores = (
        translate("Models", "one core")
        if this.cores == 1
        else translate("Models", "{count} cores").format(count=this.cores)
    )
    gpu = this.build.gpu and translate("Models", ", {gpu} with {size}").format(
        gpu=this.build.gpu, size=size_text(this.build.gpu_memory)
    )
    return translate("Models", "This machine: {cores}, {memory} of memory{gpu}, {disk} of free disk.").format(
        cores=cores, memory=size_text(this.memory), gpu=gpu, disk=size_text(this.disk_free)
    )


def facts(row: Listed, fit: Fit | None) -> str:
    """Size, memory, speed and license in one line."""
    return " · ".join(_facts(row, fit))


def _facts(row: Listed, fit: Fit | None) -> Iterator[str]:
    if row.model and row.ready:
        yield translate("Models", "{size} on disk").format(size=size_text(row.model.size))
    elif row.entry:
        yield translate("Models", "{size} to download").format(size=size_text(row.entry.size))
    if fit:
        yield translate("Models", "takes {size} of memory").format(size=size_text(fit.memory))
    if row.checkup:
        yield translate("Models", "checked up: writes {speed} tokens a second").format(
            speed=round(row.checkup.generation)
        )
    elif fit:
        if fit.on_gpu:
            yield translate("Models", "fits the graphics processor")
        else:
            yield translate("Models", "about {time} a passage").format(time=duration(max(1, fit.seconds)))
    if row.entry:
        license = row.entry.license
        if not row.entry.commercial:
            license = translate("Models", "{license}, not for business").format(license=license)
        yield license


def lacks(fit: Fit, look: Look) -> str:
    """What this machine has too little of for the model; "" where it has enough."""
    if not fit.fits_memory:
        more = size_text(fit.memory - usable_memory(look.machine))
        return translate("Models", "Needs {size} more memory than this machine has to spare.").format(
            size=more
        )
    if not fit.fits_disk:
        return translate("Models", "Needs {size} of disk, and {free} are free.").format(
            size=size_text(fit.entry.size), free=size_text(look.machine.disk_free)
        )
    if not fit.patient:
        limit = duration(PATIENCE)
        return translate("Models", "Slow here: a passage takes longer than {limit}.").format(limit=limit)
    return ""


def trouble(row: Listed) -> str:
    """What is wrong with a model that is here in part; "" where nothing is."""
    if row.status == "different":
        return translate("Models", "Damaged: its bytes are not the publisher's. Download it again.")
    if row.status == "incomplete":
        return translate("Models", "Begun: what has arrived is kept.")
    if row.status == "gone" and row.model:
        return translate(
            "Models", "Its file is not there any more: {path}. Bring the disk back, or forget it."
        ).format(path=row.model.path)
    return ""


def details(row: Listed) -> list[tuple[str, str]]:
    """(what, its value) of all that is known of a model."""
    return list(_details(row))


def _details(row: Listed) -> Iterator[tuple[str, str]]:
    if row.model and row.status != "missing":
        where = translate("Models", "Linked") if row.model.linked else translate("Models", "Where")
        yield where, "\n".join(str(path) for path in row.model.files)
    if entry := row.entry:
        yield translate("Models", "Size"), f"{entry.parameters}, {entry.quantization}"
        yield (
            translate("Models", "Memory"),
            translate("Models", "{size} with a context of {tokens} tokens").format(
                size=size_text(entry.memory()), tokens=f"{CONTEXT:,}"
            ),
        )
        yield translate("Models", "License"), f"{entry.license}. {entry.terms}"
        yield translate("Models", "Source"), source(entry)
        if entry.paper:
            yield translate("Models", "In the papers"), entry.paper
        yield "SHA-256", "\n".join(file.sha256 for file in entry.files)
    elif row.model and row.model.sha256:
        yield "SHA-256", row.model.sha256
    if row.checkup:
        yield translate("Models", "Check-up"), checkup(row.checkup)


def source(entry: Entry) -> str:
    if entry.repo:
        return translate("Models", "{repo} on the Hugging Face Hub").format(repo=entry.repo)
    return translate("Models", "the Python package index")


def checkup(found: Checkup) -> str:
    """All of a check-up in a few sentences."""
    return translate(
        "Models",
        "Loads in {load}. Reads {prefill} and writes {generation} tokens a second with {threads} threads, "
        "holds {memory} of memory, stops within {stop} s. {verdict}",
    ).format(
        load=duration(found.load_seconds),
        prefill=round(found.prefill),
        generation=round(found.generation),
        threads=found.threads,
        memory=size_text(found.resident),
        stop=f"{found.cancel_seconds:.2f}",
        verdict=found.verdict,
    )


def arrived(names: Sequence[str]) -> str:
    """What has come: models of the catalog by their titles, and whether their bytes are the publisher's."""
    known = {entry.name: entry.label for entry in catalog.entries()}
    titles = ", ".join(known.get(name, name) for name in names)
    if all(name in known for name in names):
        return translate("Models", "{titles} is here, byte for byte the publisher's.").format(titles=titles)
    return translate(
        "Models", "{titles} is here. It is not in the catalog, so judge it by its check-up."
    ).format(titles=titles)


def progress(transfer: Transfer) -> str:
    """Where a transfer is, in one line."""
    now = transfer.progress
    if now is None or not now.total_bytes:
        return translate("Models", "Starting …")
    said = [
        translate("Models", "{done} of {total}").format(
            done=size_text(now.done_bytes), total=size_text(now.total_bytes)
        )
    ]
    if transfer.phase == "paused":
        return " · ".join([*said, translate("Models", "paused")])
    if now.rate and now.seconds_left is not None:
        said.append(translate("Models", "{rate} a second").format(rate=size_text(round(now.rate))))
        said.append(translate("Models", "about {time} left").format(time=duration(now.seconds_left)))
    return " · ".join([*said, now.note])
