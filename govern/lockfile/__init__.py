"""AGREEING: capability.lock: the document (parse, render, check, merge) and its store."""
