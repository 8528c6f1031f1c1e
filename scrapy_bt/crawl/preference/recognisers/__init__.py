"""Adapters of what finds names in texts: each is a class with `recognise`, made from what follows its name."""
