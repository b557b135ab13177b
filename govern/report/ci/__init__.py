"""Annotations for CI systems: one module per format."""
