"""Enforcement at run time: clients read the lock, and only calls of what the lock holds reach a server."""
