"""Every one-change pair, given to other programs and to govern: which of them classifies it as breaking."""

import json
import os
import shutil
import subprocess
import sys
import venv
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.contenders import CONTENDERS, GOVERN, Contender, Result, Said
from tests.bench.measuring import SCRIPTS
from tests.bench.tables import Table
from tests.pairs.pair import PAIRS, Pair

_CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "govern-bench"
_SERVER = Path(__file__).parent / "servers" / "replay.py"
_INSTALL = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check")
_SECONDS = 60
# mcpgawk would check the package index for a later version.
_SURROUNDINGS = {"NO_COLOR": "1", "MCPGAWK_NO_UPDATE_CHECK": "1"}
_MEANT = {"BREAKING": "breaking", "RISKY": "risky", "SAFE": "safe", "none": "of no meaning"}
HARMLESS, REAL = ("SAFE", "none"), ("BREAKING", "RISKY")


@dataclass(frozen=True, slots=True)
class Called:
    """The result of one program for one pair."""

    pair: Pair
    result: Result
    message: str = ""


def field(jobs: int | None = None) -> Table:
    """Return the table of docs/benchmarks.md."""
    pairs = [pair for pair in PAIRS if shown_by_one_server(pair)]
    of = Counter(pair.severity for pair in pairs)
    columns = (
        "program",
        f"breaking called breaking, of {of['BREAKING']}",
        f"harmless called breaking, of {_count(of, HARMLESS)}",
        f"no change reported, of {of['none']}",
        f"real change unseen, of {_count(of, REAL)}",
        "could not or would not look",
    )
    rows = tuple(_row(contender, run(contender, pairs, jobs)) for contender in (*CONTENDERS, GOVERN))
    met = rows[-1][1:] == (str(of["BREAKING"]), "0", "0", "0", "0")
    return Table("Against the field", columns, rows, tuple(_notes(of)), met)


def shown_by_one_server(pair: Pair) -> bool:
    """Return whether one server can show the change; most programs compare only one server with itself."""
    return not pair.many and pair.source[0] == pair.source[1]


def run(contender: Contender, pairs: Iterable[Pair], jobs: int | None = None) -> list[Called] | str:
    """Return the program's result for each pair, or the reason why it cannot be run here."""
    if (reason := _install(contender)) is not None:
        return reason
    # Pairs that begin alike share one lock, which is half of the time.
    alike: dict[tuple[str, int], list[Pair]] = {}
    for pair in pairs:
        alike.setdefault((pair.texts[0], pair.page), []).append(pair)
    with ThreadPoolExecutor(jobs or os.cpu_count()) as pool:
        return [called for group in pool.map(lambda each: _group(contender, each), alike.values()) for called in group]


def _group(contender: Contender, pairs: Sequence[Pair]) -> list[Called]:
    with TemporaryDirectory() as name:
        kept, folder = Path(name, "kept"), Path(name, "tracker")
        _furnish(folder, pairs[0])
        locked = _type(contender, contender.lock, folder, pairs[0])
        if locked.code != 0:
            return [Called(pair, "failed", locked.out) for pair in pairs]
        shutil.copytree(folder, kept)
        return [_look(contender, pair, folder, kept) for pair in pairs]


def _furnish(folder: Path, pair: Pair) -> None:
    """Create a directory with the server and the config of each program."""
    folder.mkdir()
    shutil.copy(_SERVER, folder / "server.py")
    command, *rest = _server(pair)
    (folder / "capture.json").write_text(pair.texts[0], encoding="utf-8")
    config = {"mcpServers": {"tracker": {"command": command, "args": rest}}}
    (folder / ".mcp.json").write_text(json.dumps(config), encoding="utf-8")
    (folder / "govern.toml").write_text(
        f"[servers.tracker]\ncommand = {json.dumps([command, *rest])}\n", encoding="utf-8"
    )


