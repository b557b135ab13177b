"""Results of a benchmark that are not a ratio: a table of their own on the page."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Table:
    """One section of the page; `met` is true if our result is as good as required."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()
    met: bool = True

    def markdown(self) -> str:
        """Return the section as Markdown; the first column has names, the others numbers."""
        head = f"| {' | '.join(self.columns)} |\n| --- |{' ---: |' * (len(self.columns) - 1)}\n"
        rows = "".join(f"| {' | '.join(row)} |\n" for row in self.rows)
        return "\n".join((f"## {self.title}\n\n{head}{rows}", *(f"{note}\n" for note in self.notes)))
