"""What a benchmark counts, where it is no ratio: a table of its own on the page."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Table:
    """One section of the page; `met` is whether ours is as good as it has to be."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()
    met: bool = True

    def markdown(self) -> str:
        """The section as it stands on the page; the first column names, the others count."""
        head = f"| {' | '.join(self.columns)} |\n| --- |{' ---: |' * (len(self.columns) - 1)}\n"
        rows = "".join(f"| {' | '.join(row)} |\n" for row in self.rows)
        return "\n".join((f"## {self.title}\n\n{head}{rows}", *(f"{note}\n" for note in self.notes)))
