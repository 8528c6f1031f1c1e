"""Healing at the border: what selectors give is observed, and a site that changes is told."""
