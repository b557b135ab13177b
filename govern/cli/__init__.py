"""DOORWAY: words in, exit code out; the only room that prints, and the only one that knows typer."""
