"""For frontiers that `BT_FRONTIER` names by their path: the protocol, and the default, which is in this process."""

from ..crawl.runtime.frontiers import CrawlFrontier, FrontierOpener, LocalFrontier, open_memory_frontier
from ..errors import FrontierError, FrontierLost, LeaseLost
from ..frontier.completion import Completion, Queue
from ..frontier.entries import Lease
from ..frontier.listings import Counts
from ..frontier.protocol import Number

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
