"""Where other programs keep GGUF models, by platform."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Layout = Literal["files", "ollama"]

DEEP = 8
"""Levels of folders: publisher, model and revision folders in between."""


@dataclass(frozen=True)
class Place:
    """A folder of a program: GGUF files up to `depth` levels of folders below it, or Ollama's blobs."""

    program: str
    path: Path
    layout: Layout = "files"
    depth: int = DEEP


def folder_place(path: Path) -> Place:
    """Any folder that a person names."""
    return Place("this folder", path)


def places(home: Path, environment: Mapping[str, str], system: str) -> tuple[Place, ...]:
    """Where to look for a person whose home folder is `home`, whether it is there or not.

    `system` is `sys.platform`: "linux", "darwin" or "win32"; every other one is taken for a Linux.
    """
    data, config, cache = _bases(home, environment, system)
    hub = _named(environment, "HF_HUB_CACHE") or (_hugging_face(home, environment) / "hub")
    found = [
        Place("LM Studio", path)
        for path in (home / ".lmstudio/models", home / ".cache/lm-studio/models", *_lm_studio_choice(home))
    ]
    found += [Place("Ollama", path, "ollama") for path in _ollama(home, environment, system)]
    found += [
        Place("Hugging Face", hub),
        Place("GPT4All", data / "nomic.ai/GPT4All"),
        Place("GPT4All", home / ".cache/gpt4all"),
        Place("Jan", config / "Jan/data"),
        Place("Jan", data / "Jan/data"),
        Place("Jan", home / "jan/models"),
        Place("llama.cpp", _named(environment, "LLAMA_CACHE") or cache / "llama.cpp"),
        Place("Downloads", home / "Downloads", depth=2),
    ]
    return tuple(dict.fromkeys(found))


def _bases(home: Path, environment: Mapping[str, str], system: str) -> tuple[Path, Path, Path]:
    """The folders of programs' data, settings and caches."""
    if system == "win32":
        local = _named(environment, "LOCALAPPDATA") or home / "AppData/Local"
        return local, _named(environment, "APPDATA") or home / "AppData/Roaming", local
    if system == "darwin":
        support = home / "Library/Application Support"
        return support, support, home / "Library/Caches"
    return (
        _named(environment, "XDG_DATA_HOME") or home / ".local/share",
        _named(environment, "XDG_CONFIG_HOME") or home / ".config",
        _named(environment, "XDG_CACHE_HOME") or home / ".cache",
    )


def _named(environment: Mapping[str, str], name: str) -> Path | None:
    value = environment.get(name)
    return Path(value) if value else None


def _hugging_face(home: Path, environment: Mapping[str, str]) -> Path:
    # It looks here on every platform, and not where other caches of macOS and Windows are.
    cache = _named(environment, "XDG_CACHE_HOME") or home / ".cache"
    return _named(environment, "HF_HOME") or cache / "huggingface"


def _ollama(home: Path, environment: Mapping[str, str], system: str) -> list[Path]:
    found = [home / ".ollama/models"]
    if chosen := _named(environment, "OLLAMA_MODELS"):
        found.insert(0, chosen)
    if system not in ("win32", "darwin"):  # there it runs as a service with a home of its own
        found += [Path("/usr/share/ollama/.ollama/models"), Path("/var/lib/ollama/.ollama/models")]
    return found


def _lm_studio_choice(home: Path) -> list[Path]:
    """The folder that a person chose in LM Studio instead of its usual one."""
    try:
        chosen = json.loads((home / ".lmstudio/settings.json").read_text("utf-8"))["downloadsFolder"]
    except (OSError, ValueError, KeyError, TypeError):
        return []
    return [Path(chosen)] if isinstance(chosen, str) and chosen else []
