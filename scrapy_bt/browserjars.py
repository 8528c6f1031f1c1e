"""Cookie jars that send as browsers do: cookies marked `Secure` go to this machine without TLS, too."""

from __future__ import annotations

from http.cookiejar import Cookie, DefaultCookiePolicy
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from scrapy.http.cookies import CookieJar


class BrowserPolicy(DefaultCookiePolicy):
    """Python's, but that this machine is trusted, as in Chrome and Firefox (W3C, Secure Contexts, 3.1)."""

    def return_ok_secure(self, cookie: Cookie, request: Any) -> bool:
        """Whether a cookie may be sent as to how its request goes."""
        return super().return_ok_secure(cookie, request) or _is_of_this_machine(request.get_full_url())


class BrowserJar(CookieJar):
    """Scrapy's jar with that policy."""

    def __init__(self) -> None:
        super().__init__(BrowserPolicy())


def _is_of_this_machine(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:  # a name
        return False
