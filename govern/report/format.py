"""The formats that reports come in."""

from __future__ import annotations

from enum import StrEnum


class Format(StrEnum):
    """What `--format` takes."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"
    SARIF = "sarif"
    JUNIT = "junit"
    GITHUB = "github"
    CODEQUALITY = "codequality"
