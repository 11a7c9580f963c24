"""Damaged drafts of every format: whatever they hold, reading ends in time, with a draft or one sentence.

`python -m tests.fuzz.reading 20000` reads that many and exits with 1 where one hangs, crashes or raises
anything but UnreadableDraft. Each format is read in a process of its own; PDFium, which the product keeps in
a process of its own too, is called there directly, and its crashes are counted and read again as the product
does.
"""

import multiprocessing
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection
from pathlib import Path

from engine.text import Document, UnreadableDraft, read_bytes, split
from engine.text.formats import pdf_pages
from engine.text.formats.sniffed import sniffed
from tests.fuzz.mutations import mutated

CORPUS = Path(__file__).parents[1] / "corpus" / "files"
SECONDS = 10
FORMATS = ("docx", "odt", "rtf", "pdf", "html", "mhtml", "eml", "md", "txt")


def cases(format: str, numbers: Sequence[int]) -> Iterator[tuple[int, str, bytes]]:
    """The number, the name and the bytes of each damaged file."""
    paths = sorted(CORPUS.glob(f"*.{format}"))
    files = [path.read_bytes() for path in paths]
    for number in numbers:
        chosen = number % len(paths)
        yield number, paths[chosen].name, mutated(files[chosen], f"{format} {number}", files)


def check(document: Document) -> None:
    """That what was read holds together: locations within the text, passages that stand in it."""
    for block in document.blocks:
        assert 0 <= block.start < block.end <= len(document.text)
    for before, after in zip(document.locations, document.locations[1:], strict=False):
        assert before.start < before.end <= after.start
    for quotation in document.quotations:
        assert (
            quotation.start
            <= quotation.inner_start
            <= quotation.inner_end
            <= quotation.end
            <= len(document.text)
        )
    for passage in split(document):
        assert document.locate(*passage.locate(0, len(passage.text)))


def outcome(name: str, data: bytes, format: str) -> str:
    """ "read" or "refused"; any other exception goes through."""
    if format == "pdf" and sniffed(data, name) == "pdf":
        pdf_pages.work(data)
        return "read"
    try:
        document = read_bytes(data, name)
    except UnreadableDraft as error:
        assert str(error) and "\n" not in str(error)
        return "refused"
    check(document)
    return "read"


def _serve(format: str, numbers: Sequence[int], sender: Connection) -> None:
    for number, name, data in cases(format, numbers):
        sender.send((number, "begun"))
        try:
            sender.send((number, outcome(name, data, format)))
        except BaseException:
            sender.send((number, traceback.format_exc()))
    sender.send(None)


def run(format: str, count: int) -> tuple[Counter[str], list[str]]:
    """How the damaged files of one format ended, and a description of each failure."""
    found: Counter[str] = Counter()
    failures: list[str] = []
    first = 0
    slow: set[int] = set()
    while first < count:
        first = _run(format, range(first, count), found, failures, slow)
    return found, failures


def _run(format: str, numbers: range, found: Counter[str], failures: list[str], slow: set[int]) -> int:
    """Until the end, or until one hangs or crashes; the number to go on with. One that takes too long is
    tried once more, since a busy machine can stand still: `slow` holds those that were."""
    spawn = multiprocessing.get_context("spawn")
    receiver, sender = spawn.Pipe(duplex=False)
    process = spawn.Process(target=_serve, args=(format, numbers, sender), daemon=True)
    process.start()
    sender.close()
    number = numbers[0]
    try:
        while True:
            if not receiver.poll(SECONDS + 20 * (number == numbers[0])):
                if number not in slow:
                    slow.add(number)
                    return number
                failures.append(f"{format} {number} hangs")
                return number + 1
            message = receiver.recv()
            if message is None:
                return numbers[-1] + 1
            number, what = message
            if what in ("read", "refused"):
                found[what] += 1
            elif what != "begun":
                failures.append(f"{format} {number}\n{what}")
    except EOFError:
        found["PDFium crashed"] += 1
        failures += _contained(format, number)
        return number + 1
    finally:
        process.kill()
        process.join()


def _contained(format: str, number: int) -> list[str]:
    """What is wrong with how the product itself reads a file at which a process crashed."""
    if format != "pdf":
        return [f"{format} {number} crashes"]
    _, name, data = next(cases(format, [number]))
    started = time.monotonic()
    try:
        read_bytes(data, name)
    except UnreadableDraft:
        return [] if time.monotonic() - started < SECONDS else [f"{format} {number} takes too long"]
    return []


def main(count: int) -> int:
    share = -(-count // len(FORMATS))
    result = 0
    for format in FORMATS:
        started = time.monotonic()
        found, failures = run(format, share)
        ends = ", ".join(f"{number} {what}" for what, number in sorted(found.items()))
        print(
            f"{format}: {share} files, {ends}; {len(failures)} failures; {time.monotonic() - started:.0f} s",
            flush=True,
        )
        for failure in failures[:5]:
            print(failure, flush=True)
        result |= bool(failures)
    return result


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
