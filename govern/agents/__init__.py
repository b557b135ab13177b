"""Run agents: a model chooses among the locked tools, and the live servers answer its calls."""
