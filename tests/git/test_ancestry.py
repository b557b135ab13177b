"""Which commits lead to which, against git's own word for each pair."""

import random
import shutil
import subprocess

import pytest

from govern.git.history import ancestors
from tests.desk import Desk

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def grown(desk: Desk, seed: int, number: int = 40) -> tuple[list[str], list[str]]:
    """A history of any shape, made in one go; its commits, and those that have tags."""
    pick = random.Random(seed)
    lines = []
    for at in range(1, number + 1):
        parents = pick.sample(range(1, at), min(at - 1, pick.choice((1, 1, 1, 2, 2, 3)))) if at > 1 else []
        lines += [f"commit refs/heads/main\nmark :{at}\ncommitter A <a@b> {1_700_000_000 + at} +0000\ndata 1\nx"]
        lines += [f"{'merge' if order else 'from'} :{parent}" for order, parent in enumerate(parents)]
        lines += ["M 644 inline f", f"data {len(str(at))}\n{at}", ""]
    tagged = sorted(pick.sample(range(1, number + 1), 12))
    lines += [f"reset refs/tags/t{at}\nfrom :{at}\n" for at in tagged]
    subprocess.run(
        ["git", "fast-import", "--quiet", "--force", "--export-marks=marks"],
        cwd=desk.folder, input="\n".join(lines), text=True, check=True,
    )  # fmt: skip
    marks = dict(line.split(" ") for line in (desk.folder / "marks").read_text("utf-8").splitlines())
    return [marks[f":{at}"] for at in range(1, number + 1)], [marks[f":{at}"] for at in tagged]


def leads(desk: Desk, older: str, newer: str) -> bool:
    words = ["git", "merge-base", "--is-ancestor", older, newer]
    return subprocess.run(words, cwd=desk.folder, check=False).returncode == 0


@pytest.mark.parametrize("seed", range(6))
def test_any_history(desk: Desk, seed: int) -> None:
    desk.git("init", "-q", "-b", "main")
    commits, tagged = grown(desk, seed)
    end, begin = commits[-3], commits[7] if seed % 2 else None
    inside = [each for each in tagged if leads(desk, each, end) and not (begin and leads(desk, each, begin))]
    wanted = {
        commit: {other for other in inside if other != commit and leads(desk, other, commit)}
        for commit in dict.fromkeys((end, *inside))
    }
    assert ancestors(desk.lock_path, tagged, end, begin) == wanted
