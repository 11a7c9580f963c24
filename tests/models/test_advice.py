from dataclasses import replace

import pytest

from models import catalog, hardware
from models.advice import SYSTEM, Advice, advise, usable_memory
from models.hardware import Build, Hardware

GB = 10**9
LAPTOP = Hardware(
    processor="Test",
    architecture="x86_64",
    cores=4,
    memory=8 * GB,
    memory_free=3 * GB,
    disk_free=100 * GB,
    features=frozenset(hardware.USUAL),
)


def advice(**changes: object) -> Advice:
    return advise(replace(LAPTOP, **changes), catalog.entries())  # type: ignore[arg-type]


def name(found: Advice) -> str | None:
    return found.model.name if found.model else None


@pytest.mark.parametrize(
    ("cores", "memory", "expected"),
    [
        (2, 4, "starter"),
        (2, 5, "qwen2.5-1.5b"),
        (2, 64, "qwen3-4b"),  # the processor sets the bound
        (4, 8, "qwen2.5-7b-q4"),
        (4, 16, "llama-3.1-8b"),
        (8, 16, "gemma-3-12b"),
        (16, 32, "mistral-small-24b"),
        (32, 64, "llama-3.3-70b"),
    ],
)
def test_the_largest_that_fits_and_answers_in_time(cores: int, memory: int, expected: str) -> None:
    assert name(advice(cores=cores, memory=memory * GB)) == expected


def test_q8_goes_before_k_quants_where_memory_allows() -> None:
    small, large = advice(memory=8 * GB).model, advice(memory=11 * GB).model
    assert small and large and (small.title, large.title) == ("Qwen2.5 7B Instruct",) * 2
    assert (small.quantization, large.quantization) == ("Q4_K_M", "Q8_0")


@pytest.mark.parametrize(
    ("gpu_memory", "expected"), [(0, "qwen3-4b"), (6, "qwen2.5-7b-q4"), (48, "llama-3.3-70b")]
)
def test_a_gpu_lifts_the_bound_of_the_processor_as_far_as_its_memory_reaches(
    gpu_memory: int, expected: str
) -> None:
    build = Build(gpu="CUDA", gpu_memory=gpu_memory * GB)
    assert name(advice(cores=2, memory=64 * GB, build=build)) == expected


def test_what_runs_on_the_gpu_is_told_how() -> None:
    speed = advice(cores=2, memory=64 * GB, build=Build(gpu="CUDA", gpu_memory=48 * GB)).reasons[2]
    assert "into the 48.00 GB of the graphics processor" in speed
    assert speed.endswith("(CUDA): use it with --gpu-layers 81.")


def test_what_other_programs_hold_right_now_does_not_count() -> None:
    assert advice(memory_free=0) == advice()
    assert usable_memory(LAPTOP) == 8 * GB - SYSTEM
    assert usable_memory(replace(LAPTOP, memory=GB)) == 0


def test_reasons_name_memory_disk_speed_and_reproducibility() -> None:
    first, second, third, fourth = advice(cores=4, memory=16 * GB).reasons
    assert "9.43 GB of memory, of 16.00 GB here, and 8.54 GB on the disk, where 100.00 GB are free" in first
    assert "within 30 s a passage" in second
    assert "On 4 cores" in third and "`evenhand models checkup llama-3.1-8b`" in third
    assert "Q8_0" in fourth and "whatever is computed beside it" in fourth
    assert "order of work is fixed" in advice(memory=8 * GB).reasons[3]
    assert "On 1 core a passage" in advice(cores=1, memory=4 * GB).reasons[2]


def test_more_memory_and_a_faster_machine_are_spelled_out() -> None:
    next_one, last, faster = advice(cores=4, memory=8 * GB).with_more
    short = catalog.entry("qwen2.5-7b").memory() - (8 * GB - SYSTEM)
    assert next_one.startswith(f"With {short / GB:.2f} GB more memory: Qwen2.5 7B Instruct Q8_0.")
    assert "more memory: Llama 3.1 8B Instruct Q8_0." in last
    assert faster.startswith("With a faster processor, or a GPU with 8.76 GB: Gemma 3 12B Instruct")
    assert advice(cores=2, memory=64 * GB).with_more[0] == "More memory alone would change nothing here."
    assert advice(cores=32, memory=64 * GB).with_more == ()


def test_where_nothing_fits_it_says_what_is_needed() -> None:
    found = advice(memory=2 * GB)
    assert found.model is None
    assert found.reasons == (
        "No model of the catalog suits this machine, with 2.00 GB of memory and 100.00 GB of free disk: the "
        "smallest takes 1.78 GB of memory.",
    )
    assert "Qwen2.5-Coder 1.5B Instruct" in found.with_more[0]


def test_a_full_disk_is_a_warning_unless_the_model_is_here_already() -> None:
    found = advice(disk_free=2 * GB)
    assert name(found) == "qwen2.5-1.5b"
    assert found.warnings == (
        "Qwen2.5 7B Instruct Q4_K_M would suit this machine but for the disk: it needs 4.68 GB, and 2.00 GB "
        "are free.",
    )
    here = advise(replace(LAPTOP, disk_free=2 * GB), catalog.entries(), frozenset({"qwen2.5-7b-q4"}))
    assert name(here) == "qwen2.5-7b-q4" and here.warnings == ()


def test_a_processor_without_avx2_is_warned_of_before_anything_is_loaded() -> None:
    (warning,) = advice(features=frozenset({"avx"})).warnings
    assert "no AVX2, F16C, FMA" in warning and "crashes" in warning
    assert advice(features=frozenset(), architecture="arm64").warnings == ()


def test_only_ranked_instruct_models_are_ever_recommended() -> None:
    recommended = {name(advice(cores=c, memory=m * GB)) for c in (1, 2, 4, 8, 64) for m in (2, 4, 8, 16, 48)}
    ranked = {entry.name for entry in catalog.entries() if entry.rank}
    assert recommended - {None} <= ranked
    assert {fit.entry.kind for fit in advice().fits} == {"instruct"}
