"""The commands about trust in a lock: verify, sign, export."""

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

from govern.cli.options import Argument, ConfigFromOption, ConfigOption, JsonOption, LockOption, Option, OutputOption
from govern.cli.terminal import page_of, print_json, say, write
from govern.errors import Exit, UsageError

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
        from govern.report.documents import json_text
        from govern.report.documents.signatures import verify_document

        document = verify_document(verified.path.name, verified.lock, verified.signed, verified.folds)
        print(json_text(document), end="")
    else:
        from govern.report.terminal.signing import verify_report

        say(verify_report(verified.lock, verified.signed, page_of(), verified.folds))
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
        from govern.report.documents.signatures import sign_document

        print_json(sign_document(signed))
    else:
        from govern.report.terminal.signing import sign_report

        say(sign_report(signed, page_of()))
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
    exported = flow(tuple(servers or ()), lock_path, config)
    text = json_text(bill(exported.lock, exported.servers, when))
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
