"""Answers that are data: the leaves of JSON, its maps, groups and lists."""
