"""What every section of the practice site is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

from scrapy_bt.testing.site.exchange import Ask, Reply
from scrapy_bt.testing.site.markup import message

NOTHING_FIXED: Mapping[str, Reply] = MappingProxyType({})


class Section(ABC):
    """A part of the site that answers for the paths whose first segment is one of its names.

    `fixed` holds the replies that depend on nothing but the path; `answer` is asked for everything else.
    """

    names: ClassVar[tuple[str, ...]]
    summary: ClassVar[str]
    """What the home page says of the section, as HTML."""
    fixed: Mapping[str, Reply] = NOTHING_FIXED

    @abstractmethod
    def answer(self, ask: Ask) -> Reply:
        """Reply to a request that no fixed reply is for."""

    def refuse(self, ask: Ask) -> Reply:
        """Reply that the path takes GET only, or that there is no such page."""
        return wrong_method("GET") if ask.path in self.fixed else not_found(ask)

    def reset(self) -> None:  # noqa: B027 (most sections keep nothing)
        """Forget what was asked so far."""

    def expire(self) -> None:  # noqa: B027 (most sections hand out nothing)
        """Let every login and token that was handed out end now."""


def not_found(ask: Ask) -> Reply:
    """Reply that there is no such page."""
    return message_reply("Not found", f"There is no page {ask.path} here.", status=404)


def wrong_method(*allowed: str) -> Reply:
    """Reply that the page takes other methods only."""
    text = f"This page takes {' and '.join(allowed)} requests only."
    return message_reply("Wrong method", text, status=405, headers={"Allow": ", ".join(allowed)})


def message_reply(title: str, text: str, *, status: int, headers: Mapping[str, str] | None = None) -> Reply:
    """Reply with a page that only says why there is no other."""
    return Reply(message(title, text).encode(), status=status, headers=headers or {})


def page_number(text: str, *, pages: int) -> int | None:
    """Return the number that a segment or a field names, unless there is no such page."""
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        return None
    number = int(text)
    return number if 1 <= number <= pages else None
