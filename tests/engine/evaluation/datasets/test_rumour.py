import json

import pytest

from engine.evaluation.datasets import UnusableDataset, read

THREAD = {
    "id": "t-1",
    "event": "flood",
    "claim": "The bridge is closed.",
    "veracity": "unverified",
    "comments": [{"text": "Who says so?", "stance": "query"}, {"text": "Hm.", "stance": "3.0"}],
}


def write(tmp_path, *threads):
    path = tmp_path / "threads.jsonl"
    path.write_text("".join(json.dumps(thread) + "\n" for thread in threads))
    return path


def test_a_thread(tmp_path):
    [item] = read(write(tmp_path, THREAD), "rumour")
    assert (item.id, item.text, item.label, item.topic) == (
        "t-1",
        "The bridge is closed.",
        "unverified",
        "flood",
    )
    assert item.extra["comments"] == [
        {"text": "Who says so?", "stance": "query"},
        {"text": "Hm.", "stance": None},
    ]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"comments": None}, "line 2: there is no list of comments"),
        ({"comments": [{"stance": "query"}]}, "line 2: a comment has no text"),
        ({"veracity": "perhaps"}, "line 2: the veracity is 'perhaps'"),
        ({"claim": " "}, "line 2: there is no claim"),
    ],
)
def test_a_bad_thread(tmp_path, change, message):
    path = write(tmp_path, THREAD, THREAD | {"id": "t-2"} | change)
    with pytest.raises(UnusableDataset, match=rf"threads\.jsonl, {message}"):
        read(path, "rumour")
