"""Cookies that a spider itself puts to all requests of a callback, as those of a session."""

from __future__ import annotations

from collections.abc import Mapping

from scrapy import Request

Cookies = Mapping[str, str]
_NONE: Cookies = {}


class SharedCookies:
    """Of one crawl: nothing of it is written down."""

    def __init__(self) -> None:
        self._by_callback: dict[str, Cookies] = {}
        self._odd: set[str] = set()
        """Callbacks whose requests have had different cookies, which may say what a page is about."""

    def note(self, request: Request) -> None:
        """Note that a page was requested."""
        callback = _name_of(request)
        cookies = cookies_of(request)
        if cookies is None or self._by_callback.setdefault(callback, cookies) != cookies:
            self._odd.add(callback)

    def of(self, callback: str) -> Cookies:
        """Those that all requests of a callback have had; none where these were different."""
        return _NONE if callback in self._odd else self._by_callback.get(callback, _NONE)

    def has(self, request: Request) -> bool:
        """Whether a request has these and no others."""
        return cookies_of(request) == self.of(_name_of(request))


def cookies_of(request: Request) -> Cookies | None:
    """The cookies of a request by their names; None where they are told in another way."""
    cookies = request.cookies or {}
    is_plain = isinstance(cookies, dict) and all(isinstance(value, str) for value in cookies.values())
    return {str(name): str(value) for name, value in cookies.items()} if is_plain else None  # type: ignore[union-attr]


def _name_of(request: Request) -> str:
    return str(getattr(request.callback, "__name__", "parse"))
