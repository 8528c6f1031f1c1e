"""Evidence for a selector beside the models: its values are alone of their kind, or stand behind the same label."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ..core.healing.fields import reading_of, run_selector
from ..core.healing.labels import Label, behind, label_of, text_behind
from ..core.healing.lookalikes import Lookalikes
from ..core.healing.pages import Candidate, Page
from ..core.healing.parsing import page_of
from ..core.healing.patching.pieces import is_codes, is_json
from ..core.healing.perception.observations import Observation
from .cases import Case
from .healing import Healed, write_for, write_for_candidates
from .rowselectors import inside, relative
from .trials import KeptPage, rows_of, scopes_of, texts_of, values_of

LEAST_KNOWN = 0.2
"""The probability of a selector that no model has proposed."""
_BY_LABEL = 0.5
"""The probability of what stands behind a text that stood before all values, but need not be a label."""
_MOST_PAGES = 4
_MOST_ROWS = 2
"""Rows of a page of today that are looked at."""
_LEAST = 3
"""The fewest pages or rows before that say something."""


@dataclass(frozen=True)
class FieldEvidence:
    """The evidence of one field; *before* and *today* are the selectors of its rows, or empty."""

    one: Observation
    case: Case
    before: str
    today: str

    def selectors(self) -> list[Healed]:
        """Selectors of the only thing that looks as the values do, and of what stands behind the label."""
        return [*self._by_label(), *self._alone()]

    def speaks_for(self, text: str) -> bool:
        """Whether what a selector gives is alone of its kind, or stands behind the same label as before."""
        return self.stands_alone(text) or self._texts.get(text, False) or self._is_behind_label(text)

    def stands_alone(self, text: str) -> bool:
        """Whether nothing else looks as the values do, neither where they stood before nor where they stand now."""
        alike = self._lookalikes
        now = [page.markup for page in self.case.now]
        return alike is not None and alike.stands_alone(scopes_of(text, now, within=self.today))

    def label_before(self, text: str) -> str:
        """The label that still stands before all that a selector gives today; empty if there is none."""
        return self._label.text if self._label is not None and self._is_behind_label(text) else ""

    def _alone(self) -> list[Healed]:
        alike = self._lookalikes
        if alike is None or not self._is_markup:
            return []
        found = [
            (row, alike.only(texts_of(row if len(each) > 1 else page.markup)))  # of a block, as `scopes_of` tells
            for page, each in self._scopes
            for row in each
        ][-_MOST_PAGES:]
        return [(self._within(text), LEAST_KNOWN) for text in write_for(self._selector, found)]

    def _by_label(self) -> list[Healed]:
        label = self._label
        if label is None:
            return []
        pages = self._pages
        places = [behind(label, page) for page in pages]
        if not all(places):
            return [(text, LEAST_KNOWN) for text in self._texts]
        sure = LEAST_KNOWN if label.is_plain else _BY_LABEL
        written: list[Healed] = []
        for at in (0, -1):  # all that stands behind it, and what is innermost
            found = [(page, each[at]) for page, each in zip(pages, places, strict=True)]
            written += [(self._within(text), sure) for text in write_for_candidates(self._selector, found)]
        return written

    def _is_behind_label(self, text: str) -> bool:
        label = self._label
        if label is None:
            return False
        for _, each in self._scopes:
            for row in each:
                page = page_of(row)
                first = _first(page, inside(text) if self.today else text)
                now = label_of(first.outer) if first is not None else None
                if first is None or now is None or first not in behind(label, page):
                    return False
                if not (label.is_plain or now.is_plain):
                    return False
        return True

    @cached_property
    def _texts(self) -> dict[str, bool]:
        """The selector of the text right behind the label, if one fits all pages, and whether it is plain."""
        reading = reading_of(self._selector)
        if self._label is None or reading is None or not reading.own_text:
            return {}
        found = {text_behind(self._label, page.candidates) for page in self._pages}
        (only, *others) = found
        return {} if others or only is None else {self._within(only[0]): self._label.is_plain or only[1].is_plain}

    @cached_property
    def _pages(self) -> list[Page]:
        """The rows or pages that are looked at last."""
        return [page_of(row) for _, each in self._scopes for row in each][-_MOST_PAGES:]

    @cached_property
    def _selector(self) -> str:
        return inside(self.one.selector) if self.before else self.one.selector

    @cached_property
    def _scopes(self) -> list[tuple[KeptPage, list[str]]]:
        """The pages of today, with the markup of their first rows, or their own markup."""
        return [
            (page, (rows_of(page.markup, self.today)[:_MOST_ROWS] if self.today else []) or [page.markup])
            for page in self.case.now
        ]

    def _within(self, text: str) -> str:
        return relative(text) if self.before else text

    @cached_property
    def _good(self) -> list[str]:
        return [page.markup for page in self.case.earlier]

    @cached_property
    def _is_markup(self) -> bool:
        return not (is_codes(self.one.selector) or is_json(self.one.selector))

    @cached_property
    def _lookalikes(self) -> Lookalikes | None:
        """What looks as the values of a field do; None where other texts did before, too, or this is not known."""
        forms = self.case.forms.get(self.one.field, ())
        is_read = self.one.field in self.case.readings and not is_codes(self.one.selector)
        if not forms or is_json(self.one.selector) or is_read:  # what a tag does with its pieces may leave their form
            return None
        was = scopes_of(self.one.selector, self._good, within=self.before)
        values = [value for value, _ in was if value]
        if not values:
            return None
        alike = Lookalikes.of(values, forms)
        return alike if alike.stands_alone(was) else None

    @cached_property
    def _label(self) -> Label | None:
        """What stood before all values, which were different ones."""
        reading = reading_of(self._selector) if self._is_markup else None
        if reading is None or reading.attribute:
            return None
        scopes = [row for markup in self._good for row in (rows_of(markup, self.before) if self.before else [markup])]
        values = {tuple(values_of(self._selector, scope)[:1]) for scope in scopes}
        hits = [run_selector(page_of(scope), self._selector) for scope in scopes]
        if any(len(each) > 1 for each in hits):
            return None  # a list, of which a label may stand before the first
        labels = {label_of(each[0], own_text=reading.own_text) for each in hits if each}
        found = sum(map(bool, hits))
        return labels.pop() if len(labels) == 1 and found >= _LEAST and len(values) > 1 else None


def _first(page: Page, selector: str) -> Candidate | None:
    hits: Sequence[object] = run_selector(page, selector)[:1]
    return page.candidate_of(hits[0]) if hits else None
