"""One HTML page: values to markup, with a style sheet and a script of govern beside it."""
