"""Benchmarks: `python -m benchmarks N` measures goal N against its peer, interleaved, and prints the ratios."""
