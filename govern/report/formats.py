"""The values of `--format`, and each report in the requested format; a renderer is imported when it is used."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Literal

from govern.report import documents, markdown, terminal
from govern.report.documents import json_text

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from govern.discovery.benchmark import Bench
    from govern.fleet.judging import FleetDiff
    from govern.gate.release import Changelog, Gate
    from govern.lockfile.outcome import Costs
    from govern.report.annotations import Annotations, Lines
    from govern.report.terminal.page import Page
    from govern.selection.evaluation import Evaluation
    from govern.traces.outcome import Replay
    from govern.traces.profile import AnswerCosts
    from govern.verdict import Verdict


class Format(StrEnum):
    """A format that reports can be written in."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"
    SARIF = "sarif"
    JUNIT = "junit"
    GITHUB = "github"
    CODEQUALITY = "codequality"


@dataclass(frozen=True, slots=True)
class Detail:
    """The level of detail of a text: with `verbose` each one in full, with `approved` also approved ones."""

    verbose: bool = False
    approved: bool = False


BRIEF = Detail()
AnnotationFormat = Literal[Format.SARIF, Format.JUNIT, Format.GITHUB, Format.CODEQUALITY]


def diff_text(  # noqa: PLR0913 - the last two are for text alone, and passed by name
    verdict: Verdict,
    lock_path: Callable[[], Path],
    lines: Callable[[], Lines],
    form: Format,
    page: Page,
    *,
    detail: Detail = BRIEF,
    quiet: bool = False,
) -> str:
    """Return a diff in one format; `lock_path` and `lines` are called only for formats that refer to the lock."""
    match form:
        case Format.TEXT:
            return terminal.diff.diff_report(verdict, page, detail, quiet=quiet)
        case Format.JSON:
            return json_text(documents.diff.diff_document(verdict))
        case Format.MARKDOWN:
            return markdown.diff.diff_markdown(verdict)
        case _:
            from govern.report.annotations import diff_annotations

            places = {} if form is Format.JUNIT else lines()
            return _annotations_text(diff_annotations(verdict, lock_path().as_posix(), places), form)


def fleet_diff_text(diff: FleetDiff, form: Format, page: Page, *, detail: Detail = BRIEF, quiet: bool = False) -> str:
    """Return the judged changes between two scans in one format."""
    match form:
        case Format.TEXT:
            return terminal.fleet.fleet_diff_report(diff, page, detail, quiet=quiet)
        case Format.JSON:
            return json_text(documents.fleet.fleet_diff_document(diff))
        case Format.MARKDOWN:
            return markdown.diff.fleet_diff_markdown(diff)
        case _:
            from govern.report.annotations import fleet_diff_annotations

            return _annotations_text(fleet_diff_annotations(diff), form)


def gate_text(  # noqa: PLR0913 - the last two are for text alone, and passed by name
    gate: Gate,
    lock: tuple[Path, str],
    lines: Callable[[], Lines],
    form: Format,
    page: Page,
    *,
    detail: Detail = BRIEF,
    quiet: bool = False,
) -> str:
    """Return a gate's result in one format; `lock` is the lock's path and digest, `lines` as for `diff_text`."""
    match form:
        case Format.TEXT:
            return terminal.diff.gate_report(gate, page, detail, quiet=quiet)
        case Format.JSON:
            return json_text(documents.release.gate_document(gate, lock[1]))
        case Format.MARKDOWN:
            return markdown.diff.gate_markdown(gate)
        case _:
            from govern.report.annotations import gate_annotations

            junit = form is Format.JUNIT
            annotations = gate_annotations(gate, lock[0].as_posix(), {} if junit else lines(), every=junit)
            return _annotations_text(annotations, form)


def cost_text(cost: Costs, form: Format, page: Page, *, verbose: bool = False) -> str:
    """Return the cost of a lock in one format."""
    bill = cost.bill
    match form:
        case Format.TEXT:
            return terminal.cost.cost_report(bill, page, verbose=verbose)
        case Format.JSON:
            return json_text(documents.cost.cost_document(bill))
        case Format.MARKDOWN:
            return markdown.measurements.cost_markdown(bill)
        case _:
            from govern.lockfile.text import lines_of
            from govern.report.annotations import cost_annotations

            return _annotations_text(cost_annotations(bill, cost.path.as_posix(), lines_of(cost.lock)), form)


def bench_text(bench: Bench, form: Format, page: Page, *, verbose: bool = False) -> str:
    """Return a benchmark in one format."""
    match form:
        case Format.TEXT:
            return terminal.evaluations.bench_report(bench, page, verbose=verbose)
        case Format.JSON:
            return json_text(documents.evaluations.bench_document(bench))
        case Format.MARKDOWN:
            return markdown.measurements.bench_markdown(bench)
        case _:
            from govern.report.annotations import bench_annotations

            return _annotations_text(bench_annotations(bench, every=form is Format.JUNIT), form)


def eval_text(evaluation: Evaluation, form: Format, page: Page, *, verbose: bool = False) -> str:
    """Return an evaluation in one format."""
    match form:
        case Format.TEXT:
            return terminal.evaluations.eval_report(evaluation, page, verbose=verbose)
        case Format.JSON:
            return json_text(documents.evaluations.eval_document(evaluation))
        case Format.MARKDOWN:
            return markdown.measurements.eval_markdown(evaluation)
        case _:
            from govern.report.annotations import eval_annotations

            return _annotations_text(eval_annotations(evaluation, every=form is Format.JUNIT), form)


def dashboard(result: Bench | Evaluation) -> str:
    """Return the HTML page of a benchmark or an evaluation."""
    from govern.discovery.benchmark import Bench
    from govern.report.html.dashboard import bench_html, eval_html

    return bench_html(result) if isinstance(result, Bench) else eval_html(result)


def profile_text(costs: AnswerCosts, form: Format, page: Page, *, verbose: bool = False) -> str:
    """Return a profile of recorded answers as text, JSON or Markdown."""
    match form:
        case Format.TEXT:
            return terminal.recordings.profile_report(costs, page, verbose=verbose)
        case Format.JSON:
            return json_text(documents.recordings.profile_document(costs))
        case _:
            return markdown.measurements.profile_markdown(costs)


def replay_text(replay: Replay, form: Format, page: Page, *, verbose: bool = False) -> str:
    """Return a replay as text, JSON or Markdown."""
    match form:
        case Format.TEXT:
            return terminal.recordings.replay_report(replay, page, verbose=verbose)
        case Format.JSON:
            return json_text(documents.recordings.replay_document(replay))
        case _:
            return markdown.measurements.replay_markdown(replay)


def changelog_text(changelog: Changelog, form: Format) -> str:
    """Return a changelog as JSON or Markdown."""
    if form is Format.JSON:
        return json_text(documents.release.changelog_document(changelog))
    return markdown.changelog.changelog_markdown(changelog)


def _annotations_text(annotations: Annotations, form: AnnotationFormat) -> str:
    from govern.report import ci

    match form:
        case Format.SARIF:
            return json_text(ci.sarif(annotations))
        case Format.JUNIT:
            return ci.junit(annotations)
        case Format.GITHUB:
            return ci.github(annotations)
        case Format.CODEQUALITY:
            return json_text(ci.codequality(annotations))
