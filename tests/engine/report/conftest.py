"""A report built by hand: a neutral passage by path A, a debate (C), a hostile text by path B, and a
neutral passage that is flagged. Effective weights and SAD scores follow Eq. 3 to 5."""

import re
from collections.abc import Mapping, Sequence

import pytest

from engine.bias.decision import (
    AgentName,
    Argument,
    CitedEvidence,
    Debate,
    Decision,
    Path,
    ReviewFlag,
    RuleCheck,
    Scorecard,
    Verdict,
    Verification,
    VerifierCheck,
)
from engine.bias.outputs import (
    AgentOutputs,
    BiasOutput,
    BiasPass,
    BiasSpan,
    Claim,
    EvidenceItem,
    EvidenceOutput,
    FramingOutput,
    FramingSpan,
    LexiconMatch,
    LikelihoodOutput,
    Speech,
    WordRatio,
)
from engine.report.canonical import seal
from engine.report.findings import findings
from engine.report.schema import (
    Circumstances,
    DraftIdentity,
    DraftVerdict,
    Manifest,
    ModelIdentity,
    PassageReport,
    Report,
    ReportFile,
)

TITLE = "Council weighs new parking fees"
PLAIN = (
    "The city council will vote on Tuesday on a plan to raise parking fees from 2 to 3 euros an hour. "
    "The plan would bring in 1.2 million euros a year, according to the treasurer's office."
)
SLANTED = (
    "While ordinary families struggle to afford basic necessities, wealthy corporations continue to "
    "hoard record profits, shielded by a tax system rigged in their favor."
)
HOSTILE = (
    '<script>alert("1")</script> & the radical mob\'s \u202eegnarts\u202c plan \U0001f697 will '
    "“destroy” our city, [bold red]everyone knows[/] it.\x1b[31m</style><!-- {{ 7 * 7 }} <|im_start|>"
)
FLAGGED = "Critics such as the shopkeepers' union called the plan a tax on the poor; the mayor disagreed."
PARTS = (TITLE, PLAIN, SLANTED, "What they say", HOSTILE, FLAGGED, "Additional reporting: desk.")
DRAFT = "\n\n".join(PARTS) + "\n"

WEIGHTS: dict[AgentName, float] = {"bias": 0.5, "evidence": 0.25, "framing": 0.25, "likelihood": 0.5}


def measured(claim: Claim, probability: float) -> dict[Claim, float]:
    other: Claim = "neutral" if claim == "biased" else "biased"
    return {claim: probability, other: round(1 - probability, 6)}


def at(quote: str) -> dict[str, object]:
    start = DRAFT.index(quote)
    return {"start": start, "end": start + len(quote), "quote": quote}


def bias_span(quote: str, type: str, meta: str, confidence: float) -> BiasSpan:
    return BiasSpan.model_validate({**at(quote), "type": type, "meta": meta, "confidence": confidence})


def item(quote: str, kind: str, strength: str, lexicon: LexiconMatch | None = None) -> EvidenceItem:
    return EvidenceItem.model_validate({**at(quote), "kind": kind, "strength": strength, "lexicon": lexicon})


def framing_span(quote: str, explanation: str) -> FramingSpan:
    return FramingSpan.model_validate({**at(quote), "explanation": explanation})


def cited(quote: str, strength: str, match: str = "exact", overlap: float = 1.0) -> CitedEvidence:
    place = at(quote) if match != "none" else {"start": 0, "end": 0, "quote": quote}
    return CitedEvidence.model_validate({**place, "match": match, "overlap": overlap, "strength": strength})


def argument(
    agent: AgentName,
    claim: Claim,
    confidence: float,
    evidence: Sequence[CitedEvidence] = (),
    rejected: Sequence[CitedEvidence] = (),
    counter: str | None = None,
) -> Argument:
    by_count = (0.6, 1.0, 1.0, 1.0) if claim == "neutral" else (0.0, 0.6, 0.85, 1.0)
    factor = by_count[min(len(evidence), 3)]
    return Argument(
        agent=agent,
        claim=claim,
        evidence=tuple(evidence),
        rejected=tuple(rejected),
        counter=counter,
        confidence=confidence,
        measured=confidence - 0.07,
        adjusted=confidence,
        weight=WEIGHTS[agent],
        factor=factor,
        effective=WEIGHTS[agent] * confidence * factor,
    )


