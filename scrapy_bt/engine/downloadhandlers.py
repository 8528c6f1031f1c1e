"""The download handlers: a request goes to that of its scheme at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrapy.core.downloader.handlers import DownloadHandlers

from ..core.documents.plainurls import match_plain

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from scrapy.http import Request, Response


class LeanDownloadHandlers(DownloadHandlers):
    """Overrides what is asked for each request, where the handler is loaded already."""

    def download_request_async(self, request: Request) -> Coroutine[Any, Any, Response]:
        """The response, to be awaited; what cannot be handed over raises then."""
        plain = match_plain(request.url)
        scheme = "" if plain is None else plain["scheme"]
        handler = self._handlers.get(scheme)
        if handler is None or scheme in self._old_style_handlers:
            return super().download_request_async(request)
        return handler.download_request(request)
