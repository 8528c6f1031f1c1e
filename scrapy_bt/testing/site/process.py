"""The practice site in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import threading
import urllib.request
from collections.abc import Mapping
from typing import IO, TYPE_CHECKING, Any
from urllib.error import HTTPError

from scrapy_bt.errors import BTError
from scrapy_bt.testing.site.settings import SettingValue, SiteSettings

if TYPE_CHECKING:
    from typing_extensions import Self

ANNOUNCEMENT = "practice site on "
"""What the line begins with that the site prints when it listens; its address follows."""

STOP_SECONDS = 5.0


class SiteStartError(BTError):
    """The practice site did not start; the message holds what it said."""


class PracticeSite:
    """A practice site that runs as long as the `with` block, and ends with this process in any case.

    The keyword arguments are those of the command line, with `_` for `-`:
    `PracticeSite(products=1000, latency_by_prefix={"/shop/": 0.1})`.

    Raises:
        ValueError: A setting or its value is not one.
    """

    def __init__(
        self, *, host: str = "127.0.0.1", port: int = 0, start_seconds: float = 120.0, **settings: SettingValue
    ) -> None:
        SiteSettings().changed(settings)
        self._arguments = _write_arguments({"host": host, "port": port, **settings})
        self._start_seconds = start_seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._url = ""

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def url(self) -> str:
        """The address of the home page, with a slash at its end."""
        return self._url

    @property
    def pid(self) -> int | None:
        """The number of the site's process while it runs."""
        return self._process.pid if self._process else None

    def start(self) -> None:
        """Start the site and wait until it listens.

        Raises:
            SiteStartError: It ended, or said nothing in time.
        """
        command = [sys.executable, "-m", "scrapy_bt.testing.site", "--until-input-ends", *self._arguments]
        with tempfile.TemporaryFile() as complaints:
            self._process = subprocess.Popen(  # noqa: S603 (this interpreter, and arguments that are no shell's)
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=complaints,
                # Ctrl-C is for this process, which still may need the site to end its crawl in order.
                start_new_session=True,
            )
            try:
                line = self._read_line()
                if not line.startswith(ANNOUNCEMENT):
                    self.stop()
                    complaints.seek(0)
                    said = complaints.read().decode(errors="replace").strip() or line.strip() or "it said nothing"
                    raise SiteStartError(f"the practice site did not start: {said}")
            except BaseException:
                self.stop()
                raise
        self._url = line.removeprefix(ANNOUNCEMENT).strip()

    def stop(self) -> None:
        """Stop the site and wait for its end; a site that does not run is left alone."""
        process, self._process = self._process, None
        if process is None:
            return
        with process:
            process.terminate()
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()

    def counts(self) -> dict[str, Any]:
        """Return what the site was asked for since its start or the last reset."""
        return self._talk("GET", "_counts")

    def reset(self) -> None:
        """Make the site as it was at its start: no counts, no logins, no failures, the settings of the start."""
        self._talk("POST", "_reset")

    def expire(self) -> None:
        """End every login and token now."""
        self._talk("POST", "_expire")

    def set(self, **settings: SettingValue) -> None:
        """Change settings of the running site.

        Raises:
            ValueError: A setting or its value is not one.
        """
        self._talk("POST", "_settings", settings)

    def _read_line(self) -> str:
        """Return the first line that the site prints, empty if it ends or takes too long."""
        assert self._process is not None
        stream = self._process.stdout
        assert stream is not None
        lines: list[bytes] = []
        # A thread, because a pipe cannot be waited for with a limit on every system.
        reader = threading.Thread(target=_read_line_into, args=(stream, lines), daemon=True)
        reader.start()
        reader.join(self._start_seconds)
        if reader.is_alive():
            self._process.kill()
            reader.join()
        return lines[0].decode() if lines else ""

    def _talk(self, method: str, path: str, value: object = None) -> dict[str, Any]:
        request = urllib.request.Request(self._url + path, method=method)  # noqa: S310 (the site's own address)
        if value is not None:
            request.data = json.dumps(value).encode()
            request.add_header("Content-Type", "application/json")
        # No proxy: the environment may name one, and the site is on this machine.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=30) as response:
                told: dict[str, Any] = json.load(response)
                return told
        except HTTPError as error:
            with error:
                raise ValueError(json.load(error)["error"]) from None


def _read_line_into(stream: IO[bytes], lines: list[bytes]) -> None:
    lines.append(stream.readline())


def _write_arguments(options: Mapping[str, SettingValue]) -> list[str]:
    arguments = []
    for name, value in options.items():
        pairs = [f"{key}={number}" for key, number in value.items()] if isinstance(value, Mapping) else [str(value)]
        arguments += [f"--{name.replace('_', '-')}={text}" for text in pairs]
    return arguments