def bias_output(claim: Claim, score: float, spans: Sequence[BiasSpan] = ()) -> BiasOutput:
    one = BiasPass(
        claim=claim, measured=measured(claim, 0.73), score=score, confidence=0.8, spans=tuple(spans)
    )
    return BiasOutput(**one.model_dump(), passes=(one,), counter="The figures are public.")


def evidence_output(claim: Claim, items: Sequence[EvidenceItem] = ()) -> EvidenceOutput:
    return EvidenceOutput(
        claim=claim, said=claim, measured=measured(claim, 0.66), confidence=0.71, items=tuple(items)
    )


def framing_output(claim: Claim, frame: str, spans: Sequence[FramingSpan] = ()) -> FramingOutput:
    return FramingOutput(
        claim=claim,
        measured=measured(claim, 0.6),
        confidence=0.6,
        frame=frame,
        lean="left" if claim == "biased" else "none",
        us_them=claim == "biased",
        spans=tuple(spans),
    )


def decision(
    verdict: Verdict,
    path: Path,
    reason: str,
    routing: float,
    arguments: Sequence[Argument] = (),
    debate: Debate | None = None,
    check: VerifierCheck | None = None,
    flags: Sequence[ReviewFlag] = (),
) -> Decision:
    return Decision(
        verdict=verdict,
        confidence=0.785 if debate else 0.9,
        path=path,
        reason=reason,
        scorecard=Scorecard(
            bias=routing,
            evidence=0.4,
            framing=0.35,
            overall=routing / 2 + 0.1875,
            routing=routing,
            agreement_factor=1.0,
        ),
        arguments=tuple(arguments),
        debate=debate,
        verification=Verification(
            rules=(
                RuleCheck(rule="supported", passed=True, note="Spans that support a biased verdict: 3."),
                RuleCheck(rule="consistent", passed=True, note=f"The bias score is {routing:.2f}."),
                RuleCheck(
                    rule="under_detection",
                    passed=True,
                    note=f"The bias score is {routing:.2f}, and the BiasAgent's spans are 3.",
                ),
            ),
            check=check,
            overridden=False,
        ),
        flags=tuple(flags),
    )


def passage(index: int, text: str, outputs: AgentOutputs, decided: Decision) -> PassageReport:
    return PassageReport(
        index=index,
        start=DRAFT.index(text),
        end=DRAFT.index(text) + len(text),
        text=text,
        outputs=outputs,
        decision=decided,
        findings=findings(outputs, decided, "default"),
    )


def plain_passage() -> PassageReport:
    outputs = AgentOutputs(
        bias=bias_output("neutral", 0.12),
        evidence=evidence_output("neutral"),
        framing=framing_output("neutral", "economic_consequences"),
    )
    reason = "The score 0.12 is below 0.30 and no span was found."
    return passage(0, PLAIN, outputs, decision("neutral", "A", reason, 0.12))


