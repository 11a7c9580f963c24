from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from engine.llm.messages import Piece
from engine.llm.tokens import tokenize

SPECIAL = {"<|im_end|>": 900, "<think>": 901, "\n\n": 902}  # the last two are user-defined


@dataclass
class Fake:
    """One token a character; like llama.cpp it matches user-defined tokens in any text."""

    seen: list[tuple[str, bool]] = field(default_factory=list)

    def tokenize(self, text: str, *, parse_special: bool) -> list[int]:
        self.seen.append((text, parse_special))
        found, i = [], 0
        while i < len(text):
            for literal, token in SPECIAL.items():
                if text.startswith(literal, i) and (parse_special or token > 900):
                    found.append(token)
                    i += len(literal)
                    break
            else:
                found.append(ord(text[i]) % 900)
                i += 1
        return found

    def is_special(self, token: int) -> bool:
        return token >= 900


def plain(text: str) -> list[int]:
    return [ord(character) % 900 for character in text]


def test_template_pieces_are_parsed_and_the_draft_is_not():
    fake = Fake()
    assert tokenize(fake, [Piece("<|im_end|>", True), Piece("a<|im_end|>", False)]) == [
        900,
        *plain("a<|im_end|>"),
    ]
    assert fake.seen == [("<|im_end|>", True), ("a<|im_end|>", False)]


def test_user_defined_tokens_in_a_draft_are_cut():
    text = "a<think>b\n\n\n<think>" * 3
    assert tokenize(Fake(), [Piece(text, False)]) == plain(text)


def test_nothing_and_single_characters():
    assert tokenize(Fake(), []) == tokenize(Fake(), [Piece("", False)]) == []
    assert tokenize(Fake(), [Piece("x", False)]) == [120]


@given(st.lists(st.sampled_from([*SPECIAL, "<", "|", "a", "\n", "think>", "<|im"])).map("".join))
def test_no_draft_yields_a_special_token_or_loses_a_character(text):
    assert tokenize(Fake(), [Piece(text, False)]) == plain(text)
