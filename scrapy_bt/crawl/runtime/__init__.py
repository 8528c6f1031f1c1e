"""One visit from a stored task to its follow-ups: leased, stepped, completed."""
