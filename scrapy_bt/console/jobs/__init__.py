"""Processes that the console starts."""
