"""The library that a command works on, and how its rules are shown."""

from __future__ import annotations

import argparse
from pathlib import Path

from scrapy.settings import Settings

from ...core.rules.files.bundle import Bundle
from ...core.rules.hosts import allowed_hosts
from ...core.rules.sharing.trust import fingerprint
from ...settings import BTSettings
from ...storage.library import library_folder


def add_library(parser: argparse.ArgumentParser) -> None:
    """Add the argument that names a library."""
    parser.add_argument(
        "--library-folder", type=Path, metavar="FOLDER", help="another library than that of BT_RULE_LIBRARY"
    )


def folder_of(options: argparse.Namespace, settings: Settings) -> Path:
    """The folder of the library."""
    given: Path | None = options.library_folder
    return given or library_folder(BTSettings.read(settings).rule_library)


def described(bundle: Bundle) -> list[str]:
    """A rule in a few lines, as people want to know it before they use it."""
    rule = bundle.rule
    told = {
        "rule": rule.name,
        "author": rule.author,
        "licence": rule.licence,
        "site": " ".join(filter(None, (rule.site_name, rule.site_url))),
        "description": rule.description,
        "hosts": ", ".join(allowed_hosts(rule)),
        "sha256": bundle.hash,
        "key": fingerprint(bundle.key) if bundle.signature else "",
    }
    return [f"{name + ':':<13}{_on_one_line(text)}" for name, text in told.items() if text]


def _on_one_line(text: str) -> str:
    """A stranger's text, without what could make a terminal do something."""
    line = " ".join(text.split())
    return "".join(char if char.isprintable() else "?" for char in line)
