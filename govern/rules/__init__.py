"""Rules: what each kind of change means for callers, one row each."""
