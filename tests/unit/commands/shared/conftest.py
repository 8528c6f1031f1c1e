"""Commands of healing in this process."""

from tests.proposals import filing, heal, told

__all__ = ["filing", "heal", "told"]
