"""The frontier in Redis (or Valkey), for any number of workers."""

from .calls import Calls
from .frontier import RedisFrontier

__all__ = ["Calls", "RedisFrontier"]
