"""Mutated inputs for every reader of foreign bytes: `python -m tests.fuzz SECONDS [READER]`."""
