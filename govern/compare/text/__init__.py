"""SEEING texts: what was reworded, and whether the new words try to steer the model that reads them."""
