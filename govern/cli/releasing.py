"""The commands of a release and of trust in it: gate, changelog, verify, sign, export."""

import os
import sys
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from govern.cli.options import (
    Argument,
    ConfigFromOption,
    ConfigOption,
    FormatOption,
    JobsOption,
    JsonOption,
    LockOption,
    Option,
    OutputOption,
    QuietOption,
    ReportsOption,
    ShowApprovedOption,
    alternatives,
)
from govern.cli.terminal import Ticker, deliver, page_of, parse_reports, print_json, print_unreachable, say, write
from govern.errors import Exit, UsageError
from govern.policy.clock import today
from govern.report import documents, terminal
from govern.report.formats import Detail, Format, changelog_text, gate_text

if TYPE_CHECKING:
    from govern.commands.gate import GateRequest, GateResult
    from govern.report.terminal.page import Page

AgainstOption = Annotated[
    str | None,
    Option("--against", metavar="LOCK|REF", help="Compare with this lock or git ref. Default: the newest version tag."),
]
FirstOption = Annotated[
    bool, Option("--first", help="Treat this as the first release; an error if a final release exists.")
]
AskOption = Annotated[bool, Option("--live", help="Also connect to the servers and check that the lock is current.")]
SuggestOption = Annotated[bool, Option("--suggest", help="Print only the version that the changes require.")]
VerboseOption = Annotated[
    bool, Option("--verbose", "-v", help="Show every change by itself, and every detail of each check.")
]

AttestOption = Annotated[
    Path | None, Option("--attest", metavar="FILE", help="If the gate passes, add a signed verdict to this file.")
]
KeyOption = Annotated[
    str | None,
    Option("--key", metavar="FILE", help="Sign the verdict with this SSH key. Default: git's signing key."),
]
IdentityOption = Annotated[
    str | None,
    Option("--identity", metavar="EMAIL", help="Sign the verdict as this person. Default: git's user.email."),
]
SigstoreOption = Annotated[
    bool, Option("--sigstore", help="Sign the verdict with Sigstore; needs govern-mcp[sigstore].")
]


class ChangelogFormat(StrEnum):
    """Formats of `govern changelog --format`."""

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
    show_approved: ShowApprovedOption = False,
    quiet: QuietOption = False,
    attest: AttestOption = None,
    key: KeyOption = None,
    identity: IdentityOption = None,
    sigstore: SigstoreOption = False,
) -> int:
    """Check a release against policy; show the version it needs."""
    from govern.commands.gate import GateRequest, suggested_version
    from govern.commands.gate import gate as flow

    also = parse_reports(reports)
    if attest is None and (key or identity or sigstore):
        raise UsageError("--key, --identity and --sigstore require --attest", hint="run: govern gate --attest FILE")
    with Ticker() as ticker:
        request = GateRequest(
            against=against, live=live, config=config, lock=lock_path, jobs=jobs, config_from=config_from, first=first
        )
        gated = flow(request, os.environ, today(), ticker.update)
    if suggest:
        say(f"{suggested_version(gated)}\n")
        return Exit.OK
    print_unreachable(gated.preview)
    lock, detail = (gated.shown_path, gated.lock.digest), Detail(verbose, show_approved)

    def text(page: "Page", form: Format) -> str:
        return gate_text(gated.gate, lock, gated.lines, form, page, detail=detail, quiet=quiet)

    deliver(text, Format.JSON if json else form, output, also)
    if attest is not None and gated.exit_code is Exit.OK:
        _attest(gated, request, attest, key, identity, sigstore)
    return gated.exit_code


def _attest(
    gated: "GateResult", request: "GateRequest", file: Path, key: str | None, identity: str | None, sigstore: bool
) -> None:
    from govern.commands.gate import attest
    from govern.commands.sign import SignRequest

    signed = attest(gated, request, SignRequest(key=key, identity=identity, sigstore=sigstore), file)
    say(f"{signed.statement.by} signed the verdict in {file}\n", sys.stderr)


