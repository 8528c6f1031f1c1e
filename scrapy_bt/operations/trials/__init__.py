"""A rule or a node of a tree tried on one page."""
