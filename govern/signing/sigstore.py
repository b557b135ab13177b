"""Sigstore, where the extra `govern-mcp[sigstore]` is installed: bundles made, and checked without the network."""

from __future__ import annotations

import logging
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Literal

from govern.contract.json_text import decode
from govern.errors import ContractInvalid, GovernError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sigstore.models import ClientTrustConfig, TrustedRoot
    from sigstore.oidc import IdentityToken

INSTALL_SIGSTORE = "pip install 'govern-mcp[sigstore]'"


@dataclass(frozen=True, slots=True)
class BundleProblem:
    """Why a bundle does not count."""

    why: Literal["forged", "not allowed", "unchecked"]
    message: str


def check_bundle(bundle: str, payload: bytes, identity: str, issuer: str, root: bytes | None) -> BundleProblem | None:
    """Why this bundle is no signature of this payload by this identity, or None where it is; nothing is fetched."""
    try:
        from sigstore.errors import Error, VerificationError
        from sigstore.models import Bundle
        from sigstore.verify import Verifier, policy
    except ImportError:
        return BundleProblem("unchecked", f"it takes Sigstore to check it: {INSTALL_SIGSTORE}")
    with _quiet():
        verifier = Verifier(trusted_root=_trusted_root(root))
        try:
            read = Bundle.from_json(bundle)
            _, found = verifier.verify_dsse(read, policy.UnsafeNoOp())
        except (Error, ValueError, TypeError) as error:
            return BundleProblem("forged", f"Sigstore refuses it: {error}")
        if found != payload:
            return BundleProblem("forged", "it is not over this statement")
        try:
            policy.Identity(identity=identity, issuer=issuer).verify(read.signing_certificate)
        except VerificationError as error:
            return BundleProblem("not allowed", f"it is not {identity}'s by {issuer}: {error}")
    return None


def sign_by_sigstore(payloads: Sequence[bytes], root: bytes | None) -> list[str]:
    """A bundle for each of these statements; whoever signs proves who they are to Sigstore, which makes it public."""
    try:
        from sigstore import dsse
        from sigstore.sign import SigningContext
    except ImportError:
        raise UsageError("--sigstore takes an extra that is not installed", hint=INSTALL_SIGSTORE) from None
    with _quiet():
        try:
            trust = _client_trust(root)
            with SigningContext.from_trust_config(trust).signer(_token(trust)) as signer:
                return [signer.sign_dsse(dsse.Statement(payload)).to_json() for payload in payloads]
        except GovernError:
            raise
        except Exception as error:  # noqa: BLE001 - its clients have errors of their own, of no common kind
            raise UsageError(f"Sigstore could not sign: {str(error) or type(error).__name__}") from None


def _token(trust: ClientTrustConfig) -> IdentityToken:
    """What the machine knows of who runs it, as in CI; else a browser is asked."""
    from sigstore.oidc import IdentityToken, Issuer, detect_credential

    found = detect_credential()
    return IdentityToken(found) if found else Issuer(trust.signing_config.get_oidc_url()).identity_token()


def _trusted_root(root: bytes | None) -> TrustedRoot:
    """The root that policy names; else the public one, as it came with the package or was fetched last."""
    from sigstore.errors import Error
    from sigstore.models import ClientTrustConfig, TrustedRoot

    try:
        if root is None:
            return ClientTrustConfig.production(offline=True).trusted_root
        if _is_client_trust(root):
            return ClientTrustConfig.from_json(root.decode()).trusted_root
        with TemporaryDirectory(prefix="govern-") as folder:
            file = Path(folder) / "trusted_root.json"
            file.write_bytes(root)
            return TrustedRoot.from_file(str(file))
    except (Error, ValueError) as error:
        raise UsageError(f"policy.signatures.sigstore-root is no root of trust: {error}") from None


def _client_trust(root: bytes | None) -> ClientTrustConfig:
    from sigstore.models import ClientTrustConfig

    if root is None:
        return ClientTrustConfig.production()
    if not _is_client_trust(root):
        hint = "Name a client trust config, which says where its services are as well."
        raise UsageError("policy.signatures.sigstore-root names a root alone, which is enough to verify", hint=hint)
    return ClientTrustConfig.from_json(root.decode())


def _is_client_trust(root: bytes) -> bool:
    try:
        value = decode(root)
    except ContractInvalid:
        return False
    return isinstance(value, dict) and "signingConfig" in value


@contextmanager
def _quiet() -> Iterator[None]:
    """Its warnings are about what we asked for on purpose, such as not to fetch anything."""
    logger = logging.getLogger("sigstore")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(level)
