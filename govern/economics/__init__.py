"""Costs of tools: tokens of their definitions, and bounds and risk of their answers."""
