"""Scheme files: read, checked, and described by a JSON Schema."""
