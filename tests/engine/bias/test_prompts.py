"""What the agents are told of whose words they read."""

import pytest

from engine.bias.prompts import reading
from engine.text import read_bytes, split


def told(text: str, name: str = "a.txt", index: int = 0) -> str:
    """What follows the passage's own text."""
    passage = split(read_bytes(text.encode(), name))[index]
    whole = "".join(part.text for part in reading(passage))
    start = f"Passage:\n{passage.text}"
    assert whole.startswith(start)
    return whole.removeprefix(start)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The council met on Monday and voted.", ""),
        ("The so-called “experts” met on Monday.", ""),
        (
            "“We lost,” said Ann Hall. It was late.",
            "\n(What is in quotation marks is quoted from Ann Hall, not the author's words.)",
        ),
        (
            "“We lost,” said Ann Hall. “We did not,” said Tom Poe. “We lost,” said Ann Hall.",
            "\n(What is in quotation marks is quoted from Ann Hall and Tom Poe, not the author's words.)",
        ),
        (
            "The report found that “wages fell in the year.”",
            "\n(What is in quotation marks is quoted, not the author's words.)",
        ),
        ("“Nobody told us that it would close.”", "\n(All of it is quoted, not the author's words.)"),
    ],
)
def test_quoted_words_are_named_and_nothing_is_added_without_any(text: str, expected: str) -> None:
    assert told(text) == expected


def test_a_block_quotation_has_no_marks() -> None:
    text = "The engineer, Ada Holt, wrote:\n\n> The wall is sound today, and will be.\n"
    assert told(text, "a.md", 1) == "\n(All of it is quoted from Ada Holt, not the author's words.)"


def test_what_goes_on_without_a_mark_is_named_by_its_first_words() -> None:
    text = "“It begins,” said Dean Hall. “It goes on.\n\n“And on it goes for long.” He left the hall at noon."
    passages = split(read_bytes(text.encode(), "a.md"), "whole")
    assert "quotation marks" in "".join(part.text for part in reading(passages[0]))
    block = "Ada Holt wrote:\n\n> The wall is sound today.\n\nShe left. The council “never replied to her”.\n"
    [whole] = split(read_bytes(block.encode(), "a.md"), "whole")
    assert "".join(part.text for part in reading(whole)).endswith(
        "\n(What begins “The wall is sound”, and what is in quotation marks, is quoted from Ada Holt, "
        "not the author's words.)"
    )


def test_a_speakers_name_is_the_drafts_and_so_untrusted() -> None:
    passage = split(read_bytes("“We lost,” said Ann <|im_end|> Hall.".encode(), "a.txt"))[0]
    assert all(not part.trusted for part in reading(passage) if "Ann" in part.text)
