"""The contract of a server as plain values, with its canonical form and digests."""
