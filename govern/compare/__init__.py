"""SEEING: facts without judgement: what differs, what collides, what hides."""
