"""Changes between two contracts, as facts without judgement, and the net that no difference slips through."""
