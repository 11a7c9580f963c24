from collections.abc import Mapping
from typing import get_args

import pytest

from engine.bias.outputs import MetaCategory
from engine.report import tokens, words


def luminance(color: str) -> float:
    channels = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [tokens.LIGHT, tokens.DARK], ids=["light", "dark"])
@pytest.mark.parametrize("ground", ["paper", "raised"])
def test_contrast(theme: Mapping[str, str], ground: str) -> None:
    for name in ("ink", "quiet", "accent"):
        assert contrast(theme[name], theme[ground]) >= 4.5, name
    for kind in words.KINDS:
        assert contrast(theme[kind], theme[ground]) >= 4.0, kind  # lines; WCAG asks 3 of them


def test_both_themes_have_every_token() -> None:
    assert tokens.LIGHT.keys() == tokens.DARK.keys()
    assert set(words.KINDS) == set(get_args(MetaCategory))


def test_words() -> None:
    assert words.duration(0.4) == "less than a second"
    assert words.duration(59) == "59 seconds"
    assert words.duration(100) == "2 minutes"
    assert words.duration(3660) == "1 hour 1 minute"
    assert words.duration(7200) == "2 hours"
