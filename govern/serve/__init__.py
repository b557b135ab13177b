"""Enforcement at run time: clients call tools through govern, which offers and calls only what the lock holds."""