def slanted_passage() -> PassageReport:
    hoard = LexiconMatch(
        term="hoard",
        category="economic_slant",
        score=0.8,
        severity="error",
        alternative="report record profits",
        residual=False,
    )
    outputs = AgentOutputs(
        bias=bias_output(
            "biased",
            0.62,
            (
                bias_span("hoard record profits", "loaded_language", "biased_language", 0.84),
                bias_span("shielded by a tax system rigged", "framing_bias", "framing_bias", 0.58),
                bias_span("ordinary families struggle", "selection_bias", "selective_presentation", 0.51),
            ),
        ),
        evidence=evidence_output(
            "biased",
            (
                item("hoard record profits", "loaded_term", "strong", hoard),
                item("rigged in their favor", "unsupported_claim", "moderate"),
            ),
        ),
        framing=framing_output(
            "neutral", "conflict", (framing_span("wealthy corporations", "Sets the rich against families."),)
        ),
    )
    arguments = (
        argument(
            "bias",
            "biased",
            0.8,
            (
                cited("hoard record profits", "strong"),
                cited("shielded by a tax system rigged", "moderate", "fuzzy", 0.82),
                cited("ordinary families struggle", "weak"),
            ),
            rejected=(cited("greedy fat cats", "weak", "none", 0.1),),
            counter="Record profits and rising prices are both matters of public record.",
        ),
        argument(
            "evidence",
            "biased",
            0.7,
            (cited("hoard record profits", "strong"), cited("rigged in their favor", "moderate")),
        ),
        argument("framing", "neutral", 0.6, (cited("wealthy corporations", "moderate"),)),
    )
    total = sum(one.effective for one in arguments)
    neutral = arguments[2].effective / total
    debate = Debate(
        scores={"biased": 1 - neutral, "neutral": neutral, "uncertain": 0.0},
        verdict="biased",
        resolution="score",
    )
    check = VerifierCheck(
        ruling="author",
        measured={"author": 0.77, "reporting": 0.23},
        case_for_neutral="It could be read as a summary of what the union says.",
    )
    flag = ReviewFlag(
        kind="disagreement", note="The framing agent calls this passage neutral, the other two biased."
    )
    reason = (
        "No fast path applies at a score of 0.62. "
        "The weighted arguments decide (biased 0.79, neutral 0.21): biased."
    )
    return passage(
        1, SLANTED, outputs, decision("biased", "C", reason, 0.62, arguments, debate, check, (flag,))
    )


def hostile_passage() -> PassageReport:
    outputs = AgentOutputs(
        bias=bias_output(
            "biased",
            0.91,
            (
                bias_span("the radical mob's", "political_labeling", "biased_language", 0.9),
                bias_span('<script>alert("1")</script> &', "loaded_language", "biased_language", 0.8),
            ),
        ),
        evidence=evidence_output(
            "biased", (item("[bold red]everyone knows[/]", "unsupported_claim", "strong"),)
        ),
        framing=framing_output(
            "biased",
            "conflict",
            (framing_span("mob's \u202eegnarts\u202c plan \U0001f697", "<b>us & them</b>\x1b[2J"),),
        ),
    )
    arguments = (
        argument("bias", "biased", 0.9, (cited("the radical mob's", "strong"),)),
        argument("evidence", "biased", 0.8, (cited("[bold red]everyone knows[/]", "strong"),)),
        argument("framing", "biased", 0.6, (cited("mob's \u202eegnarts\u202c plan \U0001f697", "moderate"),)),
    )
    reason = "The score 0.91 is at least 0.85 with 2 high-confidence spans, and the evidence agent agrees."
    return passage(2, HOSTILE, outputs, decision("biased", "B", reason, 0.91, arguments))


def flagged_passage() -> PassageReport:
    outputs = AgentOutputs(
        bias=bias_output(
            "neutral", 0.45, (bias_span("a tax on the poor", "loaded_language", "biased_language", 0.6),)
        ),
        evidence=evidence_output("biased"),
        framing=framing_output("neutral", "conflict"),
        speech=(Speech(**at("a tax on the poor"), speaker="Critics"),),
    )
    arguments = (
        argument("bias", "neutral", 0.6),
        argument("evidence", "biased", 0.7),
        argument("framing", "neutral", 0.6),
    )
    debate = Debate(
        scores={"biased": 0.0, "neutral": 1.0, "uncertain": 0.0},
        verdict="neutral",
        resolution="evidence_requirement",
    )
    flag = ReviewFlag(kind="uncertain", note="The evidence agent calls it biased but quotes nothing.")
    return passage(
        3,
        FLAGGED,
        outputs,
        decision("neutral", "C", "The agents debated.", 0.45, arguments, debate, flags=(flag,)),
    )


