"""The verdict of a run, and the two sentences that every report begins with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from kasauti.records import LIMIT, Figure, Run, Unmeasured, Verdict
from kasauti.records.thresholds import WORST_FIRST
from kasauti.reports.wording.text import count_text, name_text, number_text, threshold_text
from kasauti.text.visible import on_one_line

NAMED = 3  # so many shortfalls are named in one line
COUNTED: tuple[Verdict, ...] = ("passed", "failed", "too close to call", "undecided")


def verdict_counts(run: Run) -> Counter[Verdict]:
    return Counter(measurement.verdict for measurement in run.measurements)


def run_verdict(run: Run) -> Verdict:
    """Passed only where the run is complete, every case passed and no test failed unmeasured.

    An error of the run is not the model's failure, but leaves the verdict open. Cases that are
    only shown do not count; a run of nothing else is itself only shown.
    """
    counts = verdict_counts(run)
    if not run.complete:
        return "failed"
    if counts["failed"] or any(each.outcome == "failed" for each in run.unmeasured):
        return "failed"
    if run.errors:
        return "undecided"
    return next((each for each in WORST_FIRST if counts[each]), "passed")


def judged_text(run: Run) -> str:
    """Return how many cases have each verdict: 9 passed, 4 failed, 3 too close to call."""
    counts = verdict_counts(run)
    return ", ".join(f"{counts[each]} {each}" for each in COUNTED if counts[each])


def headline(run: Run) -> str:
    """Return the number of each verdict, what was not measured, and if the run did not finish."""
    return " ".join(headline_sentences(run))


def headline_sentences(run: Run) -> list[str]:
    """Return the sentences of the headline, the number of each verdict first."""
    counts = verdict_counts(run)
    shown, passed = counts["shown"], counts["passed"]
    total = counts.total() - shown
    if shown and not total:
        sentences = []
    elif total == 1:
        (judged,) = (each.verdict for each in run.measurements if each.verdict != "shown")
        sentences = [f"1 check: {judged}."]
    elif total and passed == total:
        sentences = [f"All {total} checks passed."]
    else:
        sentences = [f"{judged_text(run)}." if total else "Nothing was measured."]
    if shown:
        sentences.append(f"{count_text(shown, 'case')} measured, not judged.")
    for outcome, ending in (("failed", "failed without a measurement"), ("skipped", "skipped")):
        if number := sum(each.outcome == outcome for each in run.unmeasured):
            sentences.append(f"{count_text(number, 'test')} {ending}.")
    if run.errors:
        sentences.append(_errors(run.errors))
    if any(LIMIT in each.settings for each in run.measurements):
        sentences.append("Only some items were measured (--limit).")
    if folder := folder_of_thresholds(run):
        sentences.append(f"Thresholds are those of {on_one_line(folder)}.")
    if used := [each.headline for each in run.measurements if each.headline.of is not None]:
        of = sum(each.of or 0 for each in used)
        scored = f"{sum(each.n or 0 for each in used)} of {of} items were scored"
        sentences.append(f"{scored}; scores are estimates for all (--until=all scores all).")
    if not run.complete:
        sentences[0] = f"Incomplete run: {sentences[0]}"
    return sentences


def folder_of_thresholds(run: Run) -> str:
    """Return the folder of --thresholds if a threshold comes from it, else nothing."""
    sources = (
        figure.threshold.source
        for each in run.measurements
        for figure in (each.headline, *each.figures)
        if figure.threshold is not None and figure.threshold.kind == "given"
    )
    return next(sources, "").partition(": ")[0]


def _errors(errors: Sequence[Unmeasured]) -> str:
    """Name the first case that could not be measured, and the reason."""
    first = on_one_line(f"{errors[0].case or errors[0].test} ({errors[0].reason.rstrip('.')})")
    among = "" if len(errors) == 1 else "among them "
    return f"{count_text(len(errors), 'case')} could not be measured: {among}{first}."


def sentence(run: Run) -> str:
    """Name the figure with the largest shortfall; without one, that with the smallest margin."""
    gated = [
        (margin, each, figure)
        for each in run.measurements
        for figure in (each.headline, *each.figures)
        if figure.verdict != "shown" and (margin := _margin(figure)) is not None
    ]
    if not gated:
        return "No figure here is judged by a threshold."
    margin, measurement, figure = min(gated, key=lambda each: each[0])
    return (
        f"{'Largest shortfall' if margin < 0 else 'Smallest margin'}: {measurement.case}, "
        f"{name_text(figure.metric)} {number_text(figure.value)} "
        f"(threshold: {threshold_text(figure.threshold)})."
    )


def left_to_decide(run: Run) -> str:
    """Return what would decide the undecided cases, with the command; nothing without any."""
    left = [each.details["to_decide"] for each in run.measurements if "to_decide" in each.details]
    if not left:
        return ""
    pairs, most = (sum(each[name] for each in left) for name in ("pairs", "at_most"))
    known = "seconds" in left[0]
    spent = f" ({sum(each['seconds'] for each in left):.0f} s)" if known else ""
    of = f"about {number_text(pairs)} of the {number_text(most)} pairs left{spent}"
    return f"{len(left)} undecided. Deciding takes {of}: {left[0]['command']}"


def shortfalls(run: Run) -> str:
    """Each score that is on the wrong side of its threshold; the first few where they are many."""
    missed = [
        f"{each.case} {number_text(each.headline.value)} is not "
        f"{threshold_text(each.headline.threshold)}"
        for each in run.measurements
        if each.headline.red
        and each.headline.verdict != "undecided"
        and each.headline.threshold
        and each.headline.threshold.value is not None
        and not each.headline.threshold.allows(each.headline.value)
    ]
    more = f"; {len(missed) - NAMED} more" if len(missed) > NAMED else ""
    return f"{'; '.join(missed[:NAMED])}{more}." if missed else ""


def _margin(figure: Figure) -> float | None:
    """Return the margin over the threshold, negative on its wrong side; None without one."""
    if figure.threshold is None or figure.threshold.value is None:
        return None
    # Perplexities are hundreds and accuracies shares: a large threshold is taken as the unit.
    beyond = (figure.value - figure.threshold.value) / max(1.0, abs(figure.threshold.value))
    return -beyond if figure.threshold.lower_is_better else beyond
