"""The checks of `govern gate` before a release, and the version that its changes need."""
