"""The report of `govern add`."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from govern.report.terminal.page import shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.policy.config_writing import AddPlan
    from govern.policy.installations import Installation
    from govern.policy.server_inputs import ServerInput
    from govern.report.terminal.page import Page


def add_report(plan: AddPlan, page: Page, stage: str) -> str:
    """Return what the server would run, what to export, and what was written, or would be without `--dry-run`."""
    lines = [] if stage == "asked" else [*_plan_lines(plan, page)]
    if stage in ("dry-run", "asked", "written"):
        lines += _result_lines(plan, page, stage)
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


def _result_lines(plan: AddPlan, page: Page, stage: str) -> Iterator[str]:
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
