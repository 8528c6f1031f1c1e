"""Behaviour trees for Scrapy: a crawl is written, run and scaled as a readable tree.

Importing this package loads no Scrapy, Twisted or Redis; what needs them is loaded when it is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .addon import Addon
    from .crawl.spiders import TreeSpider

__version__ = "0.1.0"
__all__ = ["Addon", "TreeSpider", "__version__"]


def __getattr__(name: str) -> Any:
    if name == "Addon":
        from .addon import Addon

        return Addon
    if name == "TreeSpider":
        from .crawl.spiders import TreeSpider

        return TreeSpider
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
