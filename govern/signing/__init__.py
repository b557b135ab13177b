"""VOUCHING: who signed what, as values; the signatures themselves are checked in snapshot."""
