"""Pages on which something is missing, held until it is known why, so that no record goes out without it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from uuid import uuid4

from scrapy.http import Response

from ..reading.pages import forget_tree

_MOST_BYTES = 16_000_000
"""Bytes of pages that are kept here; others are fetched again."""
_MOST_WITH_TASKS = 64_000_000
"""Bytes of pages that are kept with their tasks."""
_MOST_PAGES = 1_000

Resume = Callable[[], None]


class HeldPages:
    """What goes on, by node, when it is known what has become of that node."""

    def __init__(self) -> None:
        self._waiting: dict[str, list[tuple[Resume, int]]] = defaultdict(list)
        self._kept: dict[str, Response] = {}
        self._names: set[str] = set()
        self._bytes = self._with_tasks = 0

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    @property
    def has_room(self) -> bool:
        """Whether another page may wait."""
        return len(self) < _MOST_PAGES and self._with_tasks < _MOST_WITH_TASKS

    @property
    def nodes(self) -> list[str]:
        """The nodes that pages wait for."""
        return [node for node, waiting in self._waiting.items() if waiting]

    def hold(self, node: str, resume: Resume, *, size: int = 0) -> None:
        """Call *resume* when it is known what has become of the node; *size*: bytes of a page that it holds itself."""
        self._waiting[node].append((resume, size))
        self._with_tasks += size

    def release(self, node: str) -> int:
        """Let all pages of a node go on; returns how many waited."""
        waiting = self._waiting.pop(node, [])
        for resume, size in waiting:
            self._with_tasks -= size
            resume()
        return len(waiting)

    def keep(self, response: Response) -> str:
        """Keep a page to be read again, under a name; beyond a bound it has to be fetched again."""
        name = uuid4().hex
        self._names.add(name)
        forget_tree(response)
        if self._bytes + len(response.body) <= _MOST_BYTES:
            self._bytes += len(response.body)
            self._kept[name] = response
        return name

    def gave(self, name: str) -> bool:
        """Whether a page has waited here under a name; that of another worker has not, and may wait here, too."""
        return name in self._names

    def take(self, name: str) -> Response | None:
        """The page that was kept under a name; it is given once."""
        response = self._kept.pop(name, None)
        if response is not None:
            self._bytes -= len(response.body)
        return response
