"""Reach: which clients and providers refuse a tool, or with it the whole list, and why."""
