"""Verification of signatures on a lock and its approvals, and the baseline of a check: all of them read together."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from govern.commands.sides import LIVE, names_file
from govern.errors import ConfigMissing, PolicyInvalid
from govern.files import MAX_USER_FILE, path_exists, read_bytes
from govern.git.trees import committed_bytes
from govern.lockfile.store import load
from govern.policy.approvals import FILE, Approval, Approvals, person_key, read_approvals
from govern.policy.approvers import needs_signature
from govern.policy.config import load_config
from govern.policy.settings import SignatureKeys
from govern.policy.validation import bad_identity
from govern.signing.ssh import (
    allowed_line,
    is_certificate,
    is_revocation_list,
    parse_allowed_signers,
    parse_ssh_signature,
    ssh_checker,
)
from govern.signing.statement import NAMESPACES, SIGNATURES_FILE, MalformedError, Signature, read_signatures, subject_of
from govern.signing.verification import (
    CurrentSignature,
    Signer,
    TrustSettings,
    Verification,
    forged_problem,
    lines_for_key,
    match_signatures,
    missing_lock_signatures,
    not_allowed_problem,
    shared_key_problems,
    signature_problem,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from govern.lockfile.document import Lock
    from govern.policy.approvals import Waiver
    from govern.policy.config import Config
    from govern.policy.settings import Policy
    from govern.signing.ssh import AllowedSigner, SshChecker
    from govern.signing.verification import SignatureProblem


def check_signatures(
    lock: Lock | None, approvals: Approvals, signatures: str | None, trusted: TrustSettings, policy: Policy
) -> Verification:
    """Return the valid signatures of the lock and the approvals. Without a lock, check only the approvals."""
    if trusted.revoked is not None and not is_revocation_list(trusted.revoked):
        # ssh-keygen might find no key in such a file, and revoke nothing.
        where = policy.signatures.revoked_keys or "policy.signatures.revoked-keys"
        raise PolicyInvalid("is neither a KRL nor a list of public keys", where=where)
    lines = read_signatures(signatures or "")
    of_lock = lock is not None and any(isinstance(each, Signature) and each.statement.kind == "lock" for each in lines)
    current, problems = match_signatures(lines, subject_of(lock) if lock and of_lock else None, approvals)
    good, bad = _verified(current, trusted, policy.signatures)
    shared = shared_key_problems(good)
    problems += [*bad, *shared]
    lost = {each.line for each in shared}
    good = [(each, signer) for each, signer in good if signer.line not in lost]
    signers = tuple(signer for each, signer in good if each.entry is None)
    entries = frozenset(each.entry for each, _ in good if each.entry is not None)
    return Verification(
        lock=signers,
        entries=entries,
        problems=tuple(sorted(problems, key=lambda each: each.line)),
        missing=missing_lock_signatures(policy.signatures, signers, problems) if lock else (),
        valid=tuple((each.signature.statement, signer) for each, signer in good),
        unsigned=tuple(each for each in _entries(approvals) if each not in entries and _needs_signature(each, policy)),
        lacks="" if trusted.allowed is not None else trusted.name,
    )


def has_good_signature(signature: Signature, trusted: TrustSettings, keys: SignatureKeys) -> bool:
    """Return whether a trusted person made this signature."""
    good, _ = _verified([CurrentSignature(signature, None)], trusted, keys)
    return bool(good)


def config_beside(lock: Path, config: Path | None) -> Config | None:
    """Return the config of a lock: the named one, or the nearest one from the lock upwards."""
    try:
        return load_config(config, lock.absolute().parent)
    except ConfigMissing:
        if config is not None:
            raise
        return None


def signatures_beside(lock: Path) -> str | None:
    """Return the text of the signatures beside the lock at this path, or None."""
    content = plain_file(lock.with_name(SIGNATURES_FILE))
    return None if content is None else _decoded(content, str(lock.with_name(SIGNATURES_FILE)))


def signatures_at(word: str | None, path: Path) -> str | None:
    """Return the text of the signatures of a side: beside the lock, or in the commit that the word names."""
    if word in (None, LIVE) or names_file(str(word), path):
        return signatures_beside(path)
    content = committed_bytes(path.with_name(SIGNATURES_FILE), str(word))
    return None if content is None else _decoded(content, f"{SIGNATURES_FILE} at {word}")


def trusted_by(config: Config | None, ref: str | None = None, *, folder: Path | None = None) -> TrustSettings:
    """Return the signers that a config trusts, read from the commit `ref` if the config was.

    Without a config, read `allowed_signers` in a folder.
    """
    keys = config.policy.signatures if config else SignatureKeys()
    root = config.root if config else folder or Path.cwd()
    content = plain_file
    if config and config.called and ref is not None:
        content = partial(_committed, ref=ref.removesuffix("?"))
    allowed = content(root / keys.allowed_signers)
    return TrustSettings(
        allowed=None if allowed is None else _decoded(allowed, keys.allowed_signers),
        revoked=_required(content, root, keys.revoked_keys),
        sigstore_root=_required(content, root, keys.sigstore_root),
        name=keys.allowed_signers,
    )


def _committed(file: Path, ref: str) -> bytes | None:
    """Return a file in a commit. git starts at the file's folder; without that folder no signer is trusted."""
    return committed_bytes(file, ref) if file.parent.is_dir() else None


