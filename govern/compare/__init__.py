"""Comparison of servers, tools, prompts and resources: changes without a judgement."""
