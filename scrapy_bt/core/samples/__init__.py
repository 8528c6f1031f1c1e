"""Recordings of browsing as data: traffic, browser events, the parameters of a request, secrets (recording.md, 1)."""
