"""CSS as XPath that takes no more time than it must.

libxml2 looks at all siblings of each element where these are counted, and at all that follow it where the next one is
asked for by its `position()`. These forms say the same and end at the first sibling, or look at each child once.
"""

from __future__ import annotations

import re
from typing import Any

from parsel import csstranslator

_PART = re.compile(r"""'[^']*'|"[^"]*"|[\[\]]|count\((preceding|following)-sibling::\*\)""")
"""Of a condition: texts, beginnings and ends of conditions within it, and how many siblings there are."""
_BY_POSITION = {"preceding": "(position() - 1)", "following": "(last() - position())"}


class _Quick:
    """What both translators say otherwise than `cssselect` does."""

    def xpath_direct_adjacent_combinator(self, left: Any, right: Any) -> Any:
        """`a + b`."""
        return left.join("/following-sibling::*[1]/self::", right)

    def xpath_child_combinator(self, left: Any, right: Any) -> Any:
        """`a > b`."""
        return left.join("/", _by_position(right))

    def xpath_descendant_combinator(self, left: Any, right: Any) -> Any:
        """`a b`; a place is one among the children of each element."""
        placed = _by_position(right)
        if placed is right:
            return super().xpath_descendant_combinator(left, right)  # type: ignore[misc]  # of the translator beside it
        return left.join("/descendant-or-self::*/", placed)

    def xpath_first_child_pseudo(self, xpath: Any) -> Any:
        """`:first-child`."""
        return xpath.add_condition("not(preceding-sibling::*)")

    def xpath_last_child_pseudo(self, xpath: Any) -> Any:
        """`:last-child`."""
        return xpath.add_condition("not(following-sibling::*)")

    def xpath_only_child_pseudo(self, xpath: Any) -> Any:
        """`:only-child`."""
        return xpath.add_condition("not(preceding-sibling::*) and not(following-sibling::*)")


class GenericTranslator(_Quick, csstranslator.GenericTranslator):
    """For XML."""


class HTMLTranslator(_Quick, csstranslator.HTMLTranslator):
    """For HTML."""


def _by_position(step: Any) -> Any:
    """A step to children, as `div:nth-child(3n+1)`, told by their places where it counts their siblings; or itself."""
    condition = _with_positions(step.condition)
    if step.path or condition == step.condition:
        return step
    return type(step)(f"*[{condition}]/self::", step.element)


def _with_positions(condition: str) -> str:
    """A condition that counts no siblings of the element itself; within conditions others are meant."""
    depth, end, told = 0, 0, []
    for part in _PART.finditer(condition):
        depth += {"[": 1, "]": -1}.get(part[0], 0)
        if part[1] and not depth:
            told += [condition[end : part.start()], _BY_POSITION[part[1]]]
            end = part.end()
    return "".join(told) + condition[end:]
