"""What ships with the program, and under which licenses: read from the packages that are installed."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution

OURS, QT = "evenhand", "pyside6-essentials"
NAMED = re.compile(r"(licen[cs]e|copying|notice)", re.IGNORECASE)
MOST_NAME = 60  # characters of a license's name: some packages put its text there


@dataclass(frozen=True)
class Shipped:
    """A package: its name, version, the license's name, and its text ("" where the package has none)."""

    name: str
    version: str
    license: str
    text: str


def shipped() -> list[Shipped]:
    """The program itself, then all that it needs at run time, by name; slow enough for another thread."""
    found: dict[str, Distribution] = {}
    waiting = [OURS, QT]
    while waiting:
        name = waiting.pop()
        if _plain(name) in found:
            continue
        try:
            found[_plain(name)] = distribution(name)
        except PackageNotFoundError:  # for another system
            continue
        waiting += _needs(found[_plain(name)])
    packages = [_read(one) for one in found.values()]
    return sorted(packages, key=lambda one: (one.name.lower() != OURS, one.name.lower()))


def _needs(package: Distribution) -> Iterator[str]:
    """Names of what it needs without extras; markers of other systems are harmless, since what they name is
    not installed."""
    for requirement in package.requires or ():
        name, _, marker = requirement.partition(";")
        if "extra ==" not in marker:
            yield re.split(r"[^A-Za-z0-9._-]", name.strip(), maxsplit=1)[0]


def _read(package: Distribution) -> Shipped:
    said = package.metadata.json
    license = str(said.get("license_expression") or "") or _classified(list(said.get("classifier") or []))
    license = license or str(said.get("license") or "").strip()
    if not license or len(license) > MOST_NAME or "\n" in license:
        license = "see its text"
    return Shipped(package.name, package.version, license, _text(package))


def _classified(classifiers: list[str]) -> str:
    names = [line.rpartition(" :: ")[2] for line in classifiers if line.startswith("License :: ")]
    return ", ".join(name for name in names if name != "OSI Approved")


def _text(package: Distribution) -> str:
    texts = []
    for path in package.files or ():
        if ".dist-info" in str(path.parent) and NAMED.search(path.name):
            try:
                texts.append(path.read_text(encoding="utf-8").strip())
            except (OSError, UnicodeDecodeError):
                continue
    return "\n\n".join(dict.fromkeys(texts))


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
