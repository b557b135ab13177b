"""Make .venv as the checkout wants it: `python .ci/setup.py`. Where nothing changed since the last time, do nothing."""

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
    """Compare the stamp; make the environment anew where it differs."""
    wanted = fingerprint()
    if not STAMP.is_file() or STAMP.read_text(encoding="utf-8") != wanted:
        make(wanted)
    # As pip leaves what it installs for good, whatever PYTHONDONTWRITEBYTECODE says: else half of a short run compiles.
    compileall.compile_dir(ROOT / "govern", quiet=1)


def make(wanted: str) -> None:
    """The environment from nothing."""
    print(f"Setting up {VENV} with Python {sys.version.split()[0]} (about a minute, the first time only) …", flush=True)
    venv.create(VENV, clear=True, with_pip=True, symlinks=os.name != "nt")
    # Not isolated, so that the build's own tools are held by the constraints too.
    install("hatchling", "editables")
    install("--no-build-isolation", "--editable", ".[dev]")
    STAMP.write_text(wanted, encoding="utf-8")


def fingerprint() -> str:
    """What the environment is made from: the place too, since a copied one still points at the original's code."""
    made_from = hashlib.sha256(f"{ROOT}\n{sys.version}\n{sys.base_prefix}\n".encode())
    for file in (ROOT / "pyproject.toml", CONSTRAINTS, Path(__file__)):
        made_from.update(file.read_bytes())
    return made_from.hexdigest()


def install(*what: str) -> None:
    """Run the new environment's own pip."""
    python = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pip = [str(python), "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    if code := subprocess.run([*pip, "--constraint", str(CONSTRAINTS), *what], cwd=ROOT, check=False).returncode:
        sys.exit(f"pip could not install {' '.join(what)} (exit {code}); its words above say why.")


if __name__ == "__main__":
    main()
