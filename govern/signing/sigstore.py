"""Sign and verify Sigstore bundles, if the extra `govern-mcp[sigstore]` is installed; verifying needs no network."""

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
    """The reason why a bundle is rejected."""

    why: Literal["forged", "not allowed", "unchecked"]
    message: str


def check_bundle(bundle: str, payload: bytes, identity: str, issuer: str, root: bytes | None) -> BundleProblem | None:
    """Return why a bundle is not a signature of this payload by this identity, or None if it is; fetch nothing."""
    try:
        from sigstore.errors import Error, VerificationError
        from sigstore.models import Bundle
        from sigstore.verify import Verifier, policy
    except ImportError:
        return BundleProblem("unchecked", f"Sigstore is not installed, so it cannot be checked: {INSTALL_SIGSTORE}")
    with _quiet_logs():
        verifier = Verifier(trusted_root=_trusted_root(root))
        try:
            read = Bundle.from_json(bundle)
            _, found = verifier.verify_dsse(read, policy.UnsafeNoOp())
        except (Error, ValueError, TypeError) as error:
            return BundleProblem("forged", f"Sigstore rejected it: {error}")
        if found != payload:
            return BundleProblem("forged", "it signs another statement")
        try:
            policy.Identity(identity=identity, issuer=issuer).verify(read.signing_certificate)
        except VerificationError as error:
            return BundleProblem("not allowed", f"it was not signed by {identity} ({issuer}): {error}")
    return None


def sign_by_sigstore(payloads: Sequence[bytes], root: bytes | None) -> list[str]:
    """Return a bundle for each statement; the signer logs in to Sigstore, which publishes the identity."""
    try:
        from sigstore import dsse
        from sigstore.sign import SigningContext
    except ImportError:
        raise UsageError("--sigstore requires an extra that is not installed", hint=INSTALL_SIGSTORE) from None
    with _quiet_logs():
        try:
            trust = _client_trust(root)
            with SigningContext.from_trust_config(trust).signer(_identity_token(trust)) as signer:
                return [signer.sign_dsse(dsse.Statement(payload)).to_json() for payload in payloads]
        except GovernError:
            raise
        except Exception as error:  # noqa: BLE001 - its errors have no common base class
            raise UsageError(f"Sigstore could not sign: {str(error) or type(error).__name__}") from None


def _identity_token(trust: ClientTrustConfig) -> IdentityToken:
    """Return the identity token of the CI environment, or log in with a browser."""
    from sigstore.oidc import IdentityToken, Issuer, detect_credential

    found = detect_credential()
    return IdentityToken(found) if found else Issuer(trust.signing_config.get_oidc_url()).identity_token()


def _trusted_root(root: bytes | None) -> TrustedRoot:
    """Return the root that the policy names, or the public one from the package or the last update."""
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
        raise UsageError(f"policy.signatures.sigstore-root is not a valid root of trust: {error}") from None


def _client_trust(root: bytes | None) -> ClientTrustConfig:
    from sigstore.models import ClientTrustConfig

    if root is None:
        return ClientTrustConfig.production()
    if not _is_client_trust(root):
        hint = "signing needs a client trust config, which also names the services"
        raise UsageError(
            "policy.signatures.sigstore-root is only a trusted root, which is enough to verify but not to sign",
            hint=hint,
        )
    return ClientTrustConfig.from_json(root.decode())


def _is_client_trust(root: bytes) -> bool:
    try:
        value = decode(root)
    except ContractInvalid:
        return False
    return isinstance(value, dict) and "signingConfig" in value


@contextmanager
def _quiet_logs() -> Iterator[None]:
    """Hide Sigstore's warnings, which are about settings that are intended, such as fetching nothing."""
    logger = logging.getLogger("sigstore")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(level)
