"""CommonMark: one module per verb, and docs/rules.md."""
