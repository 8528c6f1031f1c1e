"""Conclusion → tree: two levels first, then the data that the visits need, then what repeats and what is shared.

See recording.md, "Tree".
"""

from .growing import grow
from .grown import Grown, Stub, print_grown

__all__ = ["Grown", "Stub", "grow", "print_grown"]
