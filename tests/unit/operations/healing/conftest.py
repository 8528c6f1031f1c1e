"""Proposals in the store of a folder."""

from tests.proposals import filing, heal

__all__ = ["filing", "heal"]
