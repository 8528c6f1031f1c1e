"""HTTP proxies to practise with: they forward, or behave as badly as real ones."""

from __future__ import annotations

from typing import Any

from .ports import HOST
from .proxy_process import ProxyProcess


class PracticeProxies(ProxyProcess):
    """So many HTTP proxies in a process of their own, as long as the `with` block.

    They forward requests and tunnels (`CONNECT`) to sites on this machine. *login*, as `user:password`, is asked for by
    all of them.
    """

    _module = "scrapy_bt.testing.forwarder"
    _name = "the proxies"
    _verbs = "do", "have"

    def __init__(self, count: int = 1, *, login: str = "") -> None:
        super().__init__()
        self._count, self._login = count, login
        self._ports: list[int] = []

    @property
    def urls(self) -> list[str]:
        """What `BT_PROXIES` takes."""
        login = f"{self._login}@" if self._login else ""
        return [f"http://{login}{HOST}:{port}" for port in self._ports]

    def set(self, number: int, **values: object) -> None:
        """Change the manner of one of them, from 0 on: `status=403`, `delay=2.0`, `down=True`, `login="u:p"`."""
        self._talk("set", number=number, values=values)

    def counts(self) -> list[dict[str, Any]]:
        """How often each was `asked`, for which `sites`, and with which `X-Session` headers."""
        counts: list[dict[str, Any]] = self._talk("counts")
        return counts

    def _begin(self) -> None:
        self._ports = [self._listen(login=self._login) for _ in range(self._count)]
