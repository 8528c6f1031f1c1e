"""What is seen of one page while it is read, by tree or by spider."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from lxml import etree
from scrapy.http import Response, TextResponse

from ...core.documents.elements import is_element
from ...core.healing.perception.attention import Attention
from ...core.healing.perception.observations import Observation
from ...core.healing.perception.owntexts import Own, OwnTexts
from ...core.healing.perception.pagekinds import PageKind, kind_of_page
from ...core.healing.perception.sametexts import SameTexts

if TYPE_CHECKING:
    from .switches import Switches

KEPT = "bt_healing"
"""The key in `Request.meta` of a page that is read again."""

_MOST_VALUES = 5
_MOST_OBSERVATIONS = 200
_LONGEST = 500


class PageLooks:
    """A page, and what its fields have given so far."""

    __slots__ = (
        "_attention",
        "_expected",
        "_seen",
        "callback",
        "counts",
        "has_answer",
        "healed",
        "is_again",
        "is_busy",
        "is_taken",
        "response",
        "scripts",
        "spider",
        "switches",
    )

    def __init__(
        self,
        response: Response,
        switches: Switches | None = None,
        *,
        counts: bool = True,
        attention: Attention | None = None,
        expected: Callable[[str], Iterable[Observation]] | None = None,
    ) -> None:
        self.response, self.switches, self._attention, self._expected = response, switches, attention, expected
        self.callback = ""
        """The spider's function that reads the page; empty if it is not known."""
        self.spider: type | None = None
        """The class of the spider whose callback reads the page; None if it is not known."""
        request = response.request
        self.is_again = request is not None and KEPT in request.meta
        """The page had to wait, and is read once more."""
        self.has_answer = False
        """It is JSON, which its callback has read as a whole."""
        self.scripts: set[int] = set()
        """Hashes of the texts on it that were read as JSON."""
        self.counts = counts
        """It is looked at in any case; other pages count only if something is missing."""
        self.healed: dict[tuple[str, str], int] = {}
        """By node and field: the proposal that has given values in place of the selector."""
        self.is_busy = False
        """A selector is running: the calls that it makes itself do not count."""
        self.is_taken = False
        """It has been counted already."""
        self._seen: dict[Hashable, _Count] = {}

    def note(
        self,
        node: str,
        name: str,
        values: Sequence[Any],
        *,
        found: int,
        empty: int,
        selector: str = "",
        place: str = "",
        within: str = "",
    ) -> None:
        """Add what one extraction gave; several of the same field are one."""
        key = node, name
        self.note_of(key, lambda: (*key, selector, place, within), values, found=found, empty=empty, sought=key)

    def note_of(
        self,
        key: Hashable,
        name: Callable[[], tuple[str, str, str, str, str]],
        values: Sequence[Any],
        *,
        found: int,
        empty: int,
        sought: object,
    ) -> None:
        """As `note`, with names that are made once for each *key*: node, field, selector, place and rows.

        *sought*: what it is called at a glance.
        """
        count = self._seen.get(key)
        if count is None:
            if len(self._seen) >= _MOST_OBSERVATIONS:
                return
            count = self._seen[key] = _Count(*name())
        count.found += found
        count.missing += empty
        if self._attention is not None:
            count.signs.add(self._attention.sign(sought, found, values[0] if values else None))
        if len(count.values) < _MOST_VALUES:
            count.values += _texts(values, _MOST_VALUES - len(count.values))

    @property
    def observations(self) -> list[Observation]:
        """By field, in the order in which they were met; for a JSON answer also what it lacks and others had."""
        merged: dict[tuple[str, str], Observation] = {}
        for one in self._seen.values():
            observation = Observation(
                one.node, one.name, one.selector, one.found, one.missing, tuple(one.values), one.place, one.within,
                frozenset(one.signs),
            )  # fmt: skip
            same = merged.get((one.node, one.name))
            if same is not None:  # in two inner functions of one callback
                values = (same.values + observation.values)[:_MOST_VALUES]
                observation = same._replace(
                    found=same.found + one.found,
                    missing=same.missing + one.missing,
                    values=values,
                    signs=same.signs | observation.signs,
                )
            merged[one.node, one.name] = observation
        if self.has_answer and self._expected is not None:
            for observation in self._expected(self.callback):
                merged.setdefault((observation.node, observation.field), observation)
        return list(merged.values())

    def kind(self, texts: SameTexts | None = None) -> PageKind:
        """The kind of the page; *texts*: those of other pages that may say the same."""
        response = self.response
        if not response.body.strip():
            return PageKind.ERROR
        root = self._root()
        kind = kind_of_page(root, response.status)
        if kind is PageKind.CONTENT and texts is not None and texts.is_elsewhere(root, self.asked):
            return PageKind.SAME
        return kind

    def own_text(self, node: str, texts: OwnTexts) -> Own:
        """How much it says that other pages of a node do not say; nothing if it is not HTML."""
        root = self._root()
        return Own(0, 0) if root is None else texts.of(node, root, self.asked)

    def _root(self) -> Any:
        """The root element of a page in HTML; None for other pages."""
        if not isinstance(self.response, TextResponse) or not self.response.body:
            return None
        try:
            root = self.response.selector.root
        except (ValueError, etree.LxmlError):
            return None
        return root if is_element(root) else None

    @property
    def asked(self) -> str:
        """The address of the request, before any redirect."""
        request = self.response.request
        redirected = () if request is None else request.meta.get("redirect_urls", ())
        return redirected[0] if redirected else self.response.url


class _Count:
    __slots__ = ("found", "missing", "name", "node", "place", "selector", "signs", "values", "within")

    def __init__(self, node: str, name: str, selector: str, place: str, within: str) -> None:
        self.node, self.name, self.selector, self.place, self.within = node, name, selector, place, within
        self.found = self.missing = 0
        self.values: list[str] = []
        self.signs: set[int] = set()


def _texts(values: Iterable[Any], most: int) -> list[str]:
    """The first values as texts, without elements and records."""
    found: list[str] = []
    for value in values:
        if len(found) >= most:
            break
        inner: Sequence[Any] = value if isinstance(value, list) else (value,)
        found += [
            one.strip()[:_LONGEST] if isinstance(one, str) else str(one)
            for one in inner[: most - len(found)]
            if isinstance(one, (str, int, float)) and not isinstance(one, bool)
        ]
    return found
