"""From what is kept of a spider to proposals for its fields that have changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

from scrapy.utils.misc import load_object

from ...core.healing.fields import runs_alone
from ...core.healing.modelfiles import SHIPPED_ALONE, ModelFiles
from ...core.healing.pages import Page
from ...core.healing.parsing import page_of
from ...core.healing.patching.pieces import HOWS, JSON, is_codes
from ...core.healing.perception.observations import Observation
from ...core.healing.perception.samples import layout_of, likeness, of_most
from ...core.healing.proposals import Filed, Proposal, State
from ...core.language.parser import parse
from ...core.tree.nodes import Data, Source
from ...errors import RuleError
from ...wholefiles import digest_of
from ..reading.selectors import PageReader

CASE, PAGE, PRECEDENT, PROPOSE = (
    "scrapy_bt.learning.cases.Case",
    "scrapy_bt.learning.trials.KeptPage",
    "scrapy_bt.core.healing.recommending.Precedent",
    "scrapy_bt.learning.proposals.propose",
)
"""They are loaded when a site has changed."""
TAG_READING = f"{__package__}.tagreading"
"""Loaded where a rule's tag has changed."""
_READER = PageReader()
PYTHON = ".py"
"""The suffix of files that are edited only on request."""
_HEALED = ("found", "form", "script", "repeated", "neighbour")
"""What another selector may mend."""


def file_proposals(
    store: Any, spider: str, node: str | None = None, *, files: ModelFiles = SHIPPED_ALONE
) -> Iterator[Filed]:
    """Find proposals for all changed fields of a spider, or of one node, and keep them in the store.

    *files*: of the models that decide.
    """
    by_node: dict[str, list[Any]] = {}
    for stored in store.fields(spider):
        by_node.setdefault(stored.observed.node, []).append(stored)
    for name, fields in by_node.items():
        if node is None or node == name:
            for proposal in _propose(store, spider, name, fields, files):
                yield store.proposals.file(spider, proposal, digest=digest_of_place(proposal.place))


def _propose(store: Any, spider: str, node: str, fields: Sequence[Any], files: ModelFiles) -> list[Proposal]:
    changed = {one.observed.field: tuple(one.changed) for one in fields if any(view in _HEALED for view in one.changed)}
    seen = {(node, one.observed.field): one.time for one in fields}
    known = _decided(store, spider, seen)
    if not any((node, field) not in {each[:2] for each in known} for field in changed):
        return []
    good, failing = store.pages(spider, node, "good"), store.pages(spider, node, "failing")
    before = _best(good, changed)
    if before is None or not failing:
        return []
    failing = [failing[number] for number in of_most([layout_of(one.markup) for one in failing])]
    layout = layout_of(failing[-1].markup)
    was = layout_of(before.markup)
    # Pages that failed before for themselves are of the layout before.
    failing = [one for one in failing if _is_nearer(layout_of(one.markup), layout, was)]
    page: Any = load_object(PAGE)
    looked_at = page_of(before.markup)
    fields_before = [one for one in before.fields if _runs_alone(one, looked_at)]
    sources = [(one, source) for one in fields_before if (source := source_of(one)) is not None]
    tags = [one for one in before.fields if is_codes(one.selector)]
    paths = [(one, path) for one in fields_before if (path := path_of_json(one))]
    places = {one.observed.field: one.observed.place for one in fields}

    def is_refused(field: str, selector: str) -> bool:
        refused: bool = store.proposals.is_refused(spider, node, field, selector, layout)
        return refused

    selectors = (
        *((one, str(source.texts[0])) for one, source in sources),
        *((one, one.selector) for one in tags),
        *((one, JSON + path) for one, path in paths),
    )
    case = load_object(CASE)(
        page(before.url, "good", before.markup),
        [one._replace(selector=text, place=places.get(one.field, one.place)) for one, text in selectors],
        [page(one.url, one.state, one.markup) for one in (*good, *failing)],
        changed,
        {one.observed.field: tuple(one.usual("form")) for one in fields},
        {one.field: reading_of_field(source, before.url) for one, source in sources if source.kind is not None}
        | {one.field: reading_of(one, before.url) for one in tags},
        is_refused,
        {one.observed.field: one.few for one in fields},
        _precedents(store),
        files,
    )
    hows = _hows(sources, tags, paths)
    found: list[Proposal] = load_object(PROPOSE)(case)
    known = _decided(store, spider, seen)  # another worker may have been quicker
    return [replace(one, how=hows[one.field]) for one in found if (node, one.field, one.old) not in known]


