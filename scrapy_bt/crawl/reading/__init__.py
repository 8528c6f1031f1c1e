"""Responses read as pages: what selectors and rules find in them, within a bound of time."""
