"""The gate over a long history, against git showing the same history."""

from tests.bench.changelogs import COMMITS, TOOLS, repository
from tests.bench.figures import Figure
from tests.bench.measuring import govern, seconds_in, side_by_side

_AGAINST = "`git log -p` of the lock"
# Nothing is refused, so each run does all of its work and exits with 0.
_CONFIG = '[policy]\nfail-on = "never"\n'
_FIRST = "v1.1.0"


def gate(repeats: int, commits: int = COMMITS, tools: int = TOOLS) -> list[Figure]:
    """Measure it with every change open, so that each step is read and judged, and with every change approved."""
    with repository(commits, tools) as folder:
        (folder / "govern.toml").write_text(_CONFIG, encoding="utf-8")

        def shown() -> float:
            return seconds_in(folder, ["git", "log", "-p", f"{_FIRST}..", "--", "capability.lock"])

        def asked() -> float:
            return seconds_in(folder, govern("gate", "--against", _FIRST, "--quiet"))

        stepwise = side_by_side(asked, shown, repeats)
        approve = govern("approve", "--gate", "--against", _FIRST, "--server", "*", "-m", "x", "--by", "a@example.com")
        seconds_in(folder, approve)
        approved = side_by_side(asked, shown, repeats)
    what = f"`govern gate` over {commits:,} commits of a lock of {tools:,} tools"
    return [
        Figure(f"{what}, each commit judged step by step", _AGAINST, *stepwise, bound=10),
        Figure(f"{what}, every change approved", _AGAINST, *approved, bound=2),
    ]
