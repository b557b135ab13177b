"""Annotations of places in a lock, in the formats that CI systems read: one module per format."""
