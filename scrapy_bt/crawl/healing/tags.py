"""Observes what tags of rules take, and has other codes for those that take nothing any more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from ...core.rules.rule import Tag, TagRef
from ...core.rules.rule_pages import RulePage
from ...core.rules.tagcodes import codes_of, with_codes
from ...core.rules.taglines import line_of_tags
from .looks import PageLooks
from .switches import Switch, Switches, key_of_codes

_codes_of = lru_cache(512)(codes_of)
_line_of = lru_cache(512)(line_of_tags)


class TagWitness:
    """Observes the rules of one program, whose files are in *folder*; *is_only*: there is one rule."""

    def __init__(self, folder: str, *, is_only: bool) -> None:
        self._folder, self._is_only = folder, is_only

    def other(self, switches: Switches, file: str, ref: TagRef, tag: Tag) -> Tag | None:
        """The tag with the codes that replace its own; None if its own still work. Any thread may ask."""
        switch = self._switch(switches, file, ref, tag) if switches else None
        return None if switch is None else with_codes(tag, switch.selector)

    def note(self, look: PageLooks, file: str, page: RulePage) -> None:
        """Tell what the tags of a page have taken; what other codes took counts as missing, which it is in the file."""
        for one in page.taken():
            node = self._node(file, one.ref)
            switch = self._switch(look.switches, file, one.ref, one.tag) if look.switches else None
            lacking = [place for place in one.places if place.is_healed or not place.values]
            if switch is not None:
                for place in lacking:
                    switch.heal((), (), _giving(place.values))
                    if place.is_healed:
                        look.healed[node, one.ref.tag] = switch.filed.id
            values = [value for place in one.places if not place.is_healed for value in place.values]
            look.note(
                node, one.ref.tag, values, found=len(values), empty=len(lacking), selector=_codes_of(one.tag),
                place=self._place(file), within=_line_of(one.above) if one.above else "",
            )  # fmt: skip

    def taken(self, file: str, page: RulePage) -> Iterator[tuple[tuple[str, str], Sequence[str]]]:
        """The nodes and tags of a page, with what they took, of the page or of each result of the tag above."""
        for one in page.taken():
            for place in one.places:
                yield (self._node(file, one.ref), one.ref.tag), place.values

    def _switch(self, switches: Switches, file: str, ref: TagRef, tag: Tag) -> Switch | None:
        return switches.get(self._node(file, ref), key_of_codes(ref.tag), _codes_of(tag))

    def _node(self, file: str, ref: TagRef) -> str:
        return ref.layer if self._is_only else f"{file}:{ref.layer}"

    def _place(self, file: str) -> str:
        return str(Path(self._folder) / file) if self._folder else ""


def _giving(values: Sequence[str]) -> Any:
    return lambda _codes: (values, values)
