"""The knowledge sources, one a file; each watches kinds of findings and posts others (recording.md, "Sources")."""
