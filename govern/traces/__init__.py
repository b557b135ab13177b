"""Recorded tool calls: read from many kinds of logs, and checked against one contract or two."""
