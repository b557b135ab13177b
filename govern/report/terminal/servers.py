"""The reports of `govern init` and `govern add`."""

from __future__ import annotations

import shlex
from itertools import zip_longest
from typing import TYPE_CHECKING

from govern.report.terminal.page import count, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.policy.client_wrapping import WrapOutcome
    from govern.policy.config_writing import AddPlan
    from govern.policy.coverage import CoveredFile
    from govern.policy.discovery import InitReport, Variable
    from govern.policy.installations import Installation
    from govern.policy.server_inputs import ServerInput
    from govern.report.terminal.page import Page


def init_report(report: InitReport, page: Page, *, dry_run: bool = False) -> str:
    """Return the files that were read, the servers in them, the variables to set, and what was written."""
    read = [f"read {', '.join(map(shown, report.read))}"] if report.read else []
    return "\n".join((*read, *_found_lines(report, page), *_result_lines(report, page, dry_run))) + "\n"


def _found_lines(report: InitReport, page: Page) -> Iterator[str]:
    marks = {name: page.paint("added", "good") for name in report.added}
    marks |= {name: page.paint("kept", "dim") for name in report.kept}
    marks |= {each.name: page.paint("differs", "warn") for each in report.changed}
    rows = [
        (
            marks[found.name],
            page.paint(shown(found.name), "bold"),
            ", ".join(dict.fromkeys(source.client for source in found.sources)),
        )
        for found in report.found
    ]
    rows += [
        (page.paint("skipped", "warn"), shown(each.name), f"{each.source.client}: {shown(each.reason)}")
        for each in report.discovery.skipped
    ]
    differences = {each.name: each.differences for each in report.changed}
    for line, name in zip_longest(page.table(rows), (found.name for found in report.found)):
        yield line
        yield from (f"    {shown(difference)}" for difference in differences.get(name, ()))
    for unreadable in report.discovery.unreadable:
        yield f"  {page.paint('unreadable', 'warn')}  {shown(str(unreadable.path))}: {shown(unreadable.reason)}"


def _result_lines(report: InitReport, page: Page, dry_run: bool) -> Iterator[str]:  # noqa: FBT001
    unset = [variable for variable in report.placeholders if not variable.is_set]
    if unset:
        yield page.paint(f"set {'these' if len(unset) > 1 else 'this'} before `govern lock`:", "accent")
        yield from page.table(_variable_row(variable) for variable in unset)
    for file, variables in report.secrets.items():
        yield _secret_line(file, variables, page)
    path, unreadable, wrapped = shown(report.place), report.discovery.unreadable, report.discovery.wrapped
    if wrapped:
        yield f"{count(wrapped, 'server')} already {'run' if wrapped > 1 else 'runs'} through govern"
    elif not (report.found or unreadable):
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


def _secret_line(file: str, variables: Sequence[str], page: Page) -> str:
    what = "secrets: replace them with the variables" if variables[1:] else "a secret: replace it with the variable"
    return page.paint(f"{shown(file)} still contains {what} {', '.join(map(shown, variables))}", "warn")


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


def wrap_report(outcomes: Sequence[WrapOutcome], page: Page, *, back: bool, dry_run: bool) -> str:
    """Return what was done to the servers of client configs, with the entry to paste where nothing was."""
    lines = []
    done = ("would restore" if dry_run else "restored") if back else ("would wrap" if dry_run else "wrapped")
    groups: dict[tuple[str, str, str], list[str]] = {}
    for each in outcomes:
        groups.setdefault((str(each.file), each.reason, each.entry), []).append(page.paint(shown(each.name), "bold"))
    for (file, why, entry), names in groups.items():
        mark = page.paint("left", "warn") if why else page.paint(done, "good")
        reason = f": {shown(why)}" if why else ""
        lines.append(f"{mark} {', '.join(names)} in {shown(file)}{reason}")
        if entry:
            lines += ["  to do it by hand, let its entry be:", *(f"  {line}" for line in entry.splitlines())]
    secrets: dict[str, list[str]] = {}
    for each in outcomes:
        secrets.setdefault(str(each.file), []).extend(each.secrets)
    lines += [_secret_line(file, list(dict.fromkeys(left)), page) for file, left in secrets.items() if left]
    nothing = "has a wrapped server" if back else "has a server that is not wrapped yet"
    return "\n".join(lines or [f"nothing to do: no client config {nothing}"]) + "\n"


def add_report(plan: AddPlan, page: Page, stage: str) -> str:
    """Return what the server would run, what to export, and what was written, or would be without `--dry-run`."""
    lines = [] if stage == "asked" else [*_plan_lines(plan, page)]
    if stage in ("dry-run", "asked", "written"):
        lines += _added_lines(plan, page, stage)
    return "\n".join(lines) + "\n"


def _plan_lines(plan: AddPlan, page: Page) -> Iterator[str]:
    server, table = plan.server, plan.table
    yield f"{page.paint(shown(server.name), 'bold')} {shown(server.version)}  {shown(server.description)}"
    if server.status == "deprecated":
        reason = f": {shown(server.status_message)}" if server.status_message else ""
        yield page.paint(f"deprecated by its publisher{reason}", "warn")
    rows = [("package", f"{plan.installation.kind} {shown(plan.installation.package)}")]
    if "command" in table:
        rows.append(("runs", shown(shlex.join(table["command"]))))
    else:
        rows.append(("connects to", shown(table["url"])))
    rows += [
        (key, shown(f"{name}={value}")) for key in ("env", "headers") for name, value in table.get(key, {}).items()
    ]
    if "bundle" in table:
        rows.append(("bundle", shown(table["bundle"])))
    if "integrity" in table:
        rows.append(("integrity", shown(table["integrity"])))
    yield from page.table(rows)


def _added_lines(plan: AddPlan, page: Page, stage: str) -> Iterator[str]:
    known = {each.name: each for each in plan.installation.inputs}
    if plan.unset:
        yield page.paint(f"export {'these' if plan.unset[1:] else 'this'} before `govern lock`:", "accent")
        yield from (f"  {input_line(known[name]) if name in known else shown(name)}" for name in plan.unset)
    if plan.optional:
        yield page.paint("left out; set with --set NAME=VALUE:", "dim")
        yield from (f"  {input_line(each)}" for each in plan.optional)
    name, place = shown(plan.name), shown(plan.place)
    if plan.present:
        yield f"{place} already has {name}; nothing changed"
    elif stage == "dry-run":
        yield page.paint(f"{place} would get:", "accent")
        yield from (shown(line) for line in plan.added.strip("\n").split("\n"))
    else:
        yield f"added {page.paint(name, 'bold')} to {place}"
        yield f"next: govern lock {shlex.quote(plan.name)}"


def input_line(wanted: ServerInput) -> str:
    """Return one line about a value that the user may set."""
    about = ["required"] if wanted.required else []
    about += ["secret"] if wanted.secret else []
    about += [f"one of {', '.join(wanted.choices)}"] if wanted.choices else []
    about += [f"default {wanted.default}"] if wanted.default is not None else []
    line = f"{wanted.name} ({'; '.join(about)})" if about else wanted.name
    return shown(f"{line}: {wanted.description}" if wanted.description else line)


def offered_lines(offered: Sequence[Installation]) -> Iterator[str]:
    """Yield a numbered line for each way to run a server."""
    for number, each in enumerate(offered, 1):
        yield f"  {number}  {each.kind:6}  {shown(each.package)}"
