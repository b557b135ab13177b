"""Every file that govern reads, damaged at random: rejected or read within two seconds, and never a crash."""
# ruff: noqa: E501 -- one valid file of each kind, as it is on disk

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from govern.commands.signatures import plain_file
from govern.contract.surface import Surface
from govern.economics.bill import read_prices
from govern.errors import GovernError
from govern.gate.checks import check_result
from govern.gate.declared import declared_versions
from govern.lockfile.document import Lock
from govern.lockfile.integrity import check
from govern.lockfile.store import load, read_both
from govern.lockfile.text import parse, render
from govern.policy.approvals import read_approvals
from govern.policy.client_files import LEVELS, ClientPlaces
from govern.policy.config import load_config
from govern.policy.discovery import discover_servers
from govern.policy.target import Catalog, Target
from govern.servers.lists import read_catalog
from govern.signing.ssh import parse_allowed_signers
from govern.signing.statement import read_signatures
from govern.traces.reading import Recordings, recordings
from tests.bench.tables import Table

_LONGEST = 2.0
# The share of files damaged by one character only, which leaves most of them nearly valid.
_GENTLY = 0.5
_LIKELY = b"019aZ \"'=,.:[]{}#\\\n\t-_*"
_SPLICES = (
    b"\0", b"\xff\xfe", b"\xed\xa0\x80", b"\\ud800", b"[" * 3_000, b'{"a":' * 3_000, b"a." * 3_000, b"9" * 5_000, b"-1e999",
    b"\r\n", b"\n\n", b'"', b"'''", b"[[", b"]]", b"=", b"null", b"NaN", b"{}", b"9999-12-31", b"0000-00-00", b"\xef\xbb\xbf",
    b"<<<<<<< ours\n", "\u202e\u200b".encode(), b"inf", b"1979-05-27T07:32:00Z", b"\\", b"# ", b"*" * 2_000,
)  # fmt: skip
# One valid file of each kind, with its name on disk.
_CONFIG = """
[servers.api]
url = "https://api.example/mcp"
headers = { X-Key = "${KEY:-k}" }
oauth = { client-id = "a", client-secret = "${KEY:-k}" }
[servers.local]
command = ["npx", "-y", "pkg@1.0.0"]
env = { A = "1" }
[servers.local.guards.search]
limit = 5
[servers.local.profiles.readonly]
env = { A = "2" }
[policy]
preset = "balanced"
fail-on = "risky"
results = ["eval.json"]
[policy.severity]
"tool-description-changed" = "safe"
[policy.budget]
server-tokens = 20000
"""
_APPROVALS = """
[[approval]]
change = "c-4f1d0b6a92ce"
server = "api"
tool = "search"
rule = "tool-removed"
severity = "BREAKING"
from = "sha256:{digest}"
to = "-"
reason = "It is gone."
by = "ana@example.com"
until = 2027-01-31

[[approval]]
server = "api"
rule = "tool-title-changed"
severity = "RISKY"
from = "-"
reason = "Read them."
by = "ana@example.com"
changes = [
  { change = "c-4f1d0b6a92cf", tool = "search", to = "-" },
  { change = "c-4f1d0b6a92d0", tool = "find", to = "sha256:{digest}" },
]

[[waiver]]
server = "api"
tool = "*"
rule = "tool-description-changed"
reason = "Wording."
until = 2027-01-31
by = "ana@example.com"
""".replace("{digest}", "a" * 64)
_CATALOG = json.dumps({
    "initialize": {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "instructions": "Ask first.",
                   "serverInfo": {"name": "api", "version": "1.0.0"}},
    "tools": [{"name": name, "title": "Search", "description": "Search the items.", "annotations": {"readOnlyHint": True},
               "inputSchema": {"type": "object", "properties": {"q": {"type": "string", "maxLength": 50}}, "required": ["q"]},
               "outputSchema": {"type": "object", "properties": {"hits": {"type": "array"}}}} for name in ("search", "find")],
    "prompts": [{"name": "ask", "arguments": [{"name": "q", "required": True}]}],
    "resources": [{"uri": "file:///a", "name": "a", "mimeType": "text/plain"}],
    "resourceTemplates": [{"uriTemplate": "file:///{name}", "name": "t"}],
}, indent=1)  # fmt: skip
_TRACE = "\n".join(json.dumps(line) for line in (
    {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "search", "arguments": {"q": "x"}}},
    {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "y"}]}},
    {"role": "assistant", "tool_calls": [{"id": "a", "function": {"name": "search", "arguments": '{"q": "x"}'}}]},
    {"type": "assistant", "message": {"content": [{"type": "tool_use", "id": "b", "name": "mcp__api__find", "input": {}}]}},
))  # fmt: skip
_CLIENT = """{
  // a comment
  "mcpServers": {
    "api": {"command": "npx", "args": ["-y", "pkg@1", "--token", "s3cr3t"], "env": {"A_TOKEN": "x"}},
    "web": {"url": "https://api.example/mcp", "headers": {"Authorization": "Bearer abc123"}},
  },
  "projects": {"/tmp": {"mcpServers": {"here": {"command": "x"}}}}
}"""
_ENVELOPE = json.dumps({"payloadType": "application/vnd.in-toto+json", "payload": "eyJhIjoxfQ==",
                        "signatures": [{"keyid": "SHA256:abc", "sig": "AAAA"}]})  # fmt: skip
