"""`python -m scrapy_bt.testing.site` serves the practice site."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import sys
import threading
from collections.abc import Sequence
from dataclasses import Field, fields

from scrapy_bt.testing.site.process import ANNOUNCEMENT
from scrapy_bt.testing.site.server import serve, stop_on_signals
from scrapy_bt.testing.site.settings import SettingError, SiteSettings
from scrapy_bt.testing.site.site import Site

LAST_PORT = 65_535


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve the site until a signal; return the exit status."""
    parser = _make_parser()
    options = parser.parse_args(arguments)
    given = {each.name: getattr(options, each.name) for each in fields(SiteSettings)}
    changes = {
        name: dict(value) if isinstance(value, list) else value for name, value in given.items() if value is not None
    }
    try:
        settings = SiteSettings().changed(changes)
    except SettingError as fault:
        parser.error(str(fault))
    try:
        asyncio.run(_serve(settings, options))
    except OSError as fault:
        sys.stderr.write(f"cannot listen on {options.host}:{options.port}: {fault.strerror or fault}\n")
        sys.stderr.write("choose another --port (0 takes any that is free) or --host\n")
        return 1
    return 0


async def _serve(settings: SiteSettings, options: argparse.Namespace) -> None:
    stopped = asyncio.Event()
    stop_on_signals(stopped)
    if options.until_input_ends:
        loop = asyncio.get_running_loop()
        threading.Thread(target=_wait_for_end_of_input, args=(loop, stopped), daemon=True).start()
    await serve(Site(settings), host=options.host, port=options.port, announce=_announce, stopped=stopped)


def _announce(url: str) -> None:
    sys.stdout.write(f"{ANNOUNCEMENT}{url}\n")
    sys.stdout.flush()


def _wait_for_end_of_input(loop: asyncio.AbstractEventLoop, stopped: asyncio.Event) -> None:
    # Not sys.stdin.read: its lock, held by a waiting thread, would break the interpreter's shutdown.
    while os.read(sys.stdin.fileno(), 4096):
        pass
    with contextlib.suppress(RuntimeError):  # the loop is closed: the site was stopped otherwise
        loop.call_soon_threadsafe(stopped.set)


def _make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m scrapy_bt.testing.site",
        description="Serve a small web site on this machine to learn crawling on.",
    )
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
    parser.add_argument("--port", type=_read_port, default=0, help="port to listen on (default: any that is free)")
    parser.add_argument("--until-input-ends", action="store_true", help="stop when standard input ends")
    for each in fields(SiteSettings):
        _add_setting(parser, each)
    return parser


def _add_setting(parser: argparse.ArgumentParser, setting: Field[object]) -> None:
    flag = f"--{setting.name.replace('_', '-')}"
    meaning, choices = setting.metadata["meaning"], setting.metadata["choices"]
    default = getattr(SiteSettings(), setting.name)
    if isinstance(default, dict):
        parser.add_argument(flag, type=_read_pair, action="append", metavar="PREFIX=SECONDS", help=meaning)
    elif choices:
        parser.add_argument(flag, choices=choices, help=f"{meaning} (default: {default})")
    else:
        metavar = {int: "N", float: "SECONDS", str: "TEXT"}[type(default)]
        parser.add_argument(flag, type=type(default), metavar=metavar, help=f"{meaning} (default: {default})")


def _read_port(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) <= LAST_PORT):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to {LAST_PORT}")
    return int(text)


def _read_pair(text: str) -> tuple[str, float]:
    prefix, _, seconds = text.rpartition("=")
    try:
        return prefix, float(seconds)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not PREFIX=SECONDS, such as /shop/=0.2") from None


if __name__ == "__main__":
    sys.exit(main())
