"""TELLING: values to text, pure, one file per reader and verb; every one of them escapes what servers say."""
