"""The comparison of JSON Schemas."""
