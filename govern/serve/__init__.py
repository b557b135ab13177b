"""Enforcement: only what the lock holds is offered and called at run time."""
