"""Where the words that an agent quoted stand in the passage."""


def locate(quote: str, text: str, taken: list[tuple[int, int]]) -> tuple[int, int] | None:
    """The first occurrence of `quote` in `text` at word boundaries that overlaps nothing in `taken`; None
    where every occurrence does, as when a model lists the same words twice."""
    start = text.find(quote)
    while start >= 0:
        end = start + len(quote)
        whole = not (start and text[start - 1].isalnum() and quote[0].isalnum()) and not (
            end < len(text) and text[end].isalnum() and quote[-1].isalnum()
        )
        if whole and all(end <= other_start or start >= other_end for other_start, other_end in taken):
            return start, end
        start = text.find(quote, start + 1)
    return None
