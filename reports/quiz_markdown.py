"""The quiz report: eval_{timestamp}.md and .json, and a few lines on the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kasauti.records import Figure, Item, Measurement, Run
from kasauti.records.visible import on_one_line
from kasauti.reports.markdown import bullets, fenced, plain
from kasauti.reports.results_json import json_text
from kasauti.reports.text import counted, interval_text, judged_text, threshold_text
from kasauti.scorers.quiz_advice import FINAL, LEVELS
from kasauti.scorers.quiz_report import QuizReport, quiz_report

SUITE = "quiz"
SHOWN_ANSWERS = 10
SHOWN_PLACES = 8
COLUMNS = ("accuracy", "factual", "voice", "distinctions", "negatives")
APPLIES = {True: "**yes**", False: "no", None: "not known from this run"}


def quizzes_of(run: Run) -> list[Measurement]:
    """The measured quizzes; those of a first-version file have no level and nothing to report."""
    return [quiz for quiz in run.by_suite().get(SUITE, []) if quiz.level]


def quiz_markdown(run: Run) -> str | None:
    """The report of the run's quiz; None where no quiz was asked."""
    quizzes = quizzes_of(run)
    if not quizzes:
        return None
    return "\n".join(_lines(quiz_report(quizzes, timestamp=run.date), quizzes)) + "\n"


def quiz_json(run: Run) -> str | None:
    """The same for programs, under the documented names; None where no quiz was asked."""
    quizzes = quizzes_of(run)
    return json_text(quiz_report(quizzes, timestamp=run.date).to_json()) if quizzes else None


def quiz_lines(run: Run) -> Iterator[tuple[str, str]]:
    """What the terminal shows of a quiz, each line with the verdict it shows."""
    quizzes = quizzes_of(run)
    if not quizzes:
        return
    report = quiz_report(quizzes, timestamp=run.date)
    yield from _terminal_table(quizzes)
    yield str(report), ("passed" if report.passed else "failed") if report.judged else "shown"
    for message in (report.early_termination, str(report.cut_answers), *report.recommendations):
        if message:
            yield f"  {message}", ""
    yield "", ""


def _terminal_table(quizzes: Sequence[Measurement]) -> Iterator[tuple[str, str]]:
    """Every quiz with the figures that decide about it, under the table of all cases."""
    width = max(len("quiz"), *(len(quiz.case.name) for quiz in quizzes))
    columns = [name for name in COLUMNS if name != "factual" or _has_factual(quizzes)]
    yield f"{'quiz':<{width}}  {'  '.join(f'{name:>12}' for name in columns)}", ""
    for quiz in quizzes:
        values = {each.metric: each.value for each in (quiz.headline, *quiz.figures)}
        cells = [f"{values[name]:12.3f}" if name in values else " " * 12 for name in columns]
        name = on_one_line(quiz.case.name, longest=None)
        yield f"{name:<{width}}  {'  '.join(cells)}".rstrip(), quiz.verdict
    yield "", ""


def _lines(report: QuizReport, quizzes: Sequence[Measurement]) -> Iterator[str]:
    yield from _head(report, quizzes[0].signature)
    titles = {level: name.capitalize() for level, name in LEVELS.items()}
    for level, title in {**titles, FINAL: "Final assessment"}.items():
        of_level = [quiz for quiz in quizzes if quiz.level == level]
        if of_level:
            yield from ["", f"## {title}", "", *_level_table(of_level)]
    yield from _list("Failed topics", report.failed_topics)
    yield from _list("Critical violations", report.critical_violations)
    yield from _list("Negative patterns", report.negative_patterns)
    yield from _list("Recommendations", report.recommendations)
    yield from _actions(report) if report.judged else ()
    yield from _worst_answers(quizzes)


def _head(report: QuizReport, signature: str) -> Iterator[str]:
    yield f"# Quiz report: {plain(report.model_name)}"
    yield ""
    yield f"- Approach: {plain(report.approach)}"
    yield f"- Time: {report.timestamp}"
    yield f"- Result: **{_result(report)}**"
    yield from bullets(
        message for message in (report.early_termination, report.cut_answers) if str(message)
    )
    yield from ["", "| Metric | Value | Threshold |", "| --- | ---: | --- |"]
    yield f"| Accuracy, mean of the levels | {report.overall_accuracy:.1%} | by level |"
    yield f"| Voice, mean of the levels | {report.overall_voice_score:.2f} | by level |"
    yield f"| Critical violations | {len(report.critical_violations)} | 0 |"
    yield f"| Negative patterns | {len(report.negative_patterns)} | 0 |"
    yield from ["", "Signature:", "", *fenced([signature])]


