"""PROMISING: what a server promises; pure values, their canonical form and their digests."""
