"""Records into databases."""
