"""`scrapy bt templates`: where Scrapy's own `startproject` and `genspider` find this project's templates."""

from __future__ import annotations

import argparse
from pathlib import Path

from scrapy.settings import Settings

_PACKAGE = Path(__file__).resolve().parents[1]


def templates_folder() -> Path:
    """Return the folder with `project/` and `spiders/`: in the package if installed, else beside it in a checkout."""
    inside = _PACKAGE / "project_template"
    return inside if inside.is_dir() else _PACKAGE.parent / "project_template"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.epilog = "For example: scrapy startproject -s TEMPLATES_DIR=$(scrapy bt templates) shop"


def run(_options: argparse.Namespace, _settings: Settings) -> int:
    """Print the folder."""
    print(templates_folder())
    return 0
