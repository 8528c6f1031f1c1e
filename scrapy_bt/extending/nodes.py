"""For functions of `python` nodes."""

from __future__ import annotations

from ..crawl.reading.crawlboards import Board, blackboard

__all__ = ["Board", "blackboard"]
