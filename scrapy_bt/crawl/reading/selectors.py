"""Reads pages: what sources find in them, as the kinds that they ask for, and what Python functions make of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from inspect import isgenerator
from time import perf_counter
from typing import Any, Protocol

from scrapy.selector import Selector

from ...core.documents.elements import is_element
from ...core.regex.deadlines import Timeout
from ...core.tree.conversions import convert
from ...core.tree.pages import FrozenPage, Query, VisitedPage
from ...core.tree.selectors import kind_of_document
from ...errors import NodeError
from ...sentences import say
from ...settings import DEFAULTS
from .blame import blame
from .crawlboards import Board, calling_for
from .pages import ResponsePage, thaw
from .queries import attempts, serialize, text_of, text_within
from .sizes import LARGEST_PAGE


class RuleAnswers(Protocol):
    """Answers sources of rules."""

    def answer(self, texts: Sequence[str], scope: Any) -> list[Any]:
        """What a source with these texts finds in a page, a text, or for a number."""


class Healer(Protocol):
    """Gives what another selector finds, where a node's own finds nothing, or what does not fit."""

    def __bool__(self) -> bool:
        """Something is healed."""

    def heal(
        self, node: str, query: Query, found: Sequence[Any], read: Callable[[Query], Sequence[Any]]
    ) -> Sequence[Any]:
        """What counts as *found*."""


class PageReader:
    """A `core.tree.pages.Reader` over Scrapy responses.

    *resolve* finds Python functions by `module:function`; *regex_seconds* is how long a regular expression may take on
    a page, or on an element of it; *rules* answers the sources of rules; on *board* functions note what they do;
    *most* is how many bytes a page may have that a task carries.
    """

    def __init__(
        self,
        resolve: Callable[[str], Callable[..., Any]] | None = None,
        *,
        regex_seconds: float = DEFAULTS["BT_REGEX_SECONDS"],
        rules: RuleAnswers | None = None,
        board: Board | None = None,
        most: int = LARGEST_PAGE,
    ) -> None:
        self._resolve, self._most = resolve or resolve_function, most
        self._rules, self._board = rules, board
        self._timeout = Timeout(regex_seconds, perf_counter)
        self._node, self._since = "", 0.0
        self._seconds: dict[str, float] = {}
        self.healer: Healer | None = None

    def begin(self, node: str) -> None:
        """Count the time from now on as that of *node*; for no node, if empty."""
        now = perf_counter()
        if self._node:
            self._seconds[self._node] = self._seconds.get(self._node, 0.0) + now - self._since
        self._node, self._since = node, now

    def measured(self) -> dict[str, float]:
        """Seconds by node since the last call of this."""
        if self._node:
            self.begin("")
        seconds, self._seconds = self._seconds, {}
        return seconds

    def values(self, query: Query, scope: Any, base: str) -> Sequence[Any]:
        """What the first of the query's texts finds that finds something, as the query's kind."""
        found = self._values(query, scope, base)
        if self.healer:
            return self.healer.heal(self._node, query, found, lambda other: self._values(other, scope, base))
        return found

    def _values(self, query: Query, scope: Any, base: str) -> Sequence[Any]:
        how, kind = query.how, query.kind
        for found in self._attempts(query, scope):
            if kind is None:
                if found:
                    return [serialize(node) for node in found] if how in ("css", "xpath") else found
                continue
            converted = (self.convert(value, kind, base) for value in found)
            values = [value for value in converted if value is not None]
            if values:
                return values
        return ()

    def elements(self, query: Query, scope: Any) -> Sequence[Any]:
        """The elements, pieces of text or JSON values that the first of the query's texts finds."""
        found = self._elements(query, scope)
        if self.healer:
            return self.healer.heal(self._node, query, found, lambda other: self._elements(other, scope))
        return found

    def _elements(self, query: Query, scope: Any) -> Sequence[Any]:
        return next((found for found in self._attempts(query, scope) if found), ())

    def _attempts(self, query: Query, scope: Any) -> Iterable[list[Any]]:
        if query.how != "rules":
            return attempts(query, scope, self._timeout)
        if self._rules is None:
            raise NodeError(say("the rule '{}' is not here", query.texts[0]))
        return (self._rules.answer(query.texts, text_of(scope) if is_element(scope) else scope),)

    def call(self, reference: str, page: VisitedPage | None, context: Mapping[str, Any]) -> Any:
        """What the function makes of the response and the context; an item's element comes as a selector."""
        response = None
        if isinstance(page, ResponsePage):
            if page.refusal:
                raise NodeError(page.refusal)
            response = page.response
        element = context.get("element")
        if is_element(element):
            context = {**context, "element": Selector(root=element, type=kind_of_document(element))}
        elif isinstance(element, ResponsePage):
            context = {**context, "element": element.response}
        try:
            with calling_for(self._board):
                result = self._resolve(reference)(response, context)
            return list(result) if isgenerator(result) else result
        except Exception as error:
            raise blame(error) from error

    def convert(self, value: Any, kind: str, base: str) -> Any:
        """An element counts by its text; None where the value cannot be of that kind."""
        if is_element(value):
            value = text_within(value)
        return convert(value, kind, base)

    def restore(self, frozen: FrozenPage) -> VisitedPage:
        """The page that a task carried."""
        return thaw(frozen, most=self._most)


def resolve_function(reference: str) -> Callable[..., Any]:
    """The function of `package.module:function`; raises `NodeError` saying what is missing."""
    module_name, _, name = reference.partition(":")
    try:
        found: Any = import_module(module_name)
        for part in name.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError, ValueError) as error:
        raise NodeError(say("'{}' cannot be imported: {}", reference, error)) from error
    if not callable(found):
        raise NodeError(say("'{}' is no function", reference))
    return found
