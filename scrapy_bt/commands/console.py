"""`scrapy bt console`: the crawls of a project in a browser."""

from __future__ import annotations

import argparse
from pathlib import Path

from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from ..crawl.project.folders import find_project
from ..operations.settings import complete
from ..versions import data_path
from .shared.arguments import add_settings, read_settings, telling
from .shared.console_access import add_access_arguments, change_access
from .shared.extras import CONSOLE, need

PORT = 8765


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where, and for whom."""
    parser.add_argument("--port", type=int, default=PORT, help=f"its port ({PORT}); 0: a free one")
    parser.add_argument("--host", default="127.0.0.1", help="its address (127.0.0.1); another one takes --users")
    parser.add_argument("--users", type=Path, metavar="FILE", help="the file of people with passwords")
    parser.add_argument("--certificate", default="", metavar="FILE", help="a certificate, for https")
    parser.add_argument("--certificate-key", default="", metavar="FILE", help="its key")
    parser.add_argument("--behind-proxy", action="store_true", help="a proxy in front of it speaks https")
    parser.add_argument("--socket", type=Path, metavar="PATH", help="a Unix socket for that proxy, instead of a port")
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="HOST:PORT",
        help="the address that browsers use, if it is another one",
    )
    parser.add_argument("--read-only", action="store_true", help="nobody may change anything")
    add_access_arguments(parser)
    add_settings(parser)


@telling
def run(options: argparse.Namespace, settings: Settings) -> int:
    """Serve it until Ctrl-C."""
    folder = find_project()
    if folder is None:
        raise UsageError("go to the folder of a project; 'scrapy bt demo --console' brings its own")
    settings = read_settings(options, settings, None)
    if change_access(options, data_path("").absolute()):
        return 0
    need(*CONSOLE, extra="console")
    from ..console.server import ServerOptions, serve  # noqa: PLC0415 - the extra is there

    where = ServerOptions(
        host=options.host,
        port=options.port,
        certificate=options.certificate,
        certificate_key=options.certificate_key,
        names=tuple(options.name),
        users=options.users,
        is_behind_proxy=options.behind_proxy,
        is_read_only=options.read_only,
        socket=options.socket,
    )
    serve(where, folder, data_path("").absolute(), complete(settings, None), tell=_tell)
    return 0


def _tell(line: str) -> None:
    print(line, flush=True)
