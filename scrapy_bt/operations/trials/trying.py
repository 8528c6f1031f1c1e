"""Tries the text of a rule on kept pages: the trial, its marks, proposals, and a table of pages."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from html import unescape
from time import perf_counter
from typing import Any

import yaml
from scrapy.settings import Settings

from ...core.documents.pieces import UneditableError
from ...core.regex.deadlines import Timeout
from ...core.rules.files.edit import change_rule
from ...core.rules.files.operations import InsertPart
from ...core.rules.files.reader import read_rule
from ...core.rules.marks import TagMarks, mark_layer
from ...core.rules.results import MOST_SHOWN
from ...core.rules.rule import Layer, Rule, Tag
from ...core.rules.suggestion.outline import PageOutline
from ...core.rules.suggestion.outlining import read_outline
from ...core.rules.suggestion.suggest import suggest
from ...core.rules.trials import layer_counts, likeliest_layer, try_layer
from ...errors import Fault, RuleError
from ...settings import BTSettings
from .lines import Units
from .pages import TrialPage, read_page_at
from .records import layer_record, suggestion_record, tag_text

_SHOWN = 50
_KINDS = ("starts", "ends", "pieces", "values")
_LONGEST = 200
"""Characters of a text that was pointed at."""


class Trying:
    """*settings*: of the project, for the time that patterns have."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._timeout = Timeout(BTSettings.read(settings).regex_seconds or 1.0, perf_counter)
        self._read = lru_cache(maxsize=4)(self._read_page)

    def try_rule(self, text: str, page: str, *, layer: str = "", tag: str = "") -> dict[str, Any]:
        """What a layer takes from a page, and where; the layer that fits it best unless it is named.

        *tag*: the one whose codes and pieces are marked; of all others the values are.
        """
        rule, faults = _read_rule(text)
        if rule is None:
            return {"faults": faults}
        read = self._read(page, rule.encoding)
        chosen = self._choose(rule, read, layer)
        trial = try_layer(rule, chosen, read.text, read.url, base_url=read.base_url, timeout=self._timeout)
        marks = mark_layer(chosen, read.text, timeout=self._timeout)
        return {
            "faults": [],
            "page": {"url": read.url, "described": read.described},
            "layers": [each.name for each in rule.layers],
            "marks": _marks_record(marks, tag, Units(read.text)),
            **layer_record(trial, read.url, most=_SHOWN),
        }

    def read_source(self, page: str, encoding: str = "") -> dict[str, Any]:
        """The text of a page."""
        read = self._read(page, encoding)
        return {"text": read.text, "url": read.url, "described": read.described}

    def suggest_tags(
        self, page: str, take: Sequence[str], at: Sequence[int] = (), *, text: str = "", layer: str = ""
    ) -> dict[str, Any]:
        """Tags that take the texts *take*, and those that stand at the offsets *at* (in units of UTF-16).

        Each says what the rule's *text* is with it in *layer*, where it can be put in.
        """
        rule, _ = _read_rule(text)
        read = self._read(page, rule.encoding if rule is not None else "")
        examples = [*take, *_texts_at(read.text, at)]
        found = suggest(read.text, examples, base_url=read.base_url, timeout=self._timeout, seconds=10.0)
        record = suggestion_record(found, most=_SHOWN)
        for proposal, made in zip(record["proposals"], found.proposals, strict=True):
            proposal["written"] = tag_text(made.tag)
            if rule is not None:
                chosen = self._choose(rule, read, layer)
                proposal["rule"] = _with_tag(text, chosen, made.tag)
        return {"page": {"url": read.url, "described": read.described}, "take": examples, **record}

    def count_in(self, text: str, pages: Sequence[str]) -> dict[str, Any]:
        """For each page the layer that fits it, and which of that layer's tags take something."""
        rule, faults = _read_rule(text)
        if rule is None:
            return {"faults": faults}
        rows = []
        for page in pages:
            read = self._read_page(page, rule.encoding)
            layer = likeliest_layer(rule, read.text, read.url, timeout=self._timeout)
            counts = layer_counts(layer, read.text, read.url, timeout=self._timeout)
            rows.append({"url": read.url, "layer": layer.name, "tags": counts})
        return {"faults": [], "rows": rows}

    def _choose(self, rule: Rule, page: TrialPage, layer: str) -> Layer:
        named = next((each for each in rule.layers if each.name == layer), None)
        return named or likeliest_layer(rule, page.text, page.url, timeout=self._timeout)

    def _read_page(self, page: str, encoding: str) -> TrialPage:
        return read_page_at(page, self._settings, encoding=encoding)


def _read_rule(text: str) -> tuple[Rule | None, list[Fault]]:
    try:
        return read_rule(text, file="rule"), []
    except RuleError as error:
        return None, list(error.faults)


def _marks_record(marks: Mapping[str, TagMarks], tag: str, units: Units) -> dict[str, dict[str, Any]]:
    """At most `MOST_SHOWN` marks, of each kind of each tag equally many, and how many there are."""
    wanted = [(name, kind) for name in marks for kind in _KINDS if kind == "values" or name == tag]
    share = max(1, MOST_SHOWN // max(1, len(wanted)))
    record: dict[str, dict[str, Any]] = {name: {} for name in marks}
    for name, kind in wanted:
        spans = getattr(marks[name], kind)
        record[name][kind] = {"total": len(spans), "places": units.pairs(spans[:share])}
    return record


def _texts_at(source: str, units_at: Sequence[int]) -> list[str]:
    """The texts between tags that stand at some offsets, as a reader sees them."""
    outline, units = read_outline(source), Units(source)
    texts = (_text_at(outline, units.offset(at)) for at in units_at)
    return [text for text in dict.fromkeys(texts) if text]


def _text_at(outline: PageOutline, at: int) -> str:
    number = outline.tag_before(at + 1)
    first = outline.tags[number].end if number >= 0 else 0
    last = outline.tags[number + 1].start if number + 1 < len(outline.tags) else len(outline.source)
    return " ".join(unescape(outline.source[first : min(last, first + _LONGEST)]).split())


def _with_tag(text: str, layer: Layer, tag: Tag) -> str:
    """The rule with a new tag in a layer, under a free name; empty if it cannot be put in."""
    value = yaml.safe_load(tag_text(tag))[0]
    taken = {each.name for each in layer.tags}
    stem = re.sub(r"_\d+\Z", "", tag.name)
    numbers = (f"{stem}_{number}" for number in range(2, len(taken) + 3))
    value["tag"] = tag.name if tag.name not in taken else next(name for name in numbers if name not in taken)
    try:
        return change_rule(text, [InsertPart(("layers", layer.name, "tags"), value=value)], file="rule")
    except (RuleError, UneditableError):
        return ""