_KEY = "AAAAC3NzaC1lZDI1NTE5AAAAIJ2f0XJ0p8k0yJ7T0m0b3u6yqv1m5b3n3p9wq0f1d2c3"
_SIGNERS = f'ana@example.com,ben@example.com namespaces="govern-lock",valid-before="20270101" ssh-ed25519 {_KEY} ana\n'
_MANIFESTS = {
    "pyproject.toml": '[build-system]\nrequires = ["hatchling"]\nbuild-backend = "hatchling.build"\n'
                      '[project]\nname = "a"\ndynamic = ["version"]\n[tool.hatch.version]\npath = "a.py"\n',
    "package.json": '{"name": "a", "version": "1.2.3"}',
    "Cargo.toml": '[package]\nname = "a"\nversion.workspace = true\n[workspace.package]\nversion = "1.2.3"\n',
}  # fmt: skip
_PRICES = 'date = "2026-01-01"\n[usd-per-million]\n"a-1" = 3.0\nb = 1\n'
_RESULT = json.dumps({"format": "govern.eval/1", "verdict": "passed", "lock": f"sha256:{'a' * 64}"})

Reader = Callable[[Path], Any]


def readers() -> dict[str, tuple[str, bytes, Reader]]:
    """Return, for each kind of file, its name on disk, a valid example, and the function that reads it."""
    lock = small_lock()
    kinds: dict[str, tuple[str, str, Reader]] = {
        "lock": ("capability.lock", render(lock), _lock),
        "two locks": ("capability.lock", render(lock), lambda path: _two_locks(path, render(lock).encode())),
        "govern.toml": ("govern.toml", _CONFIG, lambda path: load_config(path, path.parent)),
        "approvals": ("capability.approvals.toml", _APPROVALS, read_approvals),
        "signatures": ("capability.signatures.jsonl", f"{_ENVELOPE}\n{_ENVELOPE} \n",
                       lambda path: read_signatures((plain_file(path) or b"").decode("utf-8", "replace"))),
        "allowed signers": ("allowed_signers", _SIGNERS * 3, lambda path: parse_allowed_signers(path.read_text("utf-8", "replace"))),
        "catalog": ("catalog.json", _CATALOG, _catalog),
        "trace": ("trace.jsonl", _TRACE, _trace),
        "prices": ("prices.toml", _PRICES, read_prices),
        "client config": (".mcp.json", _CLIENT, _client),
        "result": ("eval.json", _RESULT, lambda path: check_result("x", path.read_text("utf-8", "replace"), "sha256:" + "a" * 64)),
    }  # fmt: skip
    for name, text in _MANIFESTS.items():
        kinds[name] = (name, text, lambda path: declared_versions(_reader(path), path.name, lock))
    return {kind: (name, text.encode(), read) for kind, (name, text, read) in kinds.items()}