def _required(content: Callable[[Path], bytes | None], root: Path, name: str | None) -> bytes | None:
    """Return a file that policy names. Raise if it is missing, since that would allow more than intended."""
    if name is None:
        return None
    found = content(root / name)
    if found is None:
        raise PolicyInvalid("missing, but policy.signatures names it", where=str(root / name))
    return found


def plain_file(file: Path) -> bytes | None:
    """Return a file's content, or None if it is missing. Raise for anything but a plain file of a sensible size."""
    if not path_exists(file):
        return None
    try:
        return read_bytes(file, MAX_USER_FILE)
    except OSError as error:
        raise PolicyInvalid(f"cannot be read: {error.strerror}", where=str(file)) from None


def _decoded(content: bytes, name: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PolicyInvalid(f"is not valid UTF-8 at byte {error.start}", where=name) from None


def _entries(approvals: Approvals) -> tuple[Approval | Waiver, ...]:
    return (*approvals.approvals, *approvals.waivers)


def _needs_signature(entry: Approval | Waiver, policy: Policy) -> bool:
    """Return whether an entry counts only when signed. A waiver may be used for a change of any severity."""
    severity, rule = (entry.severity, entry.rule) if isinstance(entry, Approval) else ("BREAKING", "")
    return needs_signature(policy, severity, rule)


def _verified(
    current: Sequence[CurrentSignature], trusted: TrustSettings, keys: SignatureKeys
) -> tuple[list[tuple[CurrentSignature, Signer]], list[SignatureProblem]]:
    """Return the valid signatures with their signers, and a problem for each invalid one."""
    good: list[tuple[CurrentSignature, Signer]] = []
    bad: list[SignatureProblem] = []
    if not current:
        return good, bad
    lines = parse_allowed_signers(trusted.allowed or "")
    with ssh_checker(trusted.allowed or "", trusted.revoked) as checker:
        for each in current:
            found = (
                _by_sigstore(each.signature, trusted, keys)
                if each.signature.bundle
                else _by_ssh(each.signature, checker, trusted, lines)
            )
            if isinstance(found, Signer):
                good.append((each, found))
            else:
                bad.append(found)
    return good, bad


def _by_ssh(
    signature: Signature, checker: SshChecker, trusted: TrustSettings, lines: Sequence[AllowedSigner]
) -> Signer | SignatureProblem:
    envelope, namespace = signature.envelope, NAMESPACES[signature.statement.kind]
    try:
        ssh_signature = parse_ssh_signature(envelope.signature)
        fitting = lines_for_key(ssh_signature, lines)
    except MalformedError as error:
        return signature_problem(signature, "malformed", f"its {error}")
    if ssh_signature.namespace != namespace:
        return signature_problem(
            signature, "replayed", f"made for namespace {ssh_signature.namespace!r}, not for {namespace!r}"
        )
    who = _principal(signature, checker, namespace) if fitting else None
    if who is None:
        over = checker.is_over(envelope.signature, envelope.signed, namespace)
        if not over:
            return forged_problem(signature)
        problem = not_allowed_problem(signature, ssh_signature, fitting, trusted, datetime.now(UTC))
        return problem if fitting else replace(problem, allow=_line_to_add(signature.statement.by, ssh_signature.key))
    if checker.is_revoked(envelope.signature, envelope.signed, namespace, who):
        return signature_problem(signature, "revoked", f"key {ssh_signature.fingerprint} is revoked")
    return Signer(who, ssh_signature.fingerprint, line=signature.line)


def _line_to_add(who: str, key: bytes) -> str:
    return "" if bad_identity(who) or is_certificate(key) else allowed_line(who, key)


def _principal(signature: Signature, checker: SshChecker, namespace: str) -> str | None:
    """Return the name under which ssh-keygen finds the signature valid: the signer's, in any case of letters."""
    envelope, by = signature.envelope, signature.statement.by
    if bad_identity(by):
        return None
    if checker.good(envelope.signature, envelope.signed, namespace, by):
        return by
    alike = [
        each for each in checker.principals(envelope.signature) if person_key(each) == person_key(by) and each != by
    ]
    return next((each for each in alike if checker.good(envelope.signature, envelope.signed, namespace, each)), None)


def _by_sigstore(signature: Signature, trusted: TrustSettings, keys: SignatureKeys) -> Signer | SignatureProblem:
    from govern.signing.sigstore import check_bundle

    by = signature.statement.by
    issuer = keys.sigstore.get(by)
    if issuer is None:
        return signature_problem(signature, "not allowed", f"policy.signatures.sigstore does not name {by}")
    refused = check_bundle(signature.text, signature.envelope.payload, by, issuer, trusted.sigstore_root)
    if refused:
        return signature_problem(signature, refused.why, refused.message)
    return Signer(by, issuer, "sigstore", signature.line)


# Seconds for which a changed file may still be in the middle of being written.
_BEING_WRITTEN = 0.2
FileStamp = tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Baseline:
    """A lock and its approvals. `signed` holds those with a valid signature, if policy requires signatures."""

    lock: Lock
    approvals: Approvals = field(default_factory=Approvals)
    signed: frozenset[Approval | Waiver] = frozenset()


def read_baseline(config: Config, path: Path) -> Baseline:
    """Return the lock at this path with the approvals and signatures beside it."""
    approvals = read_approvals(path.with_name(FILE))
    if not (config.policy.signatures.approvals or approvals.waivers):
        return Baseline(load(path), approvals)

    signed = check_signatures(None, approvals, signatures_beside(path), trusted_by(config, None), config.policy)
    return Baseline(load(path), approvals, signed.entries)


def baseline_stamp(config: Config, path: Path) -> tuple[FileStamp, ...]:
    """Return a value that changes when one of these files changes, without reading them."""
    trusted = config.policy.signatures
    named = [name for name in (trusted.allowed_signers, trusted.revoked_keys) if name]
    beside = [path, path.with_name(FILE), path.with_name(SIGNATURES_FILE)]
    return tuple(file_stamp(file) for file in (*beside, *(config.root / name for name in named)))


def just_written(stamps: Sequence[FileStamp], now: float) -> bool:
    """Return whether one of these files changed so recently that the rest of it may still be written."""
    return any(stamp is not None and abs(now - stamp[0] / 1e9) < _BEING_WRITTEN for stamp in stamps)


def file_stamp(path: Path) -> FileStamp:
    """Return a value that changes when the file changes; None if there is no file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
