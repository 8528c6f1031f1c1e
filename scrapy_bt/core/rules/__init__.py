"""Rules that take pieces out of texts."""
