"""Accepted proposals of a project as labelled pairs of pages, in a folder from which models are trained."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from ...core.healing.fields import run_selector
from ...core.healing.pages import seen_text
from ...core.healing.parsing import page_of, parsed_once
from ...core.healing.patching.pieces import is_codes, is_json
from ...core.healing.proposals import Filed, State
from ...crawl.healing.proposing import source_of
from ...storage.healing import HealingStore

_MOST_PAIRS = 4
"""Pairs of a callback or node."""


def write_labelled(store: HealingStore, folder: Path) -> int:
    """Write what is known of all spiders into *folder*; returns how many pairs these are.

    A pair is an older page and one of today, with what accepted selectors, and those that still work, find on them.
    """
    entries: list[dict[str, Any]] = []
    with parsed_once():
        for spider in store.spiders():
            by_node: dict[str, list[Filed]] = {}
            for filed in store.proposals.of(spider, State.ACCEPTED):
                if not filed.proposal.within and _is_markup(filed):
                    by_node.setdefault(filed.proposal.node, []).append(filed)
            for node, accepted in by_node.items():
                entries += list(_pairs(store, spider, node, accepted, folder, len(entries)))
    (folder / "pairs.jsonl").write_text("".join(json.dumps(each) + "\n" for each in entries), encoding="utf-8")
    return len(entries)


def _is_markup(filed: Filed) -> bool:
    return not any(is_codes(one) or is_json(one) for one in (filed.proposal.old, filed.selector))


def _pairs(
    store: HealingStore, spider: str, node: str, accepted: Iterable[Filed], folder: Path, first: int
) -> Iterator[dict[str, Any]]:
    selectors = {filed.proposal.field: (filed.proposal.old, filed.selector) for filed in accepted}
    good, failing = (store.pages(spider, node, state)[-_MOST_PAIRS:] for state in ("good", "failing"))
    for number, (old, new) in enumerate(zip(good, failing, strict=False), first):
        known = {
            one.field: (str(source.texts[0]),) * 2
            for one in old.fields
            if one.field not in selectors and not one.within and (source := source_of(one)) is not None
        }
        fields = {}
        for name, (before, today) in (known | selectors).items():
            was, now = _text(before, old.markup), _text(today, new.markup)
            if was and now:
                state = "broken" if name in selectors else "survives"
                fields[name] = {
                    "old": [before],
                    "old_value": was,
                    "new_value": now,
                    "broken": name in selectors,
                    "state": state,
                }
        if fields:
            names = [f"{number}-{side}.html.gz" for side in ("old", "new")]
            for name, page in zip(names, (old, new), strict=True):
                (folder / name).write_bytes(gzip.compress(page.markup.encode("utf-8", "replace")))
            site = f"{urlsplit(new.url).hostname} {node}"
            files = dict(zip(("old_file", "new_file"), names, strict=True))
            yield {"id": f"{spider} {node} {number}", "host": site, **files, "fields": fields}


def _text(selector: str, markup: str) -> str:
    """The text of the only element that it finds; empty if it finds none, or a list."""
    hits = run_selector(page_of(markup), selector)
    return seen_text(hits[0]) if len(hits) == 1 else ""
