"""Cookies of sessions, as far as this worker knows them."""

from __future__ import annotations

from collections import OrderedDict

from scrapy.settings import BaseSettings

from ...settings import BTSettings


class SessionCookies(OrderedDict[int, bytes]):
    """Encoded cookies by session, of the sessions that were told of last: as many as may be in use."""

    def __init__(self, settings: BaseSettings) -> None:
        super().__init__()
        self._most = max(BTSettings.read(settings).sessions, 2 * settings.getint("CONCURRENT_REQUESTS"))

    def remember(self, session: int, cookies: bytes) -> None:
        self[session] = cookies
        self.move_to_end(session)
        while len(self) > self._most:
            self.popitem(last=False)
