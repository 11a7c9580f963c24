"""The manifest names whatever can change a result."""

from importlib.metadata import version
from typing import Any

import pytest

from engine.bias.calibration import Calibration, Zero
from engine.bias.constants import METHOD_VERSION
from engine.llm import ModelInfo, ModelUnusable
from engine.report.manifest import manifest
from knowledge import version as knowledge_version


def info(**more: Any) -> ModelInfo:
    known: dict[str, Any] = {
        "name": "Small 1B",
        "architecture": "llama",
        "quantization": "Q4_K - Medium",
        "parameters": 1_000_000_000,
        "context": 4096,
        "chat_template": "{% for m in messages %}{{ m.content }}{% endfor %}",
        "knows_chatml": True,
        "bos": "",
        "adds_bos": False,
        "eos": "<|im_end|>",
        "schedule": "fixed",
        "width": 1,
        "threads": 2,
        "llama_cpp": "b9999",
        "backend": "AVX2, FMA",
    }
    return ModelInfo(**(known | more))


RUN: dict[str, Any] = {
    "file": "small.gguf",
    "sha256": "ab" * 32,
    "seed": 3,
    "passes": 1,
    "granularity": "passage",
    "policy": "default",
    "gpu_layers": 0,
    "calibration": None,
}


def test_model_run_and_software_are_named() -> None:
    made = manifest(info(), **RUN)
    assert made.model.model_dump() == {
        "file": "small.gguf",
        "sha256": "ab" * 32,
        "quantization": "Q4_K - Medium",
        "name": "Small 1B",
        "parameters": 1_000_000_000,
    }
    assert (made.seed, made.passes, made.granularity, made.policy) == (3, 1, "passage", "default")
    assert (made.schedule, made.context, made.llama_cpp, made.backend) == (
        "fixed",
        4096,
        "b9999",
        "AVX2, FMA",
    )
    assert (made.method, made.knowledge) == (METHOD_VERSION, knowledge_version())
    assert made.evenhand == version("evenhand")
    assert made.packages["llama-cpp-python"] == version("llama-cpp-python")


@pytest.mark.parametrize(("passes", "temperature"), [(1, 0.0), (2, 0.7), (5, 0.7)])
def test_one_pass_is_greedy_and_several_are_sampled(passes: int, temperature: float) -> None:
    assert manifest(info(), **(RUN | {"passes": passes})).temperature == temperature


def test_a_calibration_is_named_where_the_policy_reads_by_it() -> None:
    one = Calibration(
        model="ab" * 32, method=METHOD_VERSION, sentences="cd" * 32, zeros={"bias": Zero(zero=0.5, slope=1.2)}
    )
    assert manifest(info(), **(RUN | {"calibration": one})).calibration == one
    assert manifest(info(), **(RUN | {"calibration": one, "policy": "published"})) == manifest(
        info(), **(RUN | {"policy": "published"})
    )


def test_threads_and_width_cannot_change_a_result_and_stay_out() -> None:
    assert manifest(info(threads=1, width=1), **RUN) == manifest(info(threads=8, width=4), **RUN)


def test_the_template_is_the_models_own_or_chatml() -> None:
    assert manifest(info(), **RUN).chat_template == "model"
    assert manifest(info(chat_template=None), **RUN).chat_template == "chatml"


def test_a_model_without_either_is_unusable() -> None:
    with pytest.raises(ModelUnusable, match="no chat template"):
        manifest(info(chat_template=None, knows_chatml=False), **RUN)
