from collections.abc import Callable

import pytest

from models.progress import WINDOW, Meter, Progress, size_text


@pytest.fixture
def meter() -> tuple[Meter, list[Progress], Callable[[float], None]]:
    """A meter of 1,000 bytes, what it has reported, and its clock's hand."""
    now, reports = [0.0], list[Progress]()

    def wait(seconds: float) -> None:
        now[0] += seconds

    return Meter(1000, reports.append, lambda: now[0]), reports, wait


Given = tuple[Meter, list[Progress], Callable[[float], None]]


def test_files_add_up_and_the_time_left_is_that_of_the_rate(meter: Given) -> None:
    metered, reports, wait = meter
    first, second = metered.after(0), metered.after(400)
    first(Progress(100, 400, "Hub"))
    wait(2)
    first(Progress(300, 400, "Hub"))
    wait(2)
    second(Progress(100, 600, "Hub"))
    assert reports == [
        Progress(100, 1000, "Hub"),
        Progress(300, 1000, "Hub", 100.0, 7.0),
        Progress(500, 1000, "Hub", 100.0, 5.0),
    ]


def test_the_rate_is_that_of_the_last_seconds(meter: Given) -> None:
    metered, reports, wait = meter
    report = metered.after(0)
    for done in (0, 500, 510, 520, 530, 540, 550, 560):
        report(Progress(done, 1000, "Hub"))
        wait(1)
    assert reports[1].rate == 500
    assert WINDOW == 5
    assert reports[-1].rate == pytest.approx(10)


def test_what_another_activity_did_counts_into_no_rate(meter: Given) -> None:
    metered, reports, wait = meter
    report = metered.after(0)
    report(Progress(0, 1000, "reading"))
    wait(1)
    report(Progress(600, 1000, "reading"))
    wait(1)
    report(Progress(610, 1000, "Hub"))
    assert (reports[-1].rate, reports[-1].seconds_left) == (0, None)
    wait(1)
    report(Progress(630, 1000, "Hub"))
    assert reports[-1].rate == 20
    wait(1)
    report(Progress(0, 1000, "Hub"))  # a server without ranges starts over
    assert reports[-1].rate == 0


@pytest.mark.parametrize(
    ("count", "text"),
    [(0, "0 bytes"), (999, "999 bytes"), (1000, "1 kB"), (98_362_432, "98 MB"), (1_117_320_768, "1.12 GB")],
)
def test_sizes_are_decimal(count: int, text: str) -> None:
    assert size_text(count) == text
