"""What the interpreter asks of a page and of whoever reads it; the adapters live at the border."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol


class FrozenPage(NamedTuple):
    """A page as plain data, for a task that has to carry it; *body* is compressed."""

    url: str
    status: int
    headers: dict[str, str]
    body: bytes
    encoding: str


class Page(Protocol):
    """The answer to a visit."""

    @property
    def url(self) -> str: ...

    @property
    def status(self) -> int: ...

    @property
    def is_empty(self) -> bool:
        """It has no body."""

    def header(self, name: str) -> str | None:
        """The first header of that name; case does not matter."""

    def freeze(self) -> FrozenPage: ...


class Query(NamedTuple):
    """A source whose placeholders are filled."""

    how: str
    texts: tuple[str, ...]
    kind: str | None = None


Scope = Any
"""What a query is put to: a page, an element that `elements` gave, or a value (a text, a JSON value)."""


class Reader(Protocol):
    """Takes values out of pages; injected, so that the interpreter knows no parser."""

    def begin(self, node: str) -> None:
        """What follows is done for the data or item node *node* (whoever measures run times does it here)."""

    def values(self, query: Query, scope: Scope, page: Page | None) -> Sequence[Any]:
        """The values that *query* finds in *scope*; *page* is the page it came from, the base of links."""

    def elements(self, query: Query, scope: Scope, page: Page | None) -> Sequence[Scope]:
        """The elements for `item each`; queries can be put to each of them."""

    def call(self, reference: str, page: Page | None, context: Mapping[str, Any]) -> Any | Awaitable[Any]:
        """Call the Python function `module:function` with (response, context)."""

    def convert(self, value: Any, kind: str, page: Page | None) -> Any:
        """*value* `as` *kind*, none where that is impossible."""

    def restore(self, frozen: FrozenPage) -> Page: ...
