"""The manifest of a run: all that can change what is stored, and nothing that can't."""

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path

from pydantic import JsonValue

from engine.bias.calibration import Calibration
from engine.bias.decision import AgentName
from engine.check import Options
from engine.evaluation.datasets import Item, Task
from engine.evaluation.evaluate import Method
from engine.llm import ModelInfo
from engine.report.manifest import manifest as report_manifest
from models.hashes import sha256


def manifest(
    task: Task,
    dataset: Path,
    items: Sequence[Item],
    drawn: Mapping[str, JsonValue],
    method: Method,
    options: Options,
    voices: Mapping[AgentName, Path],
    calibration: Calibration | None,
    info: ModelInfo,
) -> dict[str, JsonValue]:
    """`drawn` says how the `items` were taken from the dataset, `voices` is the model file of each voice and
    `info` tells of the one that was loaded first."""
    first = next(iter(voices.values()))
    engine = report_manifest(
        info,
        file=first.name,
        sha256=sha256(first),
        seed=options.seed,
        passes=options.passes,
        granularity=options.granularity,
        policy=options.policy,
        gpu_layers=options.gpu_layers,
        calibration=None,
    ).model_dump(mode="json", exclude={"model", "house_style", "calibration"})
    lines = "".join(item.model_dump_json() + "\n" for item in items)
    return {
        "task": task,
        "dataset": {
            "file": dataset.name,
            "sha256": hashlib.sha256(dataset.read_bytes()).hexdigest(),
            "items": len(items),
            "items_sha256": hashlib.sha256(lines.encode()).hexdigest(),
            **drawn,
        },
        "configurations": list(method.configurations),
        "models": {voice: {"file": path.name, "sha256": sha256(path)} for voice, path in voices.items()},
        "calibration": calibration.model_dump(mode="json") if calibration else None,
        "engine": engine,
    }
