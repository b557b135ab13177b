"""Two JSON Schemas: does one take all that the other takes, and if not, what shows it."""
