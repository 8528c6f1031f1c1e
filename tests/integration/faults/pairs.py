"""Which crawl is tried with which condition."""

from itertools import product

from tests.integration.faults.crawls import IS_LONG

SPIDERS = ("tree", "walk")
"""A tree, and an ordinary spider."""


def each_with_spider(*values):
    """Each of two values with one of the spiders; where there is time, all pairs."""
    return list(product(SPIDERS, values) if IS_LONG else zip(SPIDERS, values, strict=True))
