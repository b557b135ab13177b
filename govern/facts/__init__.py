"""Facts and changes: differences between two contracts, before a rule judges them."""
