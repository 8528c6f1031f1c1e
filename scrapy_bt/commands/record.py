"""`scrapy bt record`: browse as usual, and keep a sample of it."""

from __future__ import annotations

import argparse
import inspect
import runpy
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from ..capture.browser import BrowserRecorder, Script
from ..capture.folder import SAMPLES, NewSample, Recorded
from ..capture.proxy import ProxyRecorder, install
from ..capture.redaction import redact_sample
from ..sentences import counted
from .shared.stopping import stopping


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What is recorded, how, and where it is kept."""
    parser.add_argument("url", nargs="?", help="the page at which you begin; without it with --proxy")
    parser.add_argument("-o", dest="folder", metavar="FOLDER", help="the sample (default: samples/HOST-1, HOST-2, …)")
    parser.add_argument("--name", default="", help="what the recording is called (default: as its folder)")
    parser.add_argument("--redact", action="store_true", help="replace passwords, cookies and tokens by others")
    browser = parser.add_argument_group("in a browser")
    browser.add_argument("--browser", default="", metavar="PATH", help="the program (default: Chromium or Chrome)")
    browser.add_argument("--headless", action="store_true", help="show no window; only with --script")
    browser.add_argument("--script", metavar="FILE.py", help="`async def browse(page)` of this file browses instead")
    proxy = parser.add_argument_group("by a proxy, for any client")
    proxy.add_argument("--proxy", action="store_true", help="record what is sent through a proxy, until Ctrl-C")
    proxy.add_argument("--port", type=int, default=8080, help="the proxy's port (default: 8080)")
    proxy.add_argument("--host", default="127.0.0.1", help="the address at which it listens (default: this machine's)")
    proxy.add_argument("--mitmproxy", default="", metavar="PATH", help="mitmdump's program (default: looked for)")
    proxy.add_argument("--install", action="store_true", help="install mitmproxy for it first, in a place of its own")


def run(options: argparse.Namespace, settings: Settings) -> int:  # noqa: ARG001  # as every subcommand has it
    """Record, say what was recorded, and return 0."""
    if options.install:
        if not options.proxy:
            raise UsageError("--install belongs to --proxy")
        print(f"mitmproxy is ready: {install(say=_say)}")
        if options.folder is None and options.url is None:
            return 0
    record = _by_proxy(options) if options.proxy else _in_browser(options)
    new = NewSample(_folder(options), name=options.name, start_url=options.url or "")
    recorded = record(new)
    if options.redact:
        redact_sample(recorded.folder)
    print(
        f"{recorded.folder}: {counted(recorded.requests, 'request')}, {counted(recorded.events, 'event')}"
        + (f"; {counted(recorded.lost, 'answer')} without a body" if recorded.lost else "")
    )
    return 0


def _in_browser(options: argparse.Namespace) -> Callable[[NewSample], Recorded]:
    if not options.url:
        raise UsageError("which page? scrapy bt record URL; or, for any client: scrapy bt record --proxy")
    if options.headless and not options.script:
        raise UsageError("--headless shows nothing to a person; it needs a --script")
    url = options.url if "://" in options.url else f"https://{options.url}"
    script = None if options.script is None else _script(Path(options.script))
    recorder = BrowserRecorder(options.browser, options.headless, script, _say)
    return lambda new: recorder.record(url, new)


def _by_proxy(options: argparse.Namespace) -> Callable[[NewSample], Recorded]:
    for name in ("script", "headless", "browser"):
        if getattr(options, name):
            raise UsageError(f"--{name} is for recording in a browser, without --proxy")
    recorder = ProxyRecorder(options.mitmproxy, options.host, options.port, _say)

    def record(new: NewSample) -> Recorded:
        with stopping(is_once=True) as ended:
            return recorder.record(new, ended)

    return record


def _script(path: Path) -> Script:
    if not path.is_file():
        raise UsageError(f"{path}: there is no such file")
    sys.path.insert(0, str(path.resolve().parent))
    browse: Any = runpy.run_path(str(path)).get("browse")
    if not inspect.iscoroutinefunction(browse):
        raise UsageError(f"{path}: a script defines `async def browse(page)`; page is a page of Playwright's async API")
    return browse


def _folder(options: argparse.Namespace) -> Path:
    if options.folder:
        return Path(options.folder)
    host = (urlsplit(options.url if "://" in options.url else f"//{options.url}").hostname or "") if options.url else ""
    number = 1
    while (folder := Path(SAMPLES, f"{host or 'proxy'}-{number}")).exists():
        number += 1
    return folder


def _say(text: str) -> None:
    print(text, flush=True)
