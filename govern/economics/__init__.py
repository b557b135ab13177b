"""Costs of tools: tokens of their definitions, and bounds and risk of their answers."""

from __future__ import annotations
