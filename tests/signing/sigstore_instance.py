"""A small Sigstore for tests: a certificate authority and two logs, with real keys, behind real HTTP.

It does what the public one does as far as clients can tell: short-lived certificates with a certificate timestamp, and
log entries with an inclusion proof, a signed checkpoint and a signed promise. Its trees have one leaf.
"""

import base64
import json
import struct
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import jwt
import rfc8785
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

ISSUER = "https://accounts.example.com"
_SCT_LIST = x509.ObjectIdentifier("1.3.6.1.4.1.11129.2.4.2")
_OIDC_ISSUER = x509.ObjectIdentifier("1.3.6.1.4.1.57264.1.1")
_SHA256 = hashes.SHA256()


class Sigstore:
    """The keys of the instance, and the operations with them."""

    def __init__(self) -> None:
        self.authority, self.ct_log, self.log = (ec.generate_private_key(ec.SECP256R1()) for _ in range(3))
        self.url = ""
        self.entries = 0
        self._root = self._root_certificate()

    def trust_config(self) -> str:
        """Return the client trust config, for signing."""
        return json.dumps(
            {
                "mediaType": "application/vnd.dev.sigstore.clienttrustconfig.v0.1+json",
                "trustedRoot": self.trusted_root(),
                "signingConfig": {
                    "mediaType": "application/vnd.dev.sigstore.signingconfig.v0.2+json",
                    "caUrls": [self._service()],
                    "oidcUrls": [self._service()],
                    "rekorTlogUrls": [self._service()],
                    "rekorTlogConfig": {"selector": "ANY"},
                    "tsaConfig": {"selector": "ANY"},
                },
            }
        )

    def trusted_root(self) -> dict[str, Any]:
        """Return the trusted root, for verifying."""
        return {
            "mediaType": "application/vnd.dev.sigstore.trustedroot+json;version=0.1",
            "tlogs": [self._log_instance(self.log)],
            "ctlogs": [self._log_instance(self.ct_log)],
            "certificateAuthorities": [
                {
                    "subject": {"organization": "example.com", "commonName": "test"},
                    "uri": self.url,
                    "certChain": {"certificates": [{"rawBytes": _b64(self._root.public_bytes(Encoding.DER))}]},
                    "validFor": {"start": "2020-01-01T00:00:00Z"},
                }
            ],
            "timestampAuthorities": [],
        }

    def certificate(self, request: x509.CertificateSigningRequest, identity: str) -> list[str]:
        """Return a certificate for the identity of a token, with its chain."""
        now = datetime.now(UTC)
        builder = (
            x509.CertificateBuilder()
            .subject_name(x509.Name([]))
            .issuer_name(self._root.subject)
            .public_key(request.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(seconds=5))
            .not_valid_after(now + timedelta(minutes=10))
            .add_extension(_usage(digital_signature=True), critical=True)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.CODE_SIGNING]), critical=False)
            .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(self.authority.public_key()), False)
            .add_extension(x509.SubjectAlternativeName([x509.RFC822Name(identity)]), critical=True)
            .add_extension(x509.UnrecognizedExtension(_OIDC_ISSUER, ISSUER.encode()), critical=False)
        )
        draft = builder.sign(self.authority, _SHA256).tbs_certificate_bytes
        timestamps = x509.UnrecognizedExtension(_SCT_LIST, self._certificate_timestamps(draft))
        leaf = builder.add_extension(timestamps, critical=False).sign(self.authority, _SHA256)
        return [each.public_bytes(Encoding.PEM).decode() for each in (leaf, self._root)]

    def entry(self, proposed: dict[str, Any]) -> dict[str, Any]:
        """Return the log entry for an envelope."""
        content = proposed["spec"]["proposedContent"]
        envelope = json.loads(content["envelope"])
        signatures = [{"signature": envelope["signatures"][0]["sig"], "verifier": content["verifiers"][0]}]
        spec: dict[str, Any] = {
            "envelopeHash": {"algorithm": "sha256", "value": sha256(content["envelope"].encode()).hexdigest()},
            "payloadHash": {
                "algorithm": "sha256",
                "value": sha256(base64.b64decode(envelope["payload"])).hexdigest(),
            },
            "signatures": signatures,
        }
        body = rfc8785.dumps({"apiVersion": "0.0.1", "kind": "dsse"} | {"spec": spec})
        self.entries += 1
        return {"the-uuid": self._promised(_b64(body), sha256(b"\0" + body).digest())}

    def _promised(self, body: str, root: bytes) -> dict[str, Any]:
        message: dict[str, Any] = {"body": body, "integratedTime": int(time.time()), "logIndex": 0}
        message["logID"] = _key_id(self.log).hex()
        note = f"example.com - 1\n1\n{_b64(root)}\n"
        signed = _b64(_key_id(self.log)[:4] + self._signed(note.encode()))
        proof = {
            "checkpoint": f"{note}\n\u2014 example.com {signed}\n",
            "hashes": [],
            "logIndex": 0,
            "rootHash": root.hex(),
            "treeSize": 1,
        }
        promise = _b64(self._signed(rfc8785.dumps(message)))
        return message | {"verification": {"inclusionProof": proof, "signedEntryTimestamp": promise}}

    def _signed(self, data: bytes) -> bytes:
        return self.log.sign(data, ec.ECDSA(_SHA256))

    def _certificate_timestamps(self, draft: bytes) -> bytes:
        when = int(time.time() * 1000)
        issuer = _key_id(self.authority)
        length = len(draft).to_bytes(3)
        signature = self.ct_log.sign(
            struct.pack("!BBQH", 0, 0, when, 1) + issuer + length + draft + b"\0\0", ec.ECDSA(_SHA256)
        )
        timestamp = b"\0" + _key_id(self.ct_log) + struct.pack("!QHBBH", when, 0, 4, 3, len(signature)) + signature
        listed = struct.pack("!HH", len(timestamp) + 2, len(timestamp)) + timestamp
        return b"\x04" + _der_length(len(listed)) + listed

    def _root_certificate(self) -> x509.Certificate:
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "test")])
        key = self.authority.public_key()
        return (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(name)
            .public_key(key)
            .serial_number(x509.random_serial_number())
            .not_valid_before(datetime(2020, 1, 1, tzinfo=UTC))
            .not_valid_after(datetime.now(UTC) + timedelta(days=365))
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .add_extension(_usage(key_cert_sign=True), critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
            .sign(self.authority, _SHA256)
        )

    def _log_instance(self, key: ec.EllipticCurvePrivateKey) -> dict[str, Any]:
        return {
            "baseUrl": self.url,
            "hashAlgorithm": "SHA2_256",
            "publicKey": {
                "rawBytes": _b64(_public(key)),
                "keyDetails": "PKIX_ECDSA_P256_SHA_256",
                "validFor": {"start": "2020-01-01T00:00:00Z"},
            },
            "logId": {"keyId": _b64(_key_id(key))},
        }

    def _service(self) -> dict[str, Any]:
        start = {"start": "2020-01-01T00:00:00Z"}
        return {"url": self.url, "majorApiVersion": 1, "validFor": start, "operator": "example.com"}


def token(identity: str) -> str:
    """Return an identity token like that of a CI machine."""
    now = int(time.time())
    claims = {"aud": "sigstore", "sub": identity, "iss": ISSUER, "iat": now, "nbf": now, "exp": now + 600}
    return jwt.encode(claims, "a secret of the test's own, long enough for its hash", algorithm="HS256")


@contextmanager
def running() -> Iterator[Sigstore]:
    """Run the services until the end of the test."""
    sigstore = Sigstore()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if self.path == "/api/v2/signingCert":
                request = x509.load_pem_x509_csr(base64.b64decode(asked["certificateSigningRequest"]))
                claims = jwt.decode(self.headers["Authorization"].split()[1], options={"verify_signature": False})
                chain = {"certificates": sigstore.certificate(request, claims["sub"])}
                self._answer(200, {"signedCertificateEmbeddedSct": {"chain": chain}})
            elif self.path == "/api/v1/log/entries":
                self._answer(201, sigstore.entry(asked))
            else:
                self._answer(404, {})

        def _answer(self, code: int, value: Any) -> None:
            body = json.dumps(value).encode()
            self.send_response(code)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        sigstore.url = f"http://127.0.0.1:{server.server_port}"
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield sigstore
        finally:
            server.shutdown()
            thread.join()


def _usage(*, digital_signature: bool = False, key_cert_sign: bool = False) -> x509.KeyUsage:
    return x509.KeyUsage(digital_signature, False, False, False, False, key_cert_sign, False, False, False)


def _public(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)


def _key_id(key: ec.EllipticCurvePrivateKey) -> bytes:
    return sha256(_public(key)).digest()


def _der_length(length: int) -> bytes:
    return bytes([length]) if length < 128 else bytes([0x81, length])


def _b64(data: bytes) -> str:
    return base64.b64encode(data).decode()