def _look(contender: Contender, pair: Pair, folder: Path, kept: Path) -> Called:
    """Check again from the lock, in the same place, since some locks contain paths."""
    shutil.rmtree(folder)
    shutil.copytree(kept, folder)
    (folder / "capture.json").write_text(pair.texts[1], encoding="utf-8")
    every = [_type(contender, look, folder, pair) for look in contender.looks]
    if any(message.code not in contender.codes for message in every):
        return Called(pair, "failed", "".join(message.out for message in every))
    try:
        return Called(pair, contender.read(every[-1]), every[-1].out)
    except (KeyError, TypeError, ValueError) as error:
        return Called(pair, "failed", f"{error!r}: {every[-1].out}")


def _type(contender: Contender, words: Sequence[str], folder: Path, pair: Pair) -> Said:
    """Run one command with the directory as its home, so that no file of the user is read or written."""
    server = _server(pair)
    program, *rest = words
    typed = [each for word in rest for each in _spelled(word, server)]
    done = subprocess.run(
        [_bin(contender) / program, *typed],
        cwd=folder,
        env=os.environ | _SURROUNDINGS | {"HOME": str(folder), "USERPROFILE": str(folder)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=_SECONDS,
    )
    files = {path.name: path.read_text("utf-8") for path in folder.glob("o.json")}
    out = done.stdout.decode(errors="replace")
    return Said(done.returncode, out or done.stderr.decode(errors="replace") * bool(done.returncode), files)


def _spelled(word: str, server: Sequence[str]) -> Sequence[str]:
    return {"SERVER": server, "ONE-WORD": (" ".join(server),)}.get(word, (word,))


def _server(pair: Pair) -> list[str]:
    return [sys.executable, "server.py", *([str(pair.page)] if pair.page else [])]


def _install(contender: Contender) -> str | None:
    """Install it into the cache unless it is there, and return the reason if that fails."""
    place = _place(contender)
    if contender is GOVERN or (place / "complete").is_file():
        return None
    venv.create(place, clear=True, with_pip=True, symlinks=os.name != "nt")
    wanted = (f"{contender.package}=={contender.version}", *contender.beside)
    done = subprocess.run(
        [_bin(contender) / "python", *_INSTALL, *wanted], capture_output=True, text=True, check=False, timeout=600
    )
    if done.returncode:
        return f"pip could not install {' '.join(wanted)}: {done.stderr.strip().rpartition(chr(10))[2]}"
    (place / "complete").touch()
    return None


def _place(contender: Contender) -> Path:
    return _CACHE / f"{contender.package}-{contender.version}-py{sys.version_info.major}.{sys.version_info.minor}"


def _bin(contender: Contender) -> Path:
    return SCRIPTS if contender is GOVERN else _place(contender) / ("Scripts" if os.name == "nt" else "bin")


def _row(contender: Contender, calls: list[Called] | str) -> tuple[str, ...]:
    name = f"{contender.package} {contender.version}".strip()
    if isinstance(calls, str):
        return name, f"not measured: {calls}", "", "", "", ""
    made = Counter((called.pair.severity, called.result) for called in calls)

    def of(severities: Sequence[str], *results: Result) -> int:
        return sum(made[severity, result] for severity in severities for result in results)

    classes = [str(of(("BREAKING",), "breaking")), str(of(HARMLESS, "breaking"))]
    return (
        name,
        *(classes if contender.classes else ["no classes"] * 2),
        str(of(("none",), "breaking", "seen")),
        str(of(REAL, "unseen")),
        str(of((*REAL, *HARMLESS), "failed")),
    )


def _count(of: Counter[str], severities: Sequence[str]) -> int:
    return sum(of[severity] for severity in severities)


def _notes(of: Counter[str]) -> Iterator[str]:
    output = ", ".join(f"{of[severity]} {meant}" for severity, meant in _MEANT.items())
    yield (
        f"{of.total()} changes of our own making (tests/pairs), one at a time: {output}; "
        "judged from the caller's side. "
        "Each is shown by a server on the bare protocol (tests/bench/servers/replay.py), "
        "locked before and looked at after."
    )
    yield "What is counted as calling a change breaking, each program at its own word:"
    yield "\n".join(f"- {contender.package}: {contender.meaning}" for contender in (*CONTENDERS, GOVERN))
