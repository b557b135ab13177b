"""REPLAYING: recorded tool calls, read from many kinds of logs and held against contracts."""
