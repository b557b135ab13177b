"""Reach: the clients and providers that reject a tool or its whole list, and the reasons."""