def _hows(
    sources: Iterable[tuple[Observation, Source]],
    tags: Iterable[Observation],
    paths: Iterable[tuple[Observation, str]],
) -> dict[str, str]:
    """By field, how an ordinary spider selects, or a tag of a rule takes; empty for a tree."""
    hows = {one.field: source.how if one.field.startswith(f"{source.how} ") else "" for one, source in sources}
    hows |= {one.field: "codes" for one in tags}
    return hows | {one.field: one.field.rpartition(f" {path}")[0] for one, path in paths}


def _decided(store: Any, spider: str, seen: Mapping[tuple[str, str], float]) -> set[tuple[str, str, str]]:
    """Nodes, fields and old selectors that a crawl heals by what was decided, or no longer has in its file.

    *seen*: when a crawl has used a field last, by node and field; what was written since is used by the next one, and
    a field that was forgotten then was used by none.
    """
    when = {(one.node, one.field, one.old): one.time for one in reversed(store.proposals.decisions.of(spider))}
    decided = store.proposals.of(spider, State.LIVE, State.ACCEPTED)
    keys = [((one.proposal.node, one.proposal.field, one.proposal.old), one.written) for one in decided]
    return {key for key, written in keys if not written or seen.get(key[:2], 0.0) < when.get(key, 0.0)}


def _precedents(store: Any) -> list[Any]:
    """What selectors were replaced by elsewhere."""
    precedent: Any = load_object(PRECEDENT)
    known = ((one.selector, one.proposal) for one in store.proposals.precedents())
    return [precedent(one.old, one.within, new, one.layout, one.cosine, one.edits) for new, one in known]


def _is_nearer(one: Sequence[str], layout: Sequence[str], other: Sequence[str]) -> bool:
    return likeness(one, layout) >= likeness(one, other)


def digest_of_place(place: str) -> str:
    """The digest of the file of a place; empty if it cannot be read."""
    try:
        return digest_of(path_of(place).read_bytes())
    except OSError:
        return ""


def reading_of(one: Observation, url: str) -> Callable[[str], Any]:
    """What a tree or a rule makes of a text that a field has taken."""
    if is_codes(one.selector):
        tags: Any = import_module(TAG_READING)
        tag = tags.tag_of(path_of(one.place), one.node, one.field)
        return str if tag is None else tags.reading_of_tag(tag, url)
    source = source_of(one)
    return str if source is None or source.kind is None else reading_of_field(source, url)


def path_of(place: str) -> Path:
    """The file of `spiders/shop.py:12`."""
    return Path(place.rpartition(":")[0] or place)


def _best(pages: Iterable[Any], changed: Mapping[str, Any]) -> Any:
    """The newest page on which most of the changed fields have something."""
    counted = [(sum(bool(one.found) and one.field in changed for one in page.fields), page.id, page) for page in pages]
    return max(counted, key=lambda each: each[:2])[2] if counted else None


def source_of(observation: Observation) -> Source | None:
    """The source of a field, if it is CSS or XPath without placeholders and variables."""
    how, _, text = observation.field.partition(" ")
    if text and text == observation.selector and how in HOWS:  # of an ordinary spider
        return Source(how, (text,)) if how == "css" or runs_alone(text) else None
    source = _source_in(observation.selector)
    is_plain = source is not None and source.how in HOWS and all(isinstance(text, str) for text in source.texts)
    return source if is_plain else None


def _runs_alone(one: Observation, page: Page) -> bool:
    """Whether a field, and the rows that it is in, can be found on a page that is kept."""
    how, _, text = one.field.partition(" ")
    is_plain = how in HOWS and text == one.selector
    paths = [one.within if one.within.startswith("/") else "", one.selector if is_plain else ""]
    return all(runs_alone(path, page) for path in paths if path)


def _source_in(text: str) -> Source | None:
    """The source that a tree has written."""
    try:
        node = parse(f"x :: data {text}").declarations["x"]
    except (RuleError, KeyError):
        return None
    return node.source if isinstance(node, Data) else None


def path_of_json(observation: Observation) -> str:
    """The JMESPath of a field; empty if it is taken in another way."""
    how, _, text = observation.field.partition(" ")
    if how in ("jmespath", "json") and text and text == observation.selector:  # of an ordinary spider
        return text
    source = _source_in(observation.selector)
    if source is None or source.how != "json" or len(source.texts) != 1:
        return ""
    return source.texts[0] if isinstance(source.texts[0], str) else ""


def reading_of_field(source: Source, url: str) -> Callable[[str], Any]:
    """What a source makes of a text on the page of an address."""
    kind = source.kind or "text"
    return lambda text: _READER.convert(text, kind, url)
