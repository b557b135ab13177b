"""The command line. Only this room prints and imports typer."""
