"""`scrapy bt templates`: where Scrapy's own `startproject` and `genspider` find this project's templates."""

from __future__ import annotations

import argparse

from scrapy.settings import Settings

from .shared.projects import templates_folder


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "For example: scrapy startproject -s TEMPLATES_DIR=$(scrapy bt templates) shop"


def run(_options: argparse.Namespace, _settings: Settings) -> int:
    """Print the folder."""
    print(templates_folder())
    return 0
