"""Observes what tags of rules take, and has other codes for those that take nothing any more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ...core.rules.rule import Tag, TagRef
from ...core.rules.rule_pages import RulePage
from ...core.rules.tagcodes import codes_of, with_codes
from .looks import PageLooks
from .switches import Switches

_HOW = "codes"


class TagWitness:
    """Observes the rules of one program, whose files are in *folder*; *is_only*: there is one rule."""

    def __init__(self, folder: str, *, is_only: bool) -> None:
        self._folder, self._is_only = folder, is_only

    def other(self, switches: Switches, file: str, ref: TagRef, tag: Tag) -> Tag | None:
        """The tag with the codes that replace its own; None if its own still work. Any thread may ask."""
        switch = switches.get(self._node(file, ref), _HOW, codes_of(tag)) if switches else None
        return None if switch is None else with_codes(tag, switch.selector)

    def note(self, look: PageLooks, file: str, page: RulePage) -> None:
        """Tell what the tags of a page have taken; what other codes took counts as missing, which it is in the file."""
        for tag, ref, values in page.taken():
            node, codes = self._node(file, ref), codes_of(tag)
            is_healed = ref in page.healed
            switch = look.switches.get(node, _HOW, codes) if look.switches else None
            if switch is not None and (is_healed or not values):
                switch.heal((), (), _giving(values))
                if is_healed:
                    look.healed[node, ref.tag] = switch.filed.id
            found = 0 if is_healed else len(values)
            look.note(
                node, ref.tag, () if is_healed else values, found=found, empty=int(not found),
                selector=codes, place=self._place(file),
            )  # fmt: skip

    def taken(self, file: str, page: RulePage) -> Iterator[tuple[tuple[str, str], Sequence[str]]]:
        """The nodes and tags of a page, with what they took."""
        return (((self._node(file, ref), ref.tag), values) for _, ref, values in page.taken())

    def _node(self, file: str, ref: TagRef) -> str:
        return ref.layer if self._is_only else f"{file}:{ref.layer}"

    def _place(self, file: str) -> str:
        return str(Path(self._folder) / file) if self._folder else ""


def _giving(values: Sequence[str]) -> Any:
    return lambda _codes: (values, values)
