"""Code for what a tree leaves open: templates, writing without overwriting, aspects, tests (recording.md, 4)."""
