"""For frontiers that `BT_FRONTIER` names by their path: the protocol, and the default, which is in this process."""

from ..crawl.runtime.frontiers import CrawlFrontier, FrontierOpener, LocalFrontier, open_memory_frontier
from ..errors import FrontierError, FrontierLost, LeaseLost
from ..frontier.protocol import Completion, Counts, Lease, Number, Queue

__all__ = [
    "Completion",
    "Counts",
    "CrawlFrontier",
    "FrontierError",
    "FrontierLost",
    "FrontierOpener",
    "Lease",
    "LeaseLost",
    "LocalFrontier",
    "Number",
    "Queue",
    "open_memory_frontier",
]
