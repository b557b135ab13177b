"""The way in: `govern`, `govern-mcp` and `python -m govern`."""

import sys


def main() -> None:
    """Answer `--version` at once; everything else is the doorway's, which costs an import of typer."""
    if sys.argv[1:] in (["--version"], ["-V"]):
        from govern import __version__

        sys.stdout.write(f"govern {__version__}\n")
        return
    from govern.cli.program import run

    run()


if __name__ == "__main__":
    main()
