"""Healing of selectors: how far pages differ, candidates, features, joint choice, writing of selectors; all pure."""
