"""The manifest of a run: everything that can change its result."""

from importlib.metadata import version
from unicodedata import unidata_version

from engine.bias.calibration import Calibration
from engine.bias.constants import METHOD_VERSION, SELF_CONSISTENCY_TEMPERATURE
from engine.bias.policy import Policy
from engine.llm import ChatTemplate, ModelInfo
from engine.report.schema import Manifest, ModelIdentity
from engine.text import Granularity
from knowledge import version as knowledge_version

PACKAGES = (
    "ahocorasick-rs",
    "charset-normalizer",
    "jinja2",
    "llama-cpp-python",
    "llguidance",
    "markdown-it-py",
    "numpy",
    "rapidfuzz",
    "sentencex",
)
CACHE = "flash attention, q8_0 keys and values"


def manifest(
    info: ModelInfo,
    *,
    file: str,
    sha256: str,
    seed: int,
    passes: int,
    granularity: Granularity,
    policy: Policy,
    gpu_layers: int,
    calibration: Calibration | None,
) -> Manifest:
    return Manifest(
        evenhand=version("evenhand"),
        method=METHOD_VERSION,
        knowledge=knowledge_version(),
        model=ModelIdentity(
            file=file,
            sha256=sha256,
            quantization=info.quantization,
            name=info.name,
            parameters=info.parameters,
        ),
        llama_cpp=info.llama_cpp,
        backend=info.backend,
        gpu_layers=gpu_layers,
        packages={name: version(name) for name in PACKAGES} | {"unicode": unidata_version},
        seed=seed,
        passes=passes,
        temperature=SELF_CONSISTENCY_TEMPERATURE if passes > 1 else 0.0,
        granularity=granularity,
        schedule=info.schedule,
        context=info.context,
        cache=CACHE,
        chat_template=ChatTemplate(info).source,
        policy=policy,
        calibration=calibration if policy == "default" else None,
    )
