"""What a jar sends back, as a browser would."""

from __future__ import annotations

import pytest
from scrapy import Request
from scrapy.http import Response

from scrapy_bt.browserjars import BrowserJar


@pytest.mark.parametrize(
    ("host", "is_sent"),
    [
        ("http://localhost:8000", True),
        ("http://shop.localhost", True),
        ("http://127.0.0.1:8000", True),
        ("http://127.9.9.9", True),
        ("http://shop.test", False),
        ("http://10.0.0.1", False),
        ("https://shop.test", True),
    ],
)
def test_secure_cookies_go_to_this_machine_without_tls_and_to_no_other(host: str, *, is_sent: bool) -> None:
    jar, request = BrowserJar(), Request(f"{host}/login")
    jar.extract_cookies(Response(request.url, headers={"Set-Cookie": "sid=1; Path=/; Secure"}), request)
    later = Request(f"{host}/list")
    jar.add_cookie_header(later)
    assert later.headers.get("Cookie") == (b"sid=1" if is_sent else None)
