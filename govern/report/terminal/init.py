"""The reports of `govern init` and `govern init --check`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.terminal.page import count, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.policy.client_wrapping import WrapOutcome
    from govern.policy.coverage import CoveredFile
    from govern.policy.discovery import InitReport, ServerOrigin, Variable
    from govern.report.terminal.page import Page


def init_report(report: InitReport, page: Page, *, dry_run: bool = False) -> str:
    """Return the files that were read, the servers in them, the variables to set, and what was written."""
    return (
        "\n".join((*_read_lines(report, page), *_found_lines(report, page), *_result_lines(report, page, dry_run)))
        + "\n"
    )


def _read_lines(report: InitReport, page: Page) -> Iterator[str]:
    if report.read:
        yield f"read {', '.join(map(shown, report.read))}"
    if report.discovery.absent:
        yield page.paint(f"no config of {', '.join(report.discovery.absent)}", "dim")


def _found_lines(report: InitReport, page: Page) -> Iterator[str]:
    marks = {name: page.paint("added", "good") for name in report.added}
    marks |= {name: page.paint("kept", "dim") for name in report.kept}
    changed = {each.name: each for each in report.changed}
    yield from page.table(
        (marks[found.name], page.paint(shown(found.name), "bold"), _client_names(found.sources))
        for found in report.found
        if found.name in marks
    )
    for each in changed.values():
        yield f"  {page.paint('differs', 'warn')}  {page.paint(shown(each.name), 'bold')}  {each.source.client}"
        yield from (f"    {shown(difference)}" for difference in each.differences)
    for skipped in report.discovery.skipped:
        mark, name = page.paint("skipped", "warn"), shown(skipped.name)
        yield f"  {mark}  {name} ({skipped.source.client}): {shown(skipped.reason)}"
    for unreadable in report.discovery.unreadable:
        yield f"  {page.paint('unreadable', 'warn')}  {shown(str(unreadable.path))}: {shown(unreadable.reason)}"


def _result_lines(report: InitReport, page: Page, dry_run: bool) -> Iterator[str]:  # noqa: FBT001
    unset = [variable for variable in report.placeholders if not variable.is_set]
    if unset:
        yield page.paint(f"set {'these' if len(unset) > 1 else 'this'} before `govern lock`:", "accent")
        yield from page.table(_variable_row(variable) for variable in unset)
    for file, variables in report.secrets.items():
        what = (
            "secrets: replace them there by the variables"
            if variables[1:]
            else "a secret: replace it there by the variable"
        )
        yield page.paint(f"{shown(file)} still contains {what} {', '.join(map(shown, variables))}", "warn")
    path, unreadable = shown(report.place), report.discovery.unreadable
    if not (report.found or unreadable):
        project_only = report.discovery.levels == ("project",)
        hint = "; `govern init --user` reads those of your home folder" if project_only else ""
        yield f"no MCP client {'of this project' if project_only else 'on this machine'} has a configured server{hint}"
    if report.changed:
        yield f"{path} keeps its own settings where it differs from a client: edit either one"
    if dry_run and report.added_text:
        yield page.paint(f"{path} would get:", "accent")
        yield from (shown(line) for line in report.added_text.rstrip("\n").split("\n"))
    else:
        yield _written(report, path)
    if unreadable:
        files = ", ".join(dict.fromkeys(shown(str(each.path)) for each in unreadable))
        yield f"next: correct {files}, then govern init"
    elif not dry_run:
        first = "" if report.found or report.configured else f"add your servers to {path}, then "
        yield f"next: {first}govern lock"


def _written(report: InitReport, path: str) -> str:
    """Return what was written, or why nothing was."""
    if not report.wrote:
        if report.discovery.unreadable and not report.found:
            return f"no server was read; {path} is not written"
        return f"{path} {'already lists all of them' if report.kept else 'already exists'}; nothing changed"
    if report.kept or report.changed:
        return f"added {count(len(report.added), 'server')} to {path}"
    return f"{path} written"


def _client_names(sources: Sequence[ServerOrigin]) -> str:
    return ", ".join(dict.fromkeys(source.client for source in sources))


def _variable_row(variable: Variable) -> tuple[str, str]:
    why = "its value was in the client's config" if variable.was_inline else "used in the client's config"
    return variable.name, f"for {', '.join(map(shown, variable.servers))}: {why}"


def coverage_report(files: Sequence[CoveredFile], config: str, page: Page) -> str:
    """Return what client configs in the work tree name and the config does not, each with its remedy."""
    lines = []
    for file in files:
        lines += [page.paint(shown(file.path), "bold")] if file.uncovered else []
        lines += [f"  {shown(each.message)}" for each in file.uncovered]
    problems = [each for file in files for each in file.uncovered]
    if not problems:
        named = [file for file in files if file.servers]
        verb = "names" if len(named) == 1 else "name"
        what = f"{count(len(named), 'client config')} in the work tree {verb} only what {config} names"
        return f"{page.paint(what, 'good')}\n" if named else "no client config of this project names a server\n"
    what = f"{count(len(problems), 'difference')} between client configs in the work tree and {config}"
    lines.append(page.paint(what, "bad"))
    lines += [f"next: {shown(remedy)}" for remedy in dict.fromkeys(each.remedy for each in problems)]
    return "\n".join(lines) + "\n"


def wrap_report(outcomes: Sequence[WrapOutcome], done: str, page: Page) -> str:
    """Return what was done to each server of client configs, with the entry to paste where nothing was."""
    lines = []
    for each in outcomes:
        mark = page.paint("left", "warn") if each.reason else page.paint(done, "good")
        reason = f": {shown(each.reason)}" if each.reason else ""
        lines.append(f"{mark} {page.paint(shown(each.name), 'bold')} in {shown(str(each.file))}{reason}")
        if each.entry:
            lines += ["  to do it by hand, let its entry be:", *(f"  {line}" for line in each.entry.splitlines())]
    nothing = "has a server that is not wrapped yet" if done == "wrapped" else "has a wrapped server"
    return "\n".join(lines or [f"nothing to do: no client config {nothing}"]) + "\n"
