"""Labelled pages and pairs of pages, read from a folder: models of healing are trained on them and judged by them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from cssselect import HTMLTranslator

from ..core.documents.json import read_json
from ..core.documents.packing import inflated
from ..errors import BTError

_INDEX = "index.jsonl"
_PAIRS = "pairs.jsonl"
_LARGEST_PAGE = 64_000_000
"""Bytes of a page, unpacked."""
_TRANSLATOR = HTMLTranslator()
_Read = TypeVar("_Read")

KINDS = {
    "title": "title",
    "author": "author",
    "summary": "summary",
    "description": "summary",
    "paragraph": "paragraph",
    "subheadline": "subheadline",
    "topic": "topic",
    "ingredient": "ingredient",
    "instruction": "instruction",
    "yields": "yields",
    "category": "category",
    "cuisine": "category",
}
"""Kinds of fields that a classifier is trained for, by the names that labelled pages use."""


@dataclass(frozen=True)
class LabelledPage:
    """A page and its true values by kind."""

    path: Path
    site: str
    truth: Mapping[str, tuple[str, ...]]
    group: str = ""
    """The group that the page belongs to, such as `news`."""

    def read(self) -> str:
        """The HTML of the page."""
        return read_page(self.path)

    @property
    def by_kind(self) -> Mapping[str, tuple[str, ...]]:
        """Its true values by kind; values of one kind under two names are joined."""
        found: dict[str, tuple[str, ...]] = {}
        for name, values in self.truth.items():
            found[kind_of_field(name)] = found.get(kind_of_field(name), ()) + values
        return found


@dataclass(frozen=True)
class LabelledField:
    """A field of a pair: where it was, its value before, and its value now."""

    selector: str
    old_value: str
    new_value: str
    broken: bool
    state: str

    def __post_init__(self) -> None:
        if not self.selector:
            raise ValueError("a field has a selector")


@dataclass(frozen=True)
class LabelledPair:
    """A page before a redesign and one after it."""

    name: str
    source: str
    """The folder that the pair comes from."""
    site: str
    old: Path
    new: Path
    fields: Mapping[str, LabelledField]


@dataclass(frozen=True)
class LabelledLists:
    """A page with a list of records before a redesign, and one after it."""

    name: str
    site: str
    old: Path
    new: Path
    columns: tuple[str, ...]
    old_rows: tuple[Mapping[str, Any], ...] = field(repr=False)
    new_rows: tuple[Mapping[str, Any], ...] = field(repr=False)


@dataclass(frozen=True)
class Labelled:
    """The labelled pages, pairs and lists of a folder."""

    pages: tuple[LabelledPage, ...]
    pairs: tuple[LabelledPair, ...]
    lists: tuple[LabelledLists, ...]


def read_page(path: Path) -> str:
    """The source of a page, compressed or not."""
    try:
        data = path.read_bytes()
        if path.suffix == ".gz":
            data = inflated(data, _LARGEST_PAGE)
    except (OSError, ValueError) as error:
        raise BTError(f"the page {path} cannot be read: {error}") from error
    return data.decode("utf-8", "replace")


def read_labelled(folder: Path) -> Labelled:
    """All labelled pages and pairs below a folder; raises `BTError` where there are none."""
    pages: list[LabelledPage] = []
    pairs: list[LabelledPair] = []
    lists: list[LabelledLists] = []
    for index in sorted(folder.rglob(_INDEX)):
        pages.extend(_checked(_read_page, index, entry) for entry in _entries(index))
    for index in sorted(folder.rglob(_PAIRS)):
        for entry in _entries(index):
            if "old_truth" in entry:
                lists.append(_checked(_read_lists, index, entry))
            else:
                pairs.append(_checked(_read_pair, index, entry))
    if not (pages or pairs or lists):
        raise BTError(f"{folder}: there are no labelled pages; a folder of them has {_INDEX} or {_PAIRS}")
    return Labelled(tuple(pages), tuple(pairs), tuple(lists))


def thinned(pages: Sequence[LabelledPage], each: Mapping[str, int]) -> tuple[LabelledPage, ...]:
    """Every so manyth page of each group, so that a large group does not outweigh the others."""
    met: Counter[str] = Counter()
    kept = []
    for page in pages:
        if met[page.group] % each.get(page.group, 1) == 0:
            kept.append(page)
        met[page.group] += 1
    return tuple(kept)


def kind_of_field(name: str) -> str:
    """The kind of a field of a pair: `paragraph[0]` is a paragraph."""
    return KINDS.get(name.partition("[")[0], name.partition("[")[0])


def _entries(path: Path) -> Iterator[dict[str, Any]]:
    try:
        text = path.read_text("utf-8")
    except (OSError, ValueError) as error:
        raise BTError(f"{path} cannot be read: {error}") from error
    for number, line in enumerate(text.splitlines(), 1):
        yield _entry(line, f"{path}:{number}")


def _entry(line: str, place: str) -> dict[str, Any]:
    try:
        entry = read_json(line, largest=None)
    except ValueError as error:
        raise BTError(f"{place}: the line is no JSON: {error}") from error
    if not isinstance(entry, dict):
        raise BTError(f"{place}: the line is no object")
    return entry


def _checked(read: Callable[[Path, Mapping[str, Any]], _Read], index: Path, entry: Mapping[str, Any]) -> _Read:
    try:
        return read(index.parent, entry)
    except (KeyError, IndexError, TypeError, AttributeError, ValueError, OSError) as error:
        name = entry.get("id") or entry.get("path") or entry.get("file") or "an entry"
        raise BTError(f"{index}: {name} is not as labelled pages are: {error!r}") from error


def _read_page(folder: Path, entry: Mapping[str, Any]) -> LabelledPage:
    truth = {name: tuple(values) for name, values in entry["truth"].items() if not name.startswith("_")}
    return LabelledPage(folder / entry["file"], entry["host"], truth, str(entry.get("kind", "")))


def _read_pair(folder: Path, entry: Mapping[str, Any]) -> LabelledPair:
    fields = {
        name: LabelledField(
            _selector_of(one),
            one.get("value") or one["old_value"],
            one.get("value") or one["new_value"],
            bool(one["broken"]),
            one["state"],
        )
        for name, one in entry["fields"].items()
    }
    site = entry.get("publisher") or entry["host"]
    return LabelledPair(entry["id"], folder.name, site, folder / entry["old_file"], folder / entry["new_file"], fields)


def _selector_of(one: Mapping[str, Any]) -> str:
    """The selector that took a single value: the n-th hit of a CSS selector where it is known, else a path."""
    css, index = one.get("old_css"), one.get("old_css_index")
    if not css or index is None:
        return str(one["old"][0])
    return f"({_TRANSLATOR.css_to_xpath(css)})[{index + 1}]" if index else str(css)


def _read_lists(folder: Path, entry: Mapping[str, Any]) -> LabelledLists:
    rows = [read_json((folder / entry[name]).read_text("utf-8"), largest=None) for name in ("old_truth", "new_truth")]
    name = Path(entry["path"]).name
    return LabelledLists(
        name,
        re.split(r"[_.]", name)[0][:3],
        folder / entry["old_file"],
        folder / entry["new_file"],
        tuple(entry["fields_locatable"]),
        tuple(rows[0]),
        tuple(rows[1]),
    )
