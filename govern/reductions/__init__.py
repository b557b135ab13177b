"""Make a long answer shorter for a model: which parts are shown, and what that hides."""
