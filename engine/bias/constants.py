"""The numbers of the method, each once: the published ones with their section in MABPD (Joshi, Dhyani and
Chauhan), then the block "Ours", which fills what the paper leaves open; METHOD.md says why."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.bias.decision import AgentName
from engine.bias.outputs import Strength

METHOD_VERSION: Final = "3"  # raise it whenever agents are asked, or outputs decided, otherwise

# Agents: weights w_i of Eq. 3 (Appendix A, Table 8) and of the scorecard (Eq. 1)
AGENT_WEIGHTS: Final[Mapping[AgentName, float]] = MappingProxyType(
    {"bias": 0.50, "evidence": 0.25, "framing": 0.25}
)
SCORE_WEIGHTS: Final[Mapping[AgentName, float]] = MappingProxyType(
    {"bias": 0.50, "evidence": 0.25, "framing": 0.25}
)

# Self-consistency and the early exit (sections 3.2, 3.3, 4.2)
MAX_PASSES: Final = 5
EARLY_EXIT_CONFIDENCE: Final = 0.96
AGREEMENT_FLOOR: Final = 0.80
BIAS_BOOST: Final = 1.15
NEUTRAL_ATTENUATION: Final = 0.85

# The three paths (section 3.3, Table 8)
TIER_B_CEILING: Final = 0.30
TIER_A_CEILING: Final = 0.40
NEUTRAL_AGREEMENT_FLOOR: Final = 0.67
STRONG_FLOOR: Final = 0.85
STRONG_SPANS: Final = 2
MODERATE_FLOOR: Final = 0.65
MODERATE_SPANS: Final = 1
HIGH_CONFIDENCE_SPAN: Final = 0.60

# Structured argument debate (section 3.3, Eq. 2 and Eq. 5 in Appendix A)
MAX_EVIDENCE: Final = 5
BIASED_FACTORS: Final = (0.0, 0.60, 0.85, 1.0)  # by number of evidence spans; the last one from 3 on
NEUTRAL_FACTORS: Final = (0.60, 1.0)  # without and with evidence
SAD_THRESHOLD: Final = 0.50
TIE_MARGIN: Final = 0.05
FUZZY_OVERLAP: Final = 0.60
PARTIAL_OVERLAP: Final = 0.30

# Verifier (section 3.4)
SUPPORTING_SPANS: Final = 1
INCONSISTENT_CEILING: Final = 0.20
UNDER_DETECTION_FLOOR: Final = 0.80
UNDER_DETECTION_SPANS: Final = 3
WEAK_VERDICT_CEILING: Final = 0.65
WEAK_VERDICT_SPANS: Final = 1

# Ours
LIKELIHOOD_WEIGHT: Final = 0.50  # of the reading by likelihood in Eq. 3, beside the published weights
CHANNEL_LIMIT: Final = 2.0  # nats: the most that one token's ratio counts, so that no single name decides
CHANNEL_SPANS: Final = 3
CHANNEL_SEED: Final = 1.0  # nats: the ratio from which a word may begin a span of the reading,
CHANNEL_NEIGHBOR: Final = 0.5  # and that from which its neighbors join it
CHANNEL_SPAN_WORDS: Final = 6
UNCERTAIN_SHARE: Final = 0.50  # how much of P(uncertain) counts as bias in a measured score
SELF_CONSISTENCY_TEMPERATURE: Final = 0.70  # as in Wang et al. 2023
DIGITS: Final = 9  # scores that meet a threshold are rounded to this, so that their last bits decide nothing
ONE_SIDED_QUOTES: Final = 3  # quotations that, if all are one speaker's, may be a one-sided choice
UNCERTAIN_FACTOR: Final = 0.60  # an undecided agent weighs like a neutral one without evidence
STRENGTH_VALUES: Final[Mapping[Strength, float]] = MappingProxyType(
    {"strong": 1.0, "moderate": 0.5, "weak": 0.0}
)
MODERATE_SPAN: Final = 0.30  # a bias span's confidence: strong from HIGH_CONFIDENCE_SPAN, moderate from here
QUALITY_STEP: Final = 0.05  # the most that evidence quality moves a confidence, either way
AGREEMENT_STEP: Final = 0.05  # the most that the other agents move it
SCORE_SHARE: Final = 0.80  # s_bias: the BiasAgent's score; the rest is its span count
US_THEM_SHARE: Final = 0.40  # s_framing: us/them, lean; the rest is the framing span count
LEAN_SHARE: Final = 0.30
MIN_QUOTE: Final = 3  # letters or digits; anything shorter is found everywhere
CONTENT_WORD: Final = 4  # letters; shorter words do not count toward an overlap
MIN_SHARED_WORDS: Final = 2  # a fuzzy or partial match shares at least these
WINDOW_SLACK: Final = 2  # content words that a misquoted phrase may have left out
HELD_CLAIM: Final = 0.50  # both sides of a non-trivial conflict are at least this confident
STRONG_CLAIM: Final = 0.70  # disagreement flag: both sides at least this confident,
HIGH_CONFIDENCE: Final = 0.70  # and the verdict too
