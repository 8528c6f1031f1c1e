"""CSS as XPath that takes no more time than it must.

libxml2 looks at all siblings of each element where these are counted, and at all that follow it where the next one is
asked for by its `position()`. These forms say the same and end at the first sibling.
"""

from __future__ import annotations

from typing import Any

from parsel import csstranslator


class _Quick:
    """What both translators say otherwise than `cssselect` does."""

    def xpath_direct_adjacent_combinator(self, left: Any, right: Any) -> Any:
        """`a + b`."""
        return left.join("/following-sibling::*[1]/self::", right)

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
