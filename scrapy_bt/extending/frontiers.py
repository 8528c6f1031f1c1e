"""For frontiers that `BT_FRONTIER` names by their path: the protocol, and the default, which is in this process."""

from ..crawl.runtime.frontiers import CrawlFrontier, FrontierOpener, LocalFrontier, open_memory_frontier
from ..errors import FrontierError, FrontierLost, LeaseLost
from ..frontier.completion import Completion, Requeue
from ..frontier.entries import Lease
from ..frontier.listings import TaskCounts
from ..frontier.protocol import Number

__all__ = [
    "Completion",
    "CrawlFrontier",
    "FrontierError",
    "FrontierLost",
    "FrontierOpener",
    "Lease",
    "LeaseLost",
    "LocalFrontier",
    "Number",
    "Requeue",
    "TaskCounts",
    "open_memory_frontier",
]
