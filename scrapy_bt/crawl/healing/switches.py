"""Selectors that replace others while a crawl runs, and whether they prove themselves."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from ...core.healing.patching.pieces import is_codes, json_path, language_of
from ...core.healing.perception.views import form_of
from ...core.healing.proposals import Filed

T = TypeVar("T")

_TRIED = 12
"""Values after which it is known whether a selector proves itself."""
_MOST_UNFIT = 0.3
_TRIED_IN_VAIN = 20
_MOST_IN_VAIN = 0.9


@dataclass(slots=True)
class Switch:
    """One selector in place of another, used if the other finds nothing, or something unusual."""

    filed: Filed
    selector: str
    forms: frozenset[str]
    fitting: int = 0
    unfit: int = 0
    vain: int = 0
    """How often neither selector found anything."""
    pages: int = 0
    """Pages healed since the last question."""

    @property
    def has_failed(self) -> bool:
        """Whether it often gives nothing, or something unusual."""
        tried = self.fitting + self.unfit
        is_unfit = tried >= _TRIED and self.unfit > _MOST_UNFIT * tried
        return is_unfit or (self.vain >= _TRIED_IN_VAIN and self.vain > _MOST_IN_VAIN * (tried + self.vain))

    def heal(
        self, found: Collection[Any], values: Sequence[Any], read: Callable[[str], tuple[T, Sequence[Any]]]
    ) -> T | None:
        """What the selector gives instead; None if what was *found* still fits, or nothing is better.

        *values*: the first of *found* as plain data, as far as they are; *read* gives what a selector finds, and its
        values.
        """
        if found and (not values or not self.forms or self._fits(values[0])):
            return None
        healed, texts = read(self.selector)
        if not texts and not healed:
            self.vain += not found
            return None
        fits = not texts or not self.forms or self._fits(texts[0])
        if found and not fits:
            return None
        self.fitting += fits
        self.unfit += not fits
        return healed

    def _fits(self, value: Any) -> bool:
        return form_of(str(value).strip()) in self.forms


class Switches:
    """The switches of a crawl, by node, method and replaced selector."""

    def __init__(self) -> None:
        self._by_key: dict[tuple[str, str, str], Switch] = {}

    def __bool__(self) -> bool:
        return bool(self._by_key)

    def __iter__(self) -> Iterator[Switch]:
        return iter(list(self._by_key.values()))

    def get(self, node: str, how: str, selector: str) -> Switch | None:
        """The switch of a selector of a node."""
        return self._by_key.get((node, how, selector))

    def has(self, filed: Filed) -> bool:
        """Whether this selector is healed already."""
        return _key(filed) in self._by_key

    def put(self, filed: Filed) -> Switch:
        """Heal by a proposal from now on."""
        proposal = filed.proposal
        switch = Switch(filed, filed.selector, frozenset(proposal.forms))
        self._by_key[_key(filed)] = switch
        return switch

    def drop(self, number: int) -> Switch | None:
        """Stop healing by it."""
        for key, switch in list(self._by_key.items()):
            if switch.filed.id == number:
                return self._by_key.pop(key)
        return None


def key_of_codes(tag: str) -> str:
    """The method by which a tag of a rule looks: others of its layer may look in the same way within other tags."""
    return f"codes {tag}"


def _key(filed: Filed) -> tuple[str, str, str]:
    proposal = filed.proposal
    how = key_of_codes(proposal.field) if is_codes(proposal.old) else proposal.how or language_of(proposal.old)
    return proposal.node, how, json_path(proposal.old)
