"""The verdict of a run, and the two sentences that every report begins with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from kasauti.records import LIMIT, Figure, Measurement, Run, Unmeasured, Verdict
from kasauti.reports.wording.text import count_text, name_text, number_text, threshold_text
from kasauti.text.visible import on_one_line

NAMED = 3  # so many shortfalls are named in one line


def verdict_counts(run: Run) -> Counter[Verdict]:
    """Count the measurements by verdict."""
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
    if counts["inconclusive"] or run.errors:
        return "inconclusive"
    return "shown" if counts["shown"] and not counts["passed"] else "passed"


def headline(run: Run) -> str:
    """Return how many checks passed and tests measured nothing, and whether the run finished."""
    counts = verdict_counts(run)
    shown, passed = counts["shown"], counts["passed"]
    total = counts.total() - shown
    if shown and not total:
        sentences = []
    elif total == 1:
        sentences = [_only_check(run)]
    else:
        share = f"All {total}" if passed == total else f"{passed} of {total}"
        sentences = [f"{share} checks passed." if total else "Nothing was measured."]
    borderline = sum(each.borderline for each in run.measurements)
    if borderline and total > 1:
        be = "is" if borderline == 1 else "are"
        sentences.append(f"{count_text(borderline, 'verdict')} {be} borderline.")
    if shown:
        sentences.append(f"{count_text(shown, 'case')} measured, not judged.")
    for outcome, ending in (("failed", "failed without a measurement"), ("skipped", "skipped")):
        if number := sum(each.outcome == outcome for each in run.unmeasured):
            sentences.append(f"{count_text(number, 'test')} {ending}.")
    if run.errors:
        sentences.append(_errors(run.errors))
    if any(LIMIT in each.settings for each in run.measurements):
        sentences.append("Only some items were measured (--limit).")
    if used := [each.headline for each in run.measurements if each.headline.of is not None]:
        of = sum(each.of or 0 for each in used)
        needed = f"{sum(each.n or 0 for each in used)} of {of} items sufficed"
        sentences.append(f"{needed} for the verdicts (--until=decided).")
    return " ".join(sentences if run.complete else ["Incomplete run:", *sentences])


def _errors(errors: Sequence[Unmeasured]) -> str:
    """Name the first case that could not be measured, and the reason."""
    first = on_one_line(f"{errors[0].case or errors[0].test} ({errors[0].reason.rstrip('.')})")
    among = "" if len(errors) == 1 else "among them "
    return f"{count_text(len(errors), 'case')} could not be measured: {among}{first}."


def _only_check(run: Run) -> str:
    judged = next(each for each in run.measurements if each.verdict != "shown")
    if judged.borderline:
        return "1 check: too close to call."
    return f"1 check: {judged.verdict}."


def sentence(run: Run) -> str:
    """Name the figure with the largest shortfall; without one, that with the smallest margin."""
    gated = [
        (margin, each, figure)
        for each in run.measurements
        for figure in (each.headline, *each.figures)
        if (margin := _margin(figure)) is not None
    ]
    if not gated:
        return "No figure here has a threshold."
    margin, measurement, figure = min(gated, key=lambda each: each[0])
    return (
        f"{'Largest shortfall' if margin < 0 else 'Smallest margin'}: {_told(measurement, figure)}"
    )


def shortfalls(run: Run) -> str:
    """Each score that is on the wrong side of its threshold; the first few where they are many."""
    missed = [
        f"{each.case} {number_text(each.headline.value)} is not "
        f"{threshold_text(each.headline.threshold)}"
        for each in run.measurements
        if each.headline.verdict == "failed"
        and each.headline.threshold
        and each.headline.threshold.value
    ]
    more = f"; {len(missed) - NAMED} more" if len(missed) > NAMED else ""
    return f"{'; '.join(missed[:NAMED])}{more}." if missed else ""


def _told(measurement: Measurement, figure: Figure) -> str:
    return (
        f"{measurement.case}, {name_text(figure.metric)} {number_text(figure.value)} "
        f"(threshold: {threshold_text(figure.threshold)})."
    )


def _margin(figure: Figure) -> float | None:
    """Return the margin over the threshold, negative on its wrong side; None without one."""
    if figure.threshold is None or figure.threshold.value is None:
        return None
    # Perplexities are hundreds and accuracies shares: a large threshold is taken as the unit.
    beyond = (figure.value - figure.threshold.value) / max(1.0, abs(figure.threshold.value))
    return -beyond if figure.threshold.lower_is_better else beyond
