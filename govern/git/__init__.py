"""Read git repositories with the git program, without checking anything out or running code of the repository."""
