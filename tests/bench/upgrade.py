"""Measure what a user sees who upgrades three real servers at once: git, notion and playwright."""

import json
import shutil
import subprocess
import tempfile
from pathlib import Path

from tests.bench.measuring import govern
from tests.bench.tables import Table

_CONFIG = """
[servers.git]
command = ["uvx", "--with", "mcp<2", "mcp-server-git=={git}"]

[servers.notion]
command = ["npx", "-y", "@notionhq/notion-mcp-server@{notion}"]
env = {{ NOTION_TOKEN = "ntn_none" }}

[servers.playwright]
command = ["npx", "-y", "@playwright/mcp@{playwright}"]
"""
_OLD = {"git": "2025.9.25", "notion": "1.9.1", "playwright": "0.0.41"}
_NEW = {"git": "2026.6.16", "notion": "2.5.2", "playwright": "0.0.83"}
_COLUMNS = ("upgrade", "lines", "changes that need approval", "groups of them", "BREAKING", "BREAKING shown")
_MOST_LINES, _MOST_GROUPS = 60, 25


def upgrade() -> Table:
    """Lock the old versions and the new, and count what `govern diff` shows by default."""
    title = "Upgrade of three servers"
    if not (shutil.which("npx") and shutil.which("uvx")):
        return Table(title, ("upgrade",), (), ("Not measured: npx and uvx are not both installed.",))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for versions, lock in ((_OLD, "old.lock"), (_NEW, "new.lock")):
            (folder / "govern.toml").write_text(_CONFIG.format(**versions), encoding="utf-8")
            subprocess.run(govern("lock", "--quiet", "--lock", lock), cwd=folder, check=True)
        command = govern("diff", "old.lock", "new.lock", "--report", "json=diff.json")
        text = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, text=True, check=False).stdout
        changes = json.loads((folder / "diff.json").read_bytes())["changes"]
    waiting = [each for each in changes if not each["approved"] and each["severity"] != "SAFE"]
    groups = {(each["server"], each["rule"]) for each in waiting}
    breaking = [each for each in changes if each["severity"] == "BREAKING"]
    shown = sum(each["rule"] in text and each["name"] in text for each in breaking)
    lines = len(text.splitlines())
    row = ("git, notion, playwright", str(lines), str(len(waiting)), str(len(groups)), str(len(breaking)), str(shown))
    met = lines <= _MOST_LINES and len(groups) <= _MOST_GROUPS and shown == len(breaking)
    note = (
        "It was 667 lines and 128 changes. `govern approve --server S --rule R` approves a group. "
        f"At most {_MOST_LINES} lines and {_MOST_GROUPS} groups."
    )
    return Table(title, _COLUMNS, (row,), (note,), met)
