"""How much a tag may make of a page: treatments that double a value thirty times would fill any memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ...errors import NodeError
from ...sentences import say

LEAST = 64_000_000
"""Characters that the steps of a tag may make together, however short the page is."""
MOST_LINKS = 100_000
"""Links that a tag may take from a page; the longest map of a site has half as many."""
TIMES = 20
"""So many times the page, where that is more."""

Spend: TypeAlias = "Callable[[int], None]"
"""Called with a number of characters before, or while, they are made; raises `TooMuch`."""


def free(characters: int) -> None:
    """For whom nothing is counted."""


class TooMuch(NodeError):  # noqa: N818  # what happened, not whose error it is
    """The steps of a tag would make more of a page than they may, or take too long; the message names tag and step."""


class Budget:
    """The characters that tags may make of one page, each as many; the pieces of a parent tag share them."""

    def __init__(self, length: int) -> None:
        self.most = max(LEAST, TIMES * length)
        self._spent: dict[str, int] = {}
        self._links: dict[str, int] = {}

    def begin(self, tag: str, step: str) -> Spend:
        """What a step of a tag has to call."""

        def spend(characters: int) -> None:
            self._spent[tag] = self._spent.get(tag, 0) + characters
            if self._spent[tag] > self.most:
                raise TooMuch(
                    say(
                        "tag {}, {}: its values come to more than {:,} characters on this page and were given up;"
                        " let its codes take less, or its treatments put in less",
                        tag,
                        step,
                        self.most,
                    )
                )

        return spend

    def spend_links(self, tag: str, count: int) -> None:
        """So many links more of a tag; raises `TooMuch`."""
        self._links[tag] = self._links.get(tag, 0) + count
        if self._links[tag] > MOST_LINKS:
            raise TooMuch(
                say(
                    "tag {}, link: it takes more than {:,} links from this page and was given up; let its codes take"
                    " less, or keep some links with `include`",
                    tag,
                    MOST_LINKS,
                )
            )


def no_time(owner: str, seconds: float) -> TooMuch:
    """The error that making links absolute takes too long."""
    return TooMuch(
        say(
            "{}: to make its links absolute took longer than {:g} s on this page and was given up; let its codes"
            " take less, or raise BT_REGEX_SECONDS",
            owner,
            seconds,
        )
    )


def no_memory(tag: str) -> TooMuch:
    """The error that a tag needs more memory than there is."""
    return TooMuch(
        say("tag {}: there is not enough memory for what it takes from this page; let its codes take less", tag)
    )
