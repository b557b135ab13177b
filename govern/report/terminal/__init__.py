"""Text for a terminal, a module for related commands."""