def changelog(
    span: Annotated[
        str | None,
        Argument(
            metavar="FROM..TO",
            help="Range of tags or other refs, each side optional. FROM alone ends at the work tree.",
        ),
    ] = None,
    form: Annotated[
        ChangelogFormat, Option("--format", "-f", metavar="FORMAT", help=f"Print {alternatives(ChangelogFormat)}.")
    ] = ChangelogFormat.MARKDOWN,
    output: OutputOption = None,
    unreleased: Annotated[
        str | None,
        Option(
            "--unreleased",
            metavar="NAME",
            help="Title of the section after the newest tag, such as the next version.",
        ),
    ] = None,
    package: Annotated[
        str | None, Option("--package", metavar="NAME", help="Use the tags of this package, such as NAME-v1.2.3.")
    ] = None,
    each_commit: Annotated[
        bool, Option("--each-commit", help="List every commit that changed the lock, not only releases.")
    ] = False,
    config: ConfigOption = None,
    config_from: ConfigFromOption = None,
    lock_path: LockOption = None,
    json: JsonOption = False,
) -> int:
    """Show what changed in each release, from git history."""
    from govern.commands.changelog import ChangelogRequest
    from govern.commands.changelog import changelog as flow

    request = ChangelogRequest(
        span=span,
        unreleased=unreleased,
        package=package,
        each_commit=each_commit,
        config=config,
        config_from=config_from,
        lock=lock_path,
    )
    releases = flow(request, today())
    deliver(lambda _, wanted: changelog_text(releases, wanted), Format.JSON if json else Format(form), output)
    return Exit.OK


OneApproval = Annotated[
    list[str] | None,
    Option("--approval", metavar="ID", help="Sign your approval of this change instead of the lock. Repeatable."),
]


def verify(
    path: Annotated[
        Path | None, Argument(metavar="LOCK", help="Lock file. Default: capability.lock beside the config.")
    ] = None,
    config: ConfigOption = None,
    config_from: ConfigFromOption = None,
    lock_path: LockOption = None,
    json: JsonOption = False,
) -> int:
    """Verify the digests, token counts and signatures of a lock."""
    from govern.commands.verify import verify as flow

    verified = flow(path or lock_path, config, config_from)
    if json:
        lock, signed, folds = verified.lock, verified.signed, verified.folds
        print_json(documents.signatures.verify_document(verified.path.name, lock, signed, folds))
    else:
        say(terminal.signing.verify_report(verified.lock, verified.signed, page_of(), verified.folds))
    return verified.exit_code


def sign(
    key: Annotated[
        str | None,
        Option("--key", metavar="FILE", help="Sign with this SSH key, private or public. Default: git's signing key."),
    ] = None,
    approval: OneApproval = None,
    approvals: Annotated[
        bool, Option("--approvals", help="Sign all your approvals and waivers instead of the lock.")
    ] = False,
    identity: Annotated[
        str | None, Option("--identity", metavar="EMAIL", help="Sign as this person. Default: git's user.email.")
    ] = None,
    sigstore: Annotated[
        bool,
        Option("--sigstore", help="Sign with Sigstore, which publishes the signature; needs govern-mcp[sigstore]."),
    ] = False,
    init: Annotated[
        bool, Option("--init", help="Also write allowed_signers, with your key as the first one that is trusted.")
    ] = False,
    config: ConfigOption = None,
    lock_path: LockOption = None,
    json: JsonOption = False,
) -> int:
    """Sign the lock or your approvals with SSH or Sigstore."""
    from govern.commands.sign import SignRequest
    from govern.commands.sign import sign as flow

    signed = flow(
        SignRequest(
            key=key,
            ids=tuple(approval or ()),
            approvals=approvals,
            identity=identity,
            sigstore=sigstore,
            config=config,
            lock=lock_path,
            init=init,
        )
    )
    if json:
        print_json(documents.signatures.sign_document(signed))
    else:
        say(terminal.signing.sign_report(signed, page_of()))
    return Exit.OK


def export(
    servers: Annotated[list[str] | None, Argument(metavar="SERVER", help="Servers to export. Default: all.")] = None,
    cyclonedx: Annotated[bool, Option("--cyclonedx", help="Write a CycloneDX 1.6 bill of materials (JSON).")] = False,
    output: OutputOption = None,
    config: ConfigOption = None,
    lock_path: LockOption = None,
) -> int:
    """Export the lock as a bill of materials (CycloneDX)."""
    if not cyclonedx:
        raise UsageError("no export format given", hint="run: govern export --cyclonedx")
    from govern.commands.show import export as flow
    from govern.report.cyclonedx import cyclonedx as bill
    from govern.report.documents import json_text

    when = _moment(os.environ.get("SOURCE_DATE_EPOCH"))
    text = json_text(bill(*flow(tuple(servers or ()), lock_path, config), when))
    if output:
        write(output, [text])
    else:
        say(text)
    return Exit.OK


def _moment(epoch: str | None) -> datetime | None:
    """Return the time that SOURCE_DATE_EPOCH sets for reproducible builds, or None."""
    try:
        return datetime.fromtimestamp(int(epoch), UTC) if epoch else None
    except (ValueError, OverflowError, OSError):
        raise UsageError(f"SOURCE_DATE_EPOCH is not a valid number of seconds: {epoch!r}") from None
