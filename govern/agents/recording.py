"""The recording of one run: a trace in govern's own format, with the lock, the prompt and the model's usage."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from govern.contract.json_text import decode
from govern.errors import ContractInvalid
from govern.files import MAX_GENERATED_FILE, read_text
from govern.lockfile.writing import replace_file
from govern.policy.redaction import redacted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from govern.policy.target import Secrets


@dataclass(frozen=True, slots=True)
class PlannedRun:
    """One run of an agent test, and the file that it is recorded to; `distractors` are definitions of tools."""

    name: str
    prompt: str
    model: str
    servers: tuple[str, ...]
    file: Path
    distractors: tuple[Mapping[str, Any], ...] = ()

    def is_recorded(self, lock_digest: str) -> bool:
        """Return whether the file holds this run: of the same lock, prompt, servers and model."""
        try:
            lines = [decode(line) for line in read_text(self.file, MAX_GENERATED_FILE).rstrip("\n").split("\n")]
        except (OSError, ContractInvalid):
            return False
        head, end = self._head(lock_digest), lines[-1] if lines else None
        usage = end.get("usage") if isinstance(end, dict) else None
        return lines[: len(head)] == head and isinstance(usage, dict) and self._identity().items() <= usage.items()

    def _head(self, lock_digest: str) -> list[Any]:
        stated = [{"distractors": [each["name"] for each in self.distractors]}] if self.distractors else []
        return [{"lock": lock_digest}, *stated, {"role": "user", "content": self.prompt}]

    def _identity(self) -> dict[str, Any]:
        return {"model": self.model, "servers": list(self.servers)}

    def record(
        self, lock_digest: str, calls: Sequence[Any], answer: str, usage: dict[str, Any], secrets: Secrets
    ) -> None:
        """Write the recording, with no secrets in what the model and the servers said.

        The lines by which the run is found again stay as they are.
        """
        said = redacted([*calls, {"role": "assistant", "content": answer}], secrets)
        lines = [*self._head(lock_digest), *said, {"usage": self._identity() | usage}]
        text = "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)
        self.file.parent.mkdir(parents=True, exist_ok=True)
        replace_file(self.file, text.encode("utf-8", "backslashreplace"))
