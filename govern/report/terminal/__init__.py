"""For people at a terminal."""
