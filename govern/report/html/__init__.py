"""The report as one page of HTML: values to markup, pure; what is ours to draw is beside it as a style and a script."""
