"""Design tokens: the colors and measures that every exporter shares, in one place.

Text colors reach a contrast of 4.5:1 on `paper` and `raised`; the four kinds keep their hues apart for
color-blind readers and are always told apart by the line's style too.
"""

from collections.abc import Mapping

LIGHT = {
    "paper": "#f6f3ec",
    "raised": "#fffdf8",
    "ink": "#22211e",
    "quiet": "#625d53",
    "line": "#ddd6c8",
    "accent": "#1f5c63",
    "accent-soft": "#b9d2d2",
    "biased_language": "#c2391b",
    "framing_bias": "#0b62ad",
    "unsupported_claims": "#a86400",
    "selective_presentation": "#7d429c",
}

DARK = {
    "paper": "#16181b",
    "raised": "#1e2125",
    "ink": "#e8e4da",
    "quiet": "#a8a296",
    "line": "#383c42",
    "accent": "#7cc4c6",
    "accent-soft": "#2f5559",
    "biased_language": "#ff8163",
    "framing_bias": "#72b7f7",
    "unsupported_claims": "#efae45",
    "selective_presentation": "#c9a0ec",
}

MEASURES = {
    "unit": "8px",
    "radius": "8px",
    "text-width": "66ch",
    "serif": '"Iowan Old Style", "Palatino Linotype", Palatino, Charter, Georgia, "Noto Serif", serif',
    "sans": 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
}


def css() -> str:
    """The tokens as CSS custom properties, `--NAME`, light with a dark set where the reader prefers it."""
    return (
        f":root {{ color-scheme: light dark; {_properties(MEASURES)} {_properties(LIGHT)} }}\n"
        f"@media screen and (prefers-color-scheme: dark) {{ :root {{ {_properties(DARK)} }} }}\n"
    )


def _properties(tokens: Mapping[str, str]) -> str:
    return " ".join(f"--{name.replace('_', '-')}: {value};" for name, value in tokens.items())
