"""Connections to MCP servers: from a configured target to its Surface. Only this room uses the network and asyncio."""
