"""People with SSH keys of their own, made by ssh-keygen."""

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

WITHOUT = pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="there is no ssh-keygen here")


@dataclass(frozen=True)
class Person:
    """A person who signs."""

    name: str
    key: Path

    @property
    def public(self) -> str:
        """Return the type and the base64 text of the key."""
        return " ".join(Path(f"{self.key}.pub").read_text("utf-8").split()[:2])

    def line(self, options: str = "", name: str = "") -> str:
        """Return a line of allowed_signers."""
        return f"{name or self.name} {options}{' ' if options else ''}{self.public}\n"

    def copied_to(self, folder: Path) -> "Person":
        """Return the same person with copies of both files of the key."""
        for file in (self.key, Path(f"{self.key}.pub")):
            shutil.copy2(file, folder)
        return Person(self.name, folder / self.key.name)


def somebody(folder: Path, name: str, kind: str = "ed25519") -> Person:
    """Create a person with a new key."""
    key = folder / f"key-of-{name.partition('@')[0]}"
    keygen("-q", "-t", kind, "-N", "", "-C", name, "-f", str(key))
    return Person(name, key)


def keygen(*words: str, message: str = "") -> str:
    """Return the output of ssh-keygen, which must succeed."""
    done = subprocess.run(["ssh-keygen", *words], input=message, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done
    return done.stdout
