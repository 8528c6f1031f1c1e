"""Selectors replaced in the files in which they stand, every other byte kept."""
