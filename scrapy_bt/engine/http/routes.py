"""Where a connection leads: two requests may share one if their routes are equal."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, urlsplit

from scrapy.exceptions import UnsupportedURLSchemeError
from scrapy.utils._download_handlers import normalize_bind_address
from scrapy.utils.httpobj import urlparse_cached
from scrapy.utils.url import add_http_if_no_scheme

from ...core.documents.plainurls import match_plain

if TYPE_CHECKING:
    from urllib.parse import ParseResult

    from scrapy import Request

Address = tuple[str, int]

_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True)
class Route:
    """*tunnel*: the proxy that is asked for a way to the host, with what it wants to see for that."""

    is_secure: bool
    host: str
    port: int
    bind_address: Address | None = None
    tunnel: Route | None = None
    authorization: bytes | None = None


def find_route(request: Request, *, bind_address: Address | None) -> Route:
    """The route of a request, with its own proxy and address, or else *bind_address*.

    Raises `UnsupportedURLSchemeError`, and `ValueError` for a wrong port.
    """
    own = request.meta.get("bindaddress")
    address = normalize_bind_address(own) if own else bind_address
    proxy = request.meta.get("proxy")
    if not proxy:
        plain = match_plain(request.url)
        route = None if plain is None else _route_to(plain["scheme"], plain["netloc"], address)
        return route or _lead_to(urlparse_cached(request), address)
    url = urlparse_cached(request)
    hop = _lead_to(urlsplit(add_http_if_no_scheme(proxy)), address)
    if url.scheme == "http":
        return hop
    to = _lead_to(url, address)
    return Route(
        to.is_secure, to.host, to.port, address, tunnel=hop, authorization=request.headers.get(b"Proxy-Authorization")
    )


def _lead_to(url: ParseResult | SplitResult, address: Address | None) -> Route:
    if url.scheme not in _PORTS:
        raise UnsupportedURLSchemeError(f"{url.scheme}: this client knows http and https, also of proxies")
    route = _route_to(url.scheme, url.netloc, address)
    if route is None:
        raise ValueError(f"no host in {url.geturl()!r}")
    return route


@lru_cache(1000)
def _route_to(scheme: str, netloc: str, address: Address | None) -> Route | None:
    url = SplitResult(scheme, netloc, "", "", "")
    return Route(scheme == "https", url.hostname, url.port or _PORTS[scheme], address) if url.hostname else None
