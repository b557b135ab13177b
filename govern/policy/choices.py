"""The words that keys of govern.toml may hold."""

from __future__ import annotations

from typing import Literal

Encoding = Literal["cl100k_base", "o200k_base"]
Reading = Literal["documented", "literal"]
# Those of compare/reach/clients.json; a test holds that.
Client = Literal[
    "anthropic", "anthropic-strict", "claude-code", "cursor", "gemini", "openai", "openai-strict", "vscode"
]
Transport = Literal["auto", "http", "sse"]
# Of these the strictest word comes first.
Base = Literal["attested", "tag"]
FailOn = Literal["safe", "risky", "breaking", "never"]
Preset = Literal["strict", "balanced", "compatible"]
Severity = Literal["safe", "risky", "breaking"]
Step = Literal["major", "minor", "patch", "none"]
Unpinned = Literal["fail", "warn", "ignore"]