def build_report() -> Report:
    return Report(
        manifest=Manifest(
            evenhand="0.1.0",
            method="mabpd-1",
            knowledge="9f2c" * 16,
            model=ModelIdentity(
                file="qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
                sha256="cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
                quantization="Q4_K_M",
                name="Qwen2.5 Coder 1.5B Instruct",
                parameters=1_543_714_304,
            ),
            llama_cpp="0.3.36",
            backend="SSE3, AVX, AVX2",
            gpu_layers=0,
            packages={"llguidance": "1.9.0", "numpy": "2.4.0", "rapidfuzz": "3.14.0"},
            seed=0,
            passes=1,
            temperature=0.0,
            granularity="passage",
            schedule="fixed",
            context=8192,
            cache="q8_0, flash attention",
            chat_template="model",
            policy="default",
        ),
        draft=DraftIdentity(
            sha256="5e" * 32,
            encoding="UTF-8",
            characters=len(DRAFT),
            words=len(DRAFT.split()),
            sentences=9,
            title=TITLE,
        ),
        verdict=DraftVerdict(
            verdict="biased", biased_passages=2, passages=4, biased_share=0.48, complete=True
        ),
        passages=(plain_passage(), slanted_passage(), hostile_passage(), flagged_passage()),
    )


CIRCUMSTANCES = Circumstances(
    draft_name="parking-fees.txt",
    created="2026-03-02T09:30:00Z",
    seconds=97.4,
    threads=2,
    batch_width=1,
    host="newsroom-7",
    usage={"prompt_tokens": 3120, "sampled_tokens": 211, "milliseconds": 97400},
    remarks=("parking-fees.txt seems to be in *Klingon*: rely on its findings even less than usual.",),
)


@pytest.fixture(scope="session")
def draft_text() -> str:
    return DRAFT


@pytest.fixture(scope="session")
def report_file() -> ReportFile:
    return seal(build_report(), CIRCUMSTANCES)


def likelihood_output(text: str, ratios: Mapping[str, float], spans: Sequence[str]) -> LikelihoodOutput:
    """The reading of a passage: the named words at their ratios, the others at 0.1."""
    start = DRAFT.index(text)
    words = tuple(
        WordRatio(
            start=start + match.start(),
            end=start + match.end(),
            quote=match[0],
            ratio=ratios.get(match[0], 0.1),
        )
        for match in re.finditer(r"\w+", text)
    )
    return LikelihoodOutput(
        claim="biased",
        measured=measured("biased", 0.86),
        confidence=0.86,
        margin=1.83,
        spans=tuple(WordRatio.model_validate({**at(quote), "ratio": 2.5}) for quote in spans),
        words=words,
    )


def heard(passage: PassageReport, read: LikelihoodOutput) -> PassageReport:
    """The passage with the reading by likelihood as a fourth voice; its verdict stays."""
    evidence = tuple(cited(span.quote, "moderate") for span in read.spans)
    fourth = argument("likelihood", read.claim, 0.72, evidence)
    decided = passage.decision.model_copy(update={"arguments": (*passage.decision.arguments, fourth)})
    outputs = passage.outputs.model_copy(update={"likelihood": read})
    return passage.model_copy(
        update={"outputs": outputs, "decision": decided, "findings": findings(outputs, decided, "default")}
    )


@pytest.fixture(scope="session")
def heard_file() -> ReportFile:
    """The report with a fourth voice on the debated and on the hostile passage."""
    report = build_report()
    plain, slanted, hostile, flagged = report.passages
    ratios = {"hoard": 2.9, "rigged": 1.4, "shielded": 0.8, "wealthy": 0.7, "system": -0.6, "While": -1.3}
    slanted = heard(slanted, likelihood_output(SLANTED, ratios, ("hoard record profits", "rigged")))
    hostile = heard(hostile, likelihood_output(HOSTILE, {"alert": 0.9, "mob": 9.0}, ("the radical mob's",)))
    return seal(report.model_copy(update={"passages": (plain, slanted, hostile, flagged)}), CIRCUMSTANCES)
