"""A tree's text tried on kept pages while it is written, in the process that can be ended."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from ...core.healing import pages as healing_pages
from ...core.healing.writing import target_of, write_selectors
from ...core.language.checker import check_document
from ...core.language.parser import parse
from ...core.rules.results import MOST_SHOWN
from ...core.tree.nodes import Data, Document, Item, Source, walk
from ...crawl.project.trees import RuleTexts, files_beside
from ...crawl.reading.pages import ResponsePage
from ...errors import BTError, Fault, RuleError
from ...operations.trials.nodes import NodeTrial, explain_values, find_node, nodes_of, read_variables, response_page
from ...operations.trials.pages import TrialPage, read_page_at
from ...sentences import say
from ...testing.taking import take
from ..foreign.trees import clean_tree, elements_of, numbers_in, show_text

_SHOWN = 50
_PROPOSED = 5


class TreeTrials:
    """*settings*: of the project."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._read = lru_cache(maxsize=4)(self._read_page)

    def try_node(
        self,
        text: str,
        file: str,
        page: str,
        *,
        node: str = "",
        variables: Mapping[str, str] | None = None,
        functions: bool = False,
    ) -> dict[str, Any]:
        """What a node takes from a page, and the numbers of the elements from which; the first node unless it is named.

        *functions*: those of Python are called, and those of the project are read anew each time.
        """
        document, faults = _read_tree(text, file)
        if document is None:
            return {"faults": faults}
        known = nodes_of(document)
        told: dict[str, Any] = {
            "faults": [],
            "nodes": [{"name": name, "line": one.place.line if one.place else 0} for name, one in known.items()],
        }
        if not known:
            return told
        if not functions and _calls_python(document):
            raise UsageError(say("this tree calls Python functions, which takes the role of an editor to try"))
        chosen = find_node(document, node if node in known else next(iter(known)))
        read, parsed = self._read(page)
        with _own_modules_once(Path.cwd()):
            taken = take(document, chosen.name, read.text, url=read.url, variables=read_variables(variables or {}))
        trial = explain_values(chosen, taken.values, parsed, most=_SHOWN)
        return told | {
            "page": {"url": read.url, "described": read.described},
            "node": chosen.name,
            "troubles": list(taken.troubles),
            **_record(trial),
            "marks": _marks(trial, parsed),
        }

    def count_in(self, text: str, file: str, pages: Sequence[str], *, functions: bool = False) -> dict[str, Any]:
        """Which nodes take something from which pages; those that read variables are tried without them."""
        document, faults = _read_tree(text, file)
        if document is None:
            return {"faults": faults}
        if not functions and _calls_python(document):
            raise UsageError(say("this tree calls Python functions, which takes the role of an editor to try"))
        rows = []
        with _own_modules_once(Path.cwd()):
            for page in pages:
                read, _ = self._read_page(page)
                found = {name: _takes(document, name, read) for name in nodes_of(document)}
                rows.append({"url": read.url, "tags": found})
        return {"faults": [], "rows": rows}

    def show(self, page: str) -> dict[str, str]:
        """The harmless markup of a page with the numbers of its elements."""
        read, parsed = self._read(page)
        root = parsed.root
        return {"html": show_text(read.text) if root is None else clean_tree(root.getroottree())}

    def suggest_selectors(self, page: str, element: int) -> dict[str, Any]:
        """Selectors whose first hit shows what an element shows, the firmest first, with the number of their hits."""
        read, parsed = self._read(page)
        tree = None if parsed.root is None else parsed.root.getroottree()
        elements = [] if tree is None else elements_of(tree)
        if tree is None or not 0 <= element < len(elements):
            raise BTError(say("there is no such element on the page"))
        looked = healing_pages.Page(read.text)
        found: Any = looked.tree.xpath(tree.getpath(elements[element]))
        near = [one for start in found for one in (start, *start.iterancestors())]
        shown = {id(part): candidate for candidate in looked.candidates for part in candidate.chain}
        candidate = next((shown[id(one)] for one in near if id(one) in shown), None)
        if candidate is None:
            raise BTError(say("there is no text in this element"))
        written = write_selectors([target_of(looked, candidate)], most=_PROPOSED)
        return {
            "text": candidate.text[:200],
            "proposals": [{"written": _as_source(one.text), "count": one.hits} for one in written],
        }

    def _read_page(self, page: str) -> tuple[TrialPage, ResponsePage]:
        read = read_page_at(page, self._settings)
        return read, response_page(read)


def _read_tree(text: str, file: str) -> tuple[Document | None, list[Fault]]:
    """The document without faults, or those; nothing of Python is imported."""
    path = Path(file)
    try:
        document = parse(text, file=file, includes=files_beside(path))
    except RuleError as error:
        return None, list(error.faults)
    faults = [
        fault
        for fault in check_document(document, text, file=file, rules=RuleTexts(path.parent))
        if not fault.is_warning
    ]
    return (None, faults) if faults else (document, [])


def _takes(document: Document, node: str, page: TrialPage) -> bool:
    return bool(take(document, node, page.text, url=page.url, variables={}).values)


def _calls_python(document: Document) -> bool:
    return any(isinstance(part, Source) and part.how == "python" for part in walk(document))


@contextmanager
def _own_modules_once(folder: Path) -> Iterator[None]:
    """Modules of the folder that are loaded meanwhile are forgotten: they may be other ones the next time."""
    before = set(sys.modules)
    try:
        yield
    finally:
        for name in set(sys.modules) - before:
            origin = getattr(sys.modules[name], "__file__", None)
            if origin and Path(origin).is_relative_to(folder):
                del sys.modules[name]


def _record(trial: NodeTrial) -> dict[str, Any]:
    node: Data | Item = trial.node
    return {
        "count": len(trial.values),
        "values": list(trial.values[:_SHOWN]),
        "fields": [field.name for field in node.fields] if isinstance(node, Item) else [],
        "misses": [
            {"row": miss.row, "field": miss.field, "source": miss.source, "why": miss.why} for miss in trial.misses
        ],
    }


def _marks(trial: NodeTrial, page: ResponsePage) -> dict[str, list[int]]:
    if page.root is None:
        return {}
    tree = page.root.getroottree()
    return {
        "record": numbers_in(tree, trial.scopes[:MOST_SHOWN]),
        "value": numbers_in(tree, trial.places[:MOST_SHOWN]),
    }


def _as_source(selector: str) -> str:
    """As it is written in a tree."""
    if selector.startswith("/"):
        return f"xpath '{selector}/text()'" if "'" not in selector else f'xpath "{selector}/text()"'
    text = f"{selector}::text"
    return f"css '{text}'" if '"' in text else f'css "{text}"'
