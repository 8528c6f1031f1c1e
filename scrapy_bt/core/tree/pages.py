"""What the interpreter asks of a page and of whoever reads it; the adapters live at the border."""

from __future__ import annotations

from collections.abc import Awaitable, Collection, Mapping, Sequence
from typing import Any, NamedTuple, Protocol


class FrozenPage(NamedTuple):
    """A page as plain data, for a task that has to carry it; *body* is compressed."""

    url: str
    status: int
    headers: dict[str, str]
    body: bytes
    encoding: str


class VisitedPage(Protocol):
    """The answer to a visit."""

    @property
    def url(self) -> str: ...

    @property
    def status(self) -> int: ...

    @property
    def base(self) -> str:
        """What its relative links are relative to."""

    @property
    def is_empty(self) -> bool:
        """It has no body."""

    @property
    def password_fields(self) -> Collection[str]:
        """The names of its fields for passwords; where none is expected, one makes it a login page."""

    def header(self, name: str) -> str | None:
        """What the headers of that name say together; case does not matter."""

    def cookie(self, name: str) -> str | None:
        """The cookie of that name, as the session has it after this page; signs other than letters count as `_`."""

    def freeze(self) -> FrozenPage: ...


class Query(NamedTuple):
    """A source whose placeholders are filled."""

    how: str
    texts: tuple[str, ...]
    kind: str | None = None


Scope = Any
"""What a query is put to: a page, an element that `elements` gave, or a value (a text, a JSON value)."""


class ValueReader(Protocol):
    """Takes values out of pages; injected, so that the interpreter knows no parser."""

    def begin(self, node: str) -> None:
        """What follows is done for the node *node*, or, if empty, for none; who measures run times does it here."""

    def values(self, query: Query, scope: Scope, base: str) -> Sequence[Any]:
        """The values that *query* finds in *scope*; *base* is what links in it are relative to."""

    def elements(self, query: Query, scope: Scope) -> Sequence[Scope]:
        """The elements for `item each`; queries can be put to each of them."""

    def call(self, reference: str, page: VisitedPage | None, context: Mapping[str, Any]) -> Any | Awaitable[Any]:
        """Call the Python function `module:function` with (response, context)."""

    def convert(self, value: Any, kind: str, base: str) -> Any:
        """*value* `as` *kind*, none where that is impossible."""

    def restore(self, frozen: FrozenPage) -> VisitedPage:
        """The page that a task carried."""
