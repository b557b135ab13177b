"""RELEASING: everything that policy asks before a release, each with its reason, and the version that it has to be."""
