"""Look-ups in registries: of MCP servers over HTTP, and of packages through the user's own package clients."""
