"""`scrapy bt rules verify`: whether subscribed rules are what their authors have signed; asks no server."""

from __future__ import annotations

import argparse

from scrapy.settings import Settings

from ...operations.updates import verify
from ...sentences import counted
from ..shared.rule_servers import need_project


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Nothing is asked."""


def run(options: argparse.Namespace, settings: Settings) -> int:  # noqa: ARG001  # as every subcommand has it
    """Print each file; return 1 where one is not as it was signed."""
    need_project()
    found = verify(settings)
    for file, subscription, wrong in found:
        print(f"{file}: {subscription.rule}@{subscription.release.version}: {wrong or 'as signed'}")
    broken = sum(bool(wrong) for _, _, wrong in found)
    print(f"{counted(len(found), 'subscription')}, {broken} not as signed")
    return 1 if broken else 0
