"""Replays: what is tried, whether the answer is right, and what can be left out."""
