from engine.bias.outputs import Speech
from engine.bias.policy import Policy
from engine.report.findings import findings
from engine.report.marks import marks, segments
from engine.report.schema import Finding, ReportFile
from knowledge import lexicon_categories


def test_each_citation_becomes_a_finding_in_reading_order(report_file: ReportFile) -> None:
    found = report_file.report.passages[1].findings
    assert [(one.quote, one.agent, one.kind) for one in found] == [
        ("ordinary families struggle", "bias", "selective_presentation"),
        ("wealthy corporations", "framing", "framing_bias"),
        ("hoard record profits", "bias", "biased_language"),
        ("hoard record profits", "evidence", "biased_language"),
        ("shielded by a tax system rigged", "bias", "framing_bias"),
        ("rigged in their favor", "evidence", "unsupported_claims"),
    ]


def test_what_a_finding_says(report_file: ReportFile) -> None:
    _, framing, bias, evidence, _, claim = report_file.report.passages[1].findings
    assert evidence.alternative == "report record profits"
    assert "“hoard” under slanted economic terms (0.80)" in evidence.why
    assert framing.why == "Sets the rich against families." and framing.type == "conflict"
    assert bias.why and bias.alternative is None
    assert claim.why == "Stated as fact, without a source."
    assert (bias.strength, evidence.strength, claim.strength) == ("strong", "strong", "moderate")


def relisted(file: ReportFile, **changes: object) -> Finding:
    """The finding of the lexicon's term, with the term changed."""
    passage = file.report.passages[1]
    evidence = passage.outputs.evidence
    assert evidence
    items = tuple(
        item.model_copy(update={"lexicon": item.lexicon.model_copy(update=changes)}) if item.lexicon else item
        for item in evidence.items
    )
    outputs = passage.outputs.model_copy(update={"evidence": evidence.model_copy(update={"items": items})})
    (found,) = (one for one in findings(outputs, passage.decision, "default") if one.type == "loaded_term")
    return found


def test_severity_is_that_of_the_term_or_follows_the_strength(report_file: ReportFile) -> None:
    _, framing, bias, _, _, claim = report_file.report.passages[1].findings
    assert (framing.severity, bias.severity, claim.severity) == ("warning", "error", "warning")
    assert relisted(report_file, severity="suggestion").severity == "suggestion"


def test_advice_is_given_where_another_wording_would_not_help(report_file: ReportFile) -> None:
    advice = lexicon_categories()["economic_slant"].advice
    assert relisted(report_file).advice is None
    assert relisted(report_file, residual=True).advice == advice
    assert relisted(report_file, alternative=None).advice == advice


def test_a_term_that_the_house_style_rejects_says_so(report_file: ReportFile) -> None:
    found = relisted(report_file, category="house_style", message="Style guide, page 12.")
    assert found.why.endswith("The house style rejects “hoard”. Style guide, page 12.")
    assert found.advice is None


def test_a_neutral_passage_has_findings_only_when_flagged(report_file: ReportFile) -> None:
    flagged = report_file.report.passages[3]
    assert [one.quote for one in flagged.findings] == ["a tax on the poor"]
    calm = flagged.decision.model_copy(update={"flags": ()})
    assert findings(flagged.outputs, calm, "default") == ()


def test_identical_ranges_share_a_mark(report_file: ReportFile) -> None:
    found = marks(report_file.report.passages[1].findings)
    assert [len(mark.findings) for mark in found] == [1, 1, 2, 1, 1]
    assert [mark.number for mark in found] == [1, 2, 3, 4, 5]


def test_segments_add_up_to_the_text_and_show_overlaps(report_file: ReportFile) -> None:
    passage = report_file.report.passages[1]
    pieces = segments(passage.text, passage.start, marks(passage.findings))
    assert "".join(piece.text for piece in pieces) == passage.text
    (shared,) = (piece for piece in pieces if len(piece.covering) == 2)
    assert shared.text == "rigged"
    assert [mark.number for mark in shared.ending] == [4]
    assert [mark.number for mark in shared.starting] == [5]


def test_unmarked_text_is_one_segment() -> None:
    (whole,) = segments("Nothing here.", 7, ())
    assert whole.text == "Nothing here." and not whole.covering


def said_by(file: ReportFile, policy: Policy, speaker: str | None = "Ann Hall") -> set[str | None]:
    """Whose words the findings are, all of whose passage is quoted."""
    passage = file.report.passages[1]
    speech = Speech(start=passage.start, end=passage.end, quote=passage.text, speaker=speaker)
    outputs = passage.outputs.model_copy(update={"speech": (speech,)})
    return {one.whose for one in findings(outputs, passage.decision, policy)}


def test_a_finding_on_a_speakers_words_says_whose_they_are(report_file: ReportFile) -> None:
    assert {one.whose for one in report_file.report.passages[1].findings} == {None}
    assert said_by(report_file, "default") == {"Quoted from Ann Hall: not held against the author."}
    assert said_by(report_file, "default", speaker=None) == {"Quoted: not held against the author."}
    assert said_by(report_file, "published") == {"Quoted from Ann Hall."}


def test_the_choice_of_one_sides_words_is_selective_presentation(report_file: ReportFile) -> None:
    passage = report_file.report.passages[1]
    speech = Speech(start=passage.start, end=passage.end, quote=passage.text, speaker="Ann Hall")
    outputs = passage.outputs.model_copy(update={"speech": (speech,), "one_sided": True})
    [framing] = [one for one in findings(outputs, passage.decision, "default") if one.agent == "framing"]
    assert framing.kind == "selective_presentation"
    assert framing.whose == "Quoted from Ann Hall, and the draft quotes nobody else."
