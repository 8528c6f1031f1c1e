"""What a section is asked and what it replies, without any web framework."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass, field

from scrapy_bt.testing.site.settings import SiteSettings

HTML = "text/html; charset=utf-8"
JSON = "application/json; charset=utf-8"
DEFAULTS = SiteSettings()


@dataclass(frozen=True)
class Ask:
    """One request, with the time and the settings it meets."""

    path: str
    _: KW_ONLY
    method: str = "GET"
    query: Mapping[str, str] = field(default_factory=dict)
    form: Mapping[str, str] = field(default_factory=dict)
    cookies: Mapping[str, str] = field(default_factory=dict)
    authorization: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    """By name in small letters."""
    body: bytes = b""
    now: float = 0.0
    settings: SiteSettings = DEFAULTS

    @property
    def parts(self) -> tuple[str, ...]:
        """The path's segments without the empty ones."""
        return tuple(part for part in self.path.split("/") if part)


@dataclass(frozen=True)
class Reply:
    """One response, and what the server does around sending it."""

    body: bytes = b""
    _: KW_ONLY
    status: int = 200
    content_type: str = HTML
    headers: Mapping[str, str] = field(default_factory=dict)
    work: float = 0.0
    """Seconds between the decision and the sending."""
    finish: Callable[[], None] | None = None
    """Called once when the work is over, whether it was sent or the client left."""
    drops: bool = False
    """The connection is closed and nothing is sent."""
    is_violation: bool = False
    """The client broke a rule that the section sets."""


def show(html: str, *, status: int = 200, headers: Mapping[str, str] | None = None) -> Reply:
    """Reply with an HTML page."""
    return Reply(html.encode(), status=status, headers=headers or {})


def tell(value: object, *, status: int = 200, headers: Mapping[str, str] | None = None) -> Reply:
    """Reply with JSON."""
    body = json.dumps(value, ensure_ascii=False).encode()
    return Reply(body, status=status, content_type=JSON, headers=headers or {})


def send_to(location: str, *, status: int = 302, headers: Mapping[str, str] | None = None) -> Reply:
    """Reply with a redirect."""
    return Reply(status=status, headers={"Location": location, **(headers or {})})
