"""Two small MCP servers that are real, and a demo of govern on them."""
