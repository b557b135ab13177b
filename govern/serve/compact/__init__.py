"""The compact surface: seven fixed tools with which a model finds and calls the tools of all servers."""
