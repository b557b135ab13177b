"""ASKING: from a configured target to a Surface, off the raw wire; alone in having a network, processes and asyncio."""
