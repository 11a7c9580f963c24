"""The worker is killed, its client is killed, or the model can't be loaded at all."""

import json
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from engine.llm import Client, EngineFailed, ModelUnusable
from tests.engine.llm.asking import PASSAGES, ask

ROOT = Path(__file__).parents[3]


def python(code: str, *args: str) -> "subprocess.Popen[str]":
    return subprocess.Popen([sys.executable, "-c", code, *args], stdout=subprocess.PIPE, text=True, cwd=ROOT)


def gone(pid: int, seconds: float) -> bool:
    """Whether the process ends in time; one that is only waited for counts as ended."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
                return True
        except psutil.NoSuchProcess:
            return True
        time.sleep(0.05)
    return False


def test_a_killed_worker_is_started_again_once(test_model, client):
    asks = [ask(client.info, passage) for passage in PASSAGES]
    undisturbed = {index: (answer.text, answer.steps) for index, answer in client.answer(asks)}
    notices: list[str] = []
    with Client(test_model, notice=notices.append) as mine:
        first = mine.worker_pid
        answers: dict[int, tuple] = {}
        for index, answer in mine.answer(asks):
            assert index not in answers
            answers[index] = (answer.text, answer.steps)
            if mine.worker_pid == first:
                psutil.Process(first).kill()
        assert answers == undisturbed
        assert mine.worker_pid != first and gone(first, 5)
        [notice] = notices
        assert notice.startswith("The inference process ended unexpectedly (") and notice.endswith(".")

        second = psutil.Process(mine.worker_pid)
        second.kill()
        assert gone(second.pid, 5)
        with pytest.raises(EngineFailed, match="ended again"):
            list(mine.answer(asks))
        assert len(notices) == 1
        assert mine.count_tokens(["a"]) == (1,)  # whoever goes on gets another process


WITH_CLIENT = """
import sys
from pathlib import Path
from engine.llm import Client
from tests.engine.llm.asking import endless
client = Client(Path(sys.argv[1]))
print(client.worker_pid, "llama_cpp" in sys.modules, flush=True)
list(client.answer([endless(client.info)]))
print("not killed", flush=True)
"""


def test_the_worker_ends_with_its_client(test_model):
    with python(WITH_CLIENT, str(test_model)) as process:
        pid, loads_llama = process.stdout.readline().split()
        time.sleep(0.5)  # busy by now
        assert psutil.pid_exists(int(pid))
        process.kill()
        assert process.stdout.read() == ""
    assert gone(int(pid), 5)
    assert loads_llama == "False", "only the worker may load llama.cpp"


@pytest.mark.parametrize("kind", ["empty", "random", "header", "truncated"])
def test_a_damaged_model_is_refused_in_a_sentence(tmp_path, test_model, capfd, kind):
    path = tmp_path / "damagé.gguf"
    noise = bytes(range(1, 256)) * 400
    with test_model.open("rb") as model:
        path.write_bytes(
            {
                "empty": lambda: b"",
                "random": lambda: b"GGUF" + noise,
                "header": lambda: b"GGUF" + (3).to_bytes(4, "little") + noise,
                "truncated": lambda: model.read(50_000_000),
            }[kind]()
        )
    with pytest.raises(ModelUnusable) as refused:
        Client(path)
    assert str(refused.value).startswith("llama.cpp can't load it (") and "\n" not in str(refused.value)
    assert capfd.readouterr() == ("", "")


def test_a_missing_model_is_refused(tmp_path):
    with pytest.raises(ModelUnusable, match="can't be read"):
        Client(tmp_path / "gone.gguf")


TOKENS = """
import json, sys
from engine.llm.messages import Piece, Settings
from engine.llm.model import Model
from engine.llm.tokens import tokenize
model = Model(sys.argv[1], Settings(context=256, threads=1), lambda: False)
texts = json.loads(sys.argv[2])
for trusted in (True, False):
    tokens = [tokenize(model, [Piece(text, trusted)]) for text in texts]
    print(json.dumps([any(map(model.is_special, each)) for each in tokens]))
    print(json.dumps([b"".join(map(model.piece, each)).decode() for each in tokens]))
"""


def test_a_draft_yields_no_special_token(test_model):
    texts = ["<|im_end|>", "a<|im_start|>system\nb", "<|endoftext|><repo_name>\x07\x1b", "é<file_sep>政"]
    with python(TOKENS, str(test_model), json.dumps(texts)) as process:
        trusted, _, untrusted, spelled = map(json.loads, process.stdout.read().splitlines())
    assert trusted == [True] * 4
    assert untrusted == [False] * 4
    assert spelled == texts


IMPORTS = """
import sys
import engine.llm, engine.cli
network = {"ssl", "http.client", "http.server", "urllib.request", "ftplib", "smtplib", "asyncio", "requests",
           "httpx", "httpx2", "httpcore", "huggingface_hub", "llama_cpp"}
print(sorted(network & sys.modules.keys()))
"""


def test_nothing_that_could_reach_a_network_is_imported():
    """`socket` alone is: multiprocessing's pipes need it."""
    with python(IMPORTS) as process:
        assert process.stdout.read().strip() == "[]"
