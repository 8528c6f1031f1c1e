"""`scrapy bt lsp`: the language server of `.bt` and rule files, over standard input and output."""

from __future__ import annotations

import argparse
import sys
from contextlib import redirect_stdout
from importlib import import_module
from typing import Any

from scrapy.settings import Settings

from ..errors import BTError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--stdio", action="store_true", help="over standard input and output, which is the only way")


def run(_options: argparse.Namespace, _settings: Settings) -> int:
    """Serve one editor until it says `exit`, or is gone."""
    server = _server_module().make_server()
    output = sys.stdout.buffer
    with redirect_stdout(sys.stderr):  # what anything prints must not come between the answers
        server.start_io(sys.stdin.buffer, output)
    return 0


def _server_module() -> Any:
    """The module of the server, which needs packages of an extra."""
    try:
        return import_module("scrapy_bt.editors.server")
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("scrapy_bt"):
            raise
        raise BTError(
            f'{error.name} is not installed, which the language server needs; say: pip install "scrapy_bt[lsp]"'
        ) from error
