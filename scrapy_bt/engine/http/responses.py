"""Scrapy's responses from what was received, as `scrapy.utils._download_handlers.make_response` makes them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from scrapy.http import Response
from scrapy.responsetypes import responsetypes

if TYPE_CHECKING:
    from scrapy.http import Headers

    from .exchange import Received


def make_response(url: str, received: Received, flags: list[str] | None) -> Response:
    """The response; raises `StopDownload` with it where a listener wanted that to fail."""
    connection, headers, body = received.connection, received.headers, received.body
    response = (_class_by_type(headers) or responsetypes.from_args(headers=headers, url=url, body=body))(
        url=url,
        status=received.head.status,
        body=body,
        flags=flags,
        certificate=connection.certificate,
        ip_address=connection.ip_address,
        protocol=f"HTTP/{received.head.version}",
    )
    response.headers = headers  # given to the constructor they would be copied
    if received.stop:
        response.flags.append("download_stopped")
        if received.stop.fail:
            received.stop.response = response
            raise received.stop
    return response


def _class_by_type(headers: Headers) -> type[Response] | None:
    """The class where `Content-Type` alone decides on it."""
    values = dict.get(headers, b"Content-Type")
    if not values or dict.__contains__(headers, b"Content-Encoding"):
        return None
    kind = _class_of(values[-1])
    return None if kind is Response else kind


@lru_cache(1000)
def _class_of(content_type: bytes) -> type[Response]:
    return responsetypes.from_content_type(content_type)