@cache
def small_lock() -> Lock:
    """Return a small lock of a real run."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "api.json").write_text(_CATALOG, "utf-8")
        (folder / "govern.toml").write_text('[servers.api]\ncatalog = "api.json"\n', "utf-8")
        command = [sys.executable, "-m", "govern", "lock"]
        surroundings = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
        subprocess.run(command, cwd=folder, env=surroundings, check=True, capture_output=True)
        return load(folder / "capability.lock")


def spoiled(content: bytes, dice: Random) -> bytes:
    """Return the content after one to four bit flips, cuts, copies or splices."""
    if dice.random() < _GENTLY:
        at = dice.randrange(len(content))
        return content[:at] + bytes([dice.choice(_LIKELY)]) + content[at + dice.randrange(2) :]
    for _ in range(dice.randint(1, 4)):
        start, end = sorted(dice.randrange(len(content) + 1) for _ in range(2))
        match dice.randrange(7):
            case 0:
                content = content[:start] + bytes([dice.randrange(256)]) + content[start + 1 :]
            case 1:
                content = content[:start]
            case 2:
                content = content[:start] + content[end:]
            case 3:
                content = content[:end] + content[start:]
            case 4:
                content = content[:start] + dice.choice(_SPLICES) + content[start:]
            case 5:
                lines = content.split(b"\n")
                dice.shuffle(lines)
                content = b"\n".join(lines)
            case _:
                content = content[:start] + dice.choice(_SPLICES) + content[end:]
    return content


def wrong(kind: str, number: int, seed: int, answers: Counter[str], folder: Path) -> Iterator[str]:
    """Yield the failures for a number of damaged files of one kind."""
    name, valid, read = readers()[kind]
    path = folder / "spoiled" / name
    path.parent.mkdir()
    path.write_bytes(valid)
    read(path)
    dice = Random(f"{kind} {seed}")
    for at in range(number):
        path.write_bytes(spoiled(valid, dice))
        begun = time.process_time()
        try:
            read(path)
            answers["read"] += 1
        except GovernError as error:
            answers["refused"] += 1
            if len(str(error)) > 100_000:
                yield f"{kind} {seed}/{at}: an error of {len(str(error)):,} characters"
        except Exception as error:  # noqa: BLE001 - which is what is looked for
            yield f"{kind} {seed}/{at}: {type(error).__name__}: {str(error)[:200]}"
        if time.process_time() - begun > _LONGEST:
            yield f"{kind} {seed}/{at}: {time.process_time() - begun:.1f} s"


def fuzz_files(number: int = 3_000, seed: int = 0) -> Table:
    """Return a table of all kinds, with the number of damaged files of each."""
    rows, notes = [], []
    with tempfile.TemporaryDirectory() as scratch:
        for kind in readers():
            folder = Path(scratch, kind)
            folder.mkdir()
            answers: Counter[str] = Counter()
            found = list(wrong(kind, number, seed, answers, folder))
            rows.append((kind, f"{number:,}", f"{answers['refused']:,}", f"{answers['read']:,}", str(len(found))))
            notes += found[:5]
    columns = ("file", "spoiled", "refused", "read", "wrong")
    return Table("Spoiled files", columns, tuple(rows), tuple(notes), met=not notes)


def _lock(path: Path) -> None:
    """Check that a lock that is read matches its digests, also after it is written and read again."""
    lock = load(path)
    again = parse(render(lock))
    check(again)
    if again.digest != lock.digest:
        raise AssertionError("the lock differs once it is written again")


def _two_locks(path: Path, other: bytes) -> None:
    """Check that reading two locks for a diff gives the same lock as `load`."""
    locks = read_both((other, "old"), (path.read_bytes(), "new"))
    if locks[1].digest != load(path).digest:
        raise AssertionError("a diff reads another lock than a load")


def _catalog(path: Path) -> Surface:
    return read_catalog(Target("api", "x", Catalog(path)))


def _client(path: Path) -> None:
    discover_servers(ClientPlaces(path.parent, path.parent, (path.parent,), "linux", {}), LEVELS)


def _trace(path: Path) -> None:
    Recordings(lambda *_: None).read(recordings([path]), lambda _: None)


def _reader(path: Path) -> Callable[[str], str | None]:
    def read(name: str) -> str | None:
        try:
            return path.read_text("utf-8") if name == path.name else 'version = "1.0.0"' if name == "a.py" else None
        except UnicodeDecodeError:
            return None

    return read
