"""Answers as wholes: what a page says, the data within it, its forms and panels."""
