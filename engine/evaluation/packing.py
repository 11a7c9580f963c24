"""An item as a line of a run. Configurations share most of what was said and decided, so the line holds each
such record once, in `shared`, and the rulings point to it by its number."""

import json
from typing import cast

from pydantic import JsonValue

from engine.evaluation.results import VOICES, Result

Line = dict[str, JsonValue]


def pack(result: Result) -> Line:
    """The line of `result`; `unpack` gives it back whole."""
    line = result.model_dump(mode="json")
    shared: list[JsonValue] = []
    numbers: dict[str, int] = {}

    def number(value: JsonValue) -> int:
        key = json.dumps(value, sort_keys=True)
        if key not in numbers:
            numbers[key] = len(shared)
            shared.append(value)
        return numbers[key]

    for ruling in line["rulings"].values():
        for passage in ruling["passages"]:
            outputs = passage["outputs"]
            outputs |= {voice: number(outputs[voice]) for voice in VOICES if outputs[voice] is not None}
            passage["text"] = number(passage["text"])
            passage["decision"] = number(passage["decision"])
    return line | {"shared": shared}


def unpack(text: bytes) -> Result:
    """Raises ValueError for a line that `pack` did not make."""
    try:
        line = json.loads(text)
        shared = cast(list[JsonValue], line.pop("shared"))
        for ruling in line["rulings"].values():
            for passage in ruling["passages"]:
                outputs = passage["outputs"]
                outputs |= {voice: shared[outputs[voice]] for voice in VOICES if outputs[voice] is not None}
                passage["text"] = shared[passage["text"]]
                passage["decision"] = shared[passage["decision"]]
    except (AttributeError, IndexError, KeyError, TypeError) as error:
        raise ValueError("this is not the line of an item") from error
    return Result.model_validate_json(json.dumps(line))