def _result(report: QuizReport) -> str:
    if not report.judged:
        return "SHOWN, NOT JUDGED"
    return "PASSED" if report.passed else "FAILED"


def _level_table(quizzes: Sequence[Measurement]) -> Iterator[str]:
    factual = _has_factual(quizzes)
    yield (
        "| Quiz | Right | Accuracy | 95 % interval | Threshold | Voice | Threshold "
        f"{'| Factual ' if factual else ''}| Critical | Negative | |"
    )
    yield (
        "| --- | ---: | ---: | --- | --- | ---: | --- "
        f"{'| ---: ' if factual else ''}| --- | ---: | --- |"
    )
    for quiz in quizzes:
        figures = {figure.metric: figure for figure in quiz.figures}
        details, voice = quiz.details, figures["voice"]
        yield (
            f"| {plain(details['identifier'])} "
            f"| {details['passed_questions']} of {details['total_questions']} "
            f"| {quiz.headline.value:.1%} | {interval_text(quiz.headline.interval)} "
            f"| {threshold_text(quiz.headline.bar)} | {voice.value:.2f} "
            f"| {threshold_text(voice.bar)} "
            f"{_share(figures.get('factual')) if factual else ''}"
            f"| {'kept' if details['critical_distinctions_passed'] else '**broken**'} "
            f"| {_count(figures['negatives'])} "
            f"| {judged_text(quiz.verdict, borderline=quiz.borderline)} |"
        )


def _has_factual(quizzes: Sequence[Measurement]) -> bool:
    """Return True where a model judged the facts of some answers."""
    return any(figure.metric == "factual" for quiz in quizzes for figure in quiz.figures)


def _share(figure: Figure | None) -> str:
    return f"| {figure.value:.1%} " if figure else "| "


def _count(figure: Figure) -> str:
    return f"{figure.value:.0f}"


def _actions(report: QuizReport) -> Iterator[str]:
    yield from ["", "## Remediation", ""]
    yield from ["| Failure | Remediation | Where |", "| --- | --- | --- |"]
    for row in report.remediation:
        more = " …" if len(row.where) > SHOWN_PLACES else ""
        where = ", ".join(row.where[:SHOWN_PLACES]) + more
        yield f"| {row.failure} | {row.remediation} | {plain(where, longest=None) or 'nowhere'} |"
    yield from ["", "## Manual review", "", "| Trigger | Applies |", "| --- | --- |"]
    for trigger in report.manual_review:
        yield f"| {trigger.trigger} | {APPLIES[trigger.applies]} |"


def _worst_answers(quizzes: Sequence[Measurement]) -> Iterator[str]:
    """The answers that are furthest from the voice, each once."""
    failed = {item.id: item for quiz in quizzes for item in quiz.items if not item.right}
    worst = sorted(failed.values(), key=lambda item: item.score or 0.0)
    if worst:
        yield from ["", f"## {counted(len(worst), 'answer')} did not pass, the worst first"]
    for item in worst[:SHOWN_ANSWERS]:
        yield from _answer(item)


def _answer(item: Item) -> Iterator[str]:
    details = item.details
    yield from [
        "",
        f"### {plain(item.id)}: {plain(item.text)}",
        "",
        f"Voice {item.score or 0.0:.2f}, semantic {details['semantic_score']:.2f}, "
        f"markers {details['marker_score']:.2f}; "
        f"missed: {plain(', '.join(details['misses']), longest=None)}.",
        "",
        *_quoted("Answer", item.given or ""),
        "",
        *_quoted("Reference", item.expected or ""),
    ]


def _quoted(name: str, text: str) -> list[str]:
    lines = [plain(line, longest=None) for line in text.splitlines()] or ["(empty)"]
    return [f"> **{name}:** {lines[0]}", *(f"> {line}" for line in lines[1:])]


def _list(title: str, entries: Sequence[str]) -> Iterator[str]:
    if entries:
        yield from ["", f"## {title}", "", *bullets(entries)]
