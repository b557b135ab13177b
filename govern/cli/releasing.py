"""The verbs around a release: may it go out, and what is in it."""

import os
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from govern.cli.flags import Argument, Option
from govern.cli.options import (
    ConfigFromOption,
    ConfigOption,
    FormatOption,
    JobsOption,
    JsonOption,
    LockOption,
    OutputOption,
    QuietOption,
    ReportsOption,
)
from govern.cli.terminal import Ticker, deliver, reports_in, say, say_unseen
from govern.errors import Exit, UsageError
from govern.policy.clock import today
from govern.report.formats import Format

if TYPE_CHECKING:
    from collections.abc import Callable

    from govern.commands.gate import GateRequest, GateResult
    from govern.report.terminal.page import Page

AgainstOption = Annotated[
    str | None,
    Option("--against", metavar="LOCK|REF", help="The last release; the newest version tag by default."),
]
FirstOption = Annotated[
    bool, Option("--first", help="Nothing was released before; an error where a final release was.")
]
AskOption = Annotated[bool, Option("--live", help="Ask the servers too, whether the lock is stale.")]
SuggestOption = Annotated[
    bool, Option("--suggest", help="Print the version that the changes demand, and nothing else.")
]
VerboseOption = Annotated[bool, Option("--verbose", "-v", help="SAFE changes too, and all that each check has to say.")]

AttestOption = Annotated[
    Path | None, Option("--attest", metavar="FILE", help="Add a signed verdict to this file where the gate passes.")
]
KeyOption = Annotated[
    str | None,
    Option("--key", metavar="FILE", help="The SSH key that signs the verdict; by default what git signs with."),
]
IdentityOption = Annotated[
    str | None, Option("--identity", metavar="EMAIL", help="Who signs the verdict; git's user.email by default.")
]
SigstoreOption = Annotated[bool, Option("--sigstore", help="Sign the verdict by Sigstore; needs govern-mcp[sigstore].")]


class ChangelogFormat(StrEnum):
    """What `govern changelog --format` takes."""

    MARKDOWN = "markdown"
    JSON = "json"


def gate(
    against: AgainstOption = None,
    first: FirstOption = False,
    live: AskOption = False,
    suggest: SuggestOption = False,
    form: FormatOption = Format.TEXT,
    output: OutputOption = None,
    reports: ReportsOption = None,
    config: ConfigOption = None,
    config_from: ConfigFromOption = None,
    lock_path: LockOption = None,
    jobs: JobsOption = None,
    json: JsonOption = False,
    verbose: VerboseOption = False,
    quiet: QuietOption = False,
    attest: AttestOption = None,
    key: KeyOption = None,
    identity: IdentityOption = None,
    sigstore: SigstoreOption = False,
) -> int:
    """Say whether policy lets a release go out, and as which version."""
    from govern.commands.gate import GateRequest, suggested_version
    from govern.commands.gate import gate as flow

    also = reports_in(reports)
    _require_attest(attest, key, identity, sigstore)
    with Ticker() as ticker:
        request = GateRequest(against, live, config, lock_path, jobs, config_from, first)
        gated = flow(request, os.environ, today(), ticker.tell)
    if suggest:
        say(f"{suggested_version(gated)}\n")
        return Exit.OK
    say_unseen(gated.looked)
    deliver(_texts(gated, verbose=verbose, quiet=quiet), Format.JSON if json else form, output, also)
    if attest is not None and gated.exit_code is Exit.OK:
        _attest(gated, request, attest, key, identity, sigstore)
    return gated.exit_code


def _texts(gated: "GateResult", *, verbose: bool, quiet: bool) -> "Callable[[Page, Format], str]":
    from govern.report.formats import gate_text

    lock = gated.shown_path, gated.lock.digest
    return lambda page, form: gate_text(gated.gate, lock, gated.lines, form, page, verbose=verbose, quiet=quiet)


def _require_attest(file: Path | None, *signing: object) -> None:
    if file is None and any(signing):
        raise UsageError("--key, --identity and --sigstore sign a verdict", hint="govern gate --attest FILE")


def _attest(
    gated: "GateResult", request: "GateRequest", file: Path, key: str | None, identity: str | None, sigstore: bool
) -> None:
    from govern.commands.gate import attest
    from govern.commands.sign import SignRequest

    signed = attest(gated, request, SignRequest(key, identity=identity, sigstore=sigstore), file)
    say(f"{signed.statement.by} signed the verdict in {file}\n", sys.stderr)


def changelog(
    span: Annotated[
        str | None,
        Argument(
            metavar="FROM..TO",
            help="Tags or other refs; either side may be left out, and FROM alone goes on to the work tree.",
        ),
    ] = None,
    form: Annotated[
        ChangelogFormat, Option("--format", "-f", metavar="FORMAT", help="markdown or json.")
    ] = ChangelogFormat.MARKDOWN,
    output: OutputOption = None,
    unreleased: Annotated[
        str | None,
        Option(
            "--unreleased",
            metavar="NAME",
            help="What to call what is after the newest tag, such as the version that it will be.",
        ),
    ] = None,
    package: Annotated[
        str | None, Option("--package", metavar="NAME", help="Whose tags count, where tags are NAME-v1.2.3.")
    ] = None,
    each_commit: Annotated[
        bool, Option("--each-commit", help="Every commit that touched the lock, not only releases.")
    ] = False,
    config: ConfigOption = None,
    config_from: ConfigFromOption = None,
    lock_path: LockOption = None,
) -> int:
    """Tell the contract's history from git, release by release."""
    from govern.commands.changelog import ChangelogRequest
    from govern.commands.changelog import changelog as flow
    from govern.report.formats import changelog_text

    request = ChangelogRequest(span, unreleased, package, each_commit, config, config_from, lock_path)
    told = flow(request, today())
    deliver(lambda _, wanted: changelog_text(told, wanted), Format(form), output)
    return Exit.OK
