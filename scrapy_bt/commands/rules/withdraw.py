"""`scrapy bt rules withdraw`: hide a version of a rule of one's own, and say why."""

from __future__ import annotations

import argparse

from scrapy.settings import Settings

from ...operations.publishing import withdraw
from ..shared.rule_servers import add_key, add_server, key_file, one_server


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rule", metavar="ACCOUNT/NAME@VERSION", help="the version")
    parser.add_argument("--reason", required=True, help="why nobody should use it any more")
    add_server(parser)
    add_key(parser)


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Withdraw it."""
    withdraw(one_server(options, settings), options.rule, options.reason, key_file(options, settings))
    print(f"{options.rule} is withdrawn; who has it keeps it, and is told")
    return 0
