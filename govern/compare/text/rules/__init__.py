"""What steers, as rows of data: one file for each kind of cue. At run time they are read from tables.py."""
