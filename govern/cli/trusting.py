"""The verbs by which people vouch for a lock, and hand on what it says."""

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

from govern.cli.flags import Argument, Option
from govern.cli.options import ConfigFromOption, ConfigOption, JsonOption, LockOption, OutputOption
from govern.cli.terminal import page_of, say, write
from govern.errors import Exit, UsageError


def verify(
    path: Annotated[Path | None, Argument(metavar="LOCK", help="The lock; beside the config by default.")] = None,
    config: ConfigOption = None,
    config_from: ConfigFromOption = None,
    lock_path: LockOption = None,
    json: JsonOption = False,
) -> int:
    """Check all digests and numbers of a lock, and its signatures."""
    from govern.commands.verify import verify as flow

    verified = flow(path or lock_path, config, config_from)
    if json:
        from govern.report.documents import json_text
        from govern.report.documents.verify import verify_document

        document = verify_document(verified.path.name, verified.lock, verified.signed, verified.folds)
        print(json_text(document), end="")
    else:
        from govern.report.terminal.signing import verify_report

        say(verify_report(verified.lock, verified.signed, page_of(), verified.folds))
    return verified.exit_code


def sign(
    key: Annotated[
        str | None,
        Option("--key", metavar="FILE", help="An SSH key, private or public; by default what git signs with."),
    ] = None,
    approval: Annotated[
        list[str] | None,
        Option("--approval", metavar="ID", help="Sign your approval of this change instead of the lock."),
    ] = None,
    approvals: Annotated[
        bool, Option("--approvals", help="Sign all your approvals and waivers instead of the lock.")
    ] = False,
    identity: Annotated[
        str | None, Option("--identity", metavar="EMAIL", help="Who signs; git's user.email by default.")
    ] = None,
    sigstore: Annotated[
        bool, Option("--sigstore", help="Sign by Sigstore, which makes that public; needs govern-mcp[sigstore].")
    ] = False,
    config: ConfigOption = None,
    lock_path: LockOption = None,
) -> int:
    """Sign the lock or your approvals, with an SSH key or Sigstore."""
    from govern.commands.sign import SignRequest
    from govern.commands.sign import sign as flow
    from govern.report.terminal.signing import sign_report

    request = SignRequest(key, tuple(approval or ()), approvals, identity, sigstore, config, lock_path)
    say(sign_report(flow(request), page_of()))
    return Exit.OK


def export(
    servers: Annotated[list[str] | None, Argument(metavar="SERVER", help="All by default.")] = None,
    cyclonedx: Annotated[bool, Option("--cyclonedx", help="As a CycloneDX 1.6 bill of materials (JSON).")] = False,
    output: OutputOption = None,
    config: ConfigOption = None,
    lock_path: LockOption = None,
) -> int:
    """Write the lock in a format of other tools (CycloneDX)."""
    if not cyclonedx:
        raise UsageError("say in which format", hint="govern export --cyclonedx")
    from govern.commands.show import export as flow
    from govern.report.cyclonedx import cyclonedx as bill
    from govern.report.documents import json_text

    when = _moment(os.environ.get("SOURCE_DATE_EPOCH"))
    exported = flow(tuple(servers or ()), lock_path, config)
    text = json_text(bill(exported.lock, exported.servers, when))
    if output:
        write(text, output)
    else:
        say(text)
    return Exit.OK


def _moment(epoch: str | None) -> datetime | None:
    """The time that reproducible builds are made at, where there is one."""
    try:
        return datetime.fromtimestamp(int(epoch), UTC) if epoch else None
    except (ValueError, OverflowError, OSError):
        raise UsageError(f"SOURCE_DATE_EPOCH is no number of seconds: {epoch!r}") from None
