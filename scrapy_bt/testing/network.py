"""A bad network between a crawl and its Redis: slow, cut, flapping."""

from __future__ import annotations

from .ports import HOST
from .proxy_process import ProxyProcess


class DelayProxy(ProxyProcess):
    """A TCP proxy in a process of its own, before a server on this machine, as long as the `with` block.

    *there* and *back* are the seconds that data takes longer to the server and from it: `DelayProxy(server.port,
    there=0.0025, back=0.0025)` makes round trips of 5 ms. Data is late but not fewer: what is sent while other data is
    under way travels beside it. The proxy ends with this process in any case, even when this process is killed.
    """

    _module = "scrapy_bt.testing.relay"
    _name = "the delay proxy"

    def __init__(self, port: int, *, there: float = 0.0, back: float = 0.0) -> None:
        super().__init__()
        self._target = port
        self._delays = {"there": there, "back": back}
        self._port = 0

    @property
    def port(self) -> int:
        """The port that the proxy listens on."""
        return self._port

    @property
    def url(self) -> str:
        """What `REDIS_URL` takes, where the server asks for no password."""
        return f"redis://{HOST}:{self._port}"

    def delay(self, *, there: float, back: float) -> None:
        """Change the delays, for all that is sent from now on."""
        self._delays = {"there": there, "back": back}
        self._talk("delay", **self._delays)

    def cut(self, *, at_reply: bool = False) -> None:
        """Drop all connections and refuse new ones until `mend`.

        *at_reply*: not now, but as soon as the server sends something next, which is lost: the command was executed,
        and nobody hears of it.
        """
        self._talk("cut", at_reply=at_reply)

    def mend(self) -> None:
        """Accept connections again, and flap no longer."""
        self._talk("mend")

    def flap(self, *, times: int, down: float, up: float) -> None:
        """Begin to cut and mend in turn, *down* and *up* seconds long; returns at once, ends mended."""
        self._talk("flap", times=times, down=down, up=up)

    def counts(self) -> dict[str, int]:
        """How many connections are `open`, were `accepted`, and how often they were `cut`."""
        counts: dict[str, int] = self._talk("counts")
        return counts

    def _begin(self) -> None:
        self._talk("delay", **self._delays)
        self._port = self._listen(target=self._target)
