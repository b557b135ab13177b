"""Create .venv for this checkout: `python .ci/setup.py`. Do nothing if it is up to date."""

import compileall
import hashlib
import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / "made-from"
CONSTRAINTS = ROOT / ".ci" / "constraints.txt"


def main() -> None:
    """Create the environment if its stamp differs from the fingerprint, and compile govern."""
    if sys.version_info < (3, 11):  # noqa: UP036 - whoever runs make may name any Python
        version = sys.version.split()[0]
        sys.exit(f"Python 3.11 or later is needed, and this is {version}; name one: make PYTHON=/path/to/python3")
    wanted = fingerprint()
    if not STAMP.is_file() or STAMP.read_text(encoding="utf-8") != wanted:
        make(wanted)
    # As pip does for installed packages, also with PYTHONDONTWRITEBYTECODE: otherwise half of a short run is compiling.
    compileall.compile_dir(ROOT / "govern", quiet=1)


def make(wanted: str) -> None:
    """Create the environment from scratch."""
    print(f"Setting up {VENV} with Python {sys.version.split()[0]} (about a minute, the first time only) …", flush=True)
    venv.create(VENV, clear=True, with_pip=True, symlinks=os.name != "nt")
    # Without isolation, so that the constraints also apply to the build tools.
    install("hatchling", "editables")
    install("--no-build-isolation", "--editable", ".[dev]")
    rewrite_tests()
    STAMP.write_text(wanted, encoding="utf-8")


def fingerprint() -> str:
    """Return a digest of what the environment depends on, also its path: a copy uses the original's code."""
    made_from = hashlib.sha256(f"{ROOT}\n{sys.version}\n{sys.base_prefix}\n".encode())
    for file in (ROOT / "pyproject.toml", CONSTRAINTS, Path(__file__)):
        made_from.update(file.read_bytes())
    return made_from.hexdigest()


def install(*what: str) -> None:
    """Install packages with the pip of the new environment."""
    pip = [str(python()), "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    if code := subprocess.run([*pip, "--constraint", str(CONSTRAINTS), *what], cwd=ROOT, check=False).returncode:
        sys.exit(f"pip could not install {' '.join(what)} (exit {code}); see its output above.")


def rewrite_tests() -> None:
    """Let pytest write the tests as bytecode once, as each of its processes would do by itself at the first run."""
    collect = [str(python()), "-m", "pytest", "--collect-only", "-qq", "-p", "no:xdist"]
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": ""}
    subprocess.run(collect, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, check=False)


def python() -> Path:
    """Return the interpreter of the environment."""
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


if __name__ == "__main__":
    main()
