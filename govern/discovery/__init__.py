"""Find tools by what a person or a model asks for: one index, used by every verb that searches."""
