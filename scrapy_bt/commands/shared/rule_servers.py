"""The rule servers that a command works with, and what it asks for."""

from __future__ import annotations

import argparse
import re
import socket
import sys
from pathlib import Path

from scrapy.exceptions import UsageError
from scrapy.settings import Settings
from scrapy.utils.project import inside_project

from ...core.rules.sharing.trust import fingerprint
from ...errors import BTError
from ...operations.sharing import Offer, libraries_of
from ...settings import BTSettings
from ...storage.sharing.http_library import HttpLibrary
from .rule_library import described


def add_server(parser: argparse.ArgumentParser) -> None:
    """Add the argument that names a server."""
    parser.add_argument("--server", default="", metavar="URL", help="default: those of BT_RULE_SERVERS")


def add_key(parser: argparse.ArgumentParser) -> None:
    """Add the argument that names a private key."""
    parser.add_argument(
        "--sign", type=Path, metavar="KEY", help="your private Ed25519 key in a PEM file; default: BT_RULE_KEY"
    )


def one_server(options: argparse.Namespace, settings: Settings) -> HttpLibrary:
    """The server that is named, or the only one of the settings; raises `BTError`."""
    found = libraries_of(settings, options.server)
    if len(found) > 1:
        raise UsageError(f"say which: --server, one of {', '.join(each.url for each in found)}")
    return found[0]


def key_file(options: argparse.Namespace, settings: Settings) -> Path:
    """The private key; raises `UsageError` where none is named."""
    named = str(options.sign or BTSettings.read(settings).rule_key)
    if not named:
        raise UsageError("give --sign KEY, or BT_RULE_KEY; make one: openssl genpkey -algorithm ed25519 -out key.pem")
    return Path(named).expanduser()


def need_project() -> None:
    """Raise `UsageError` outside of projects."""
    if not inside_project():
        raise UsageError("go to the folder of a project: what it has subscribed to is kept there")


def device_name() -> str:
    """What an account calls this machine."""
    return re.sub(r"[^a-z0-9]+", "-", socket.gethostname().lower()).strip("-")[:60].strip("-") or "device"


def confirm(offer: Offer, *, is_sure: bool) -> None:
    """Show a stranger's rule, its hosts and its patterns, and ask; raises `BTError` where nobody says yes."""
    release = offer.subscription.release
    print("\n".join(described(offer.bundle)))
    known = "whom the project trusts" if offer.is_known else "compare it with what the author says elsewhere"
    print(f"{'version:':<13}{release.version} of {offer.newest}, signed by {release.account}")
    print(f"{'key:':<13}{fingerprint(offer.keys[-1])} ({known})")
    for layer in offer.bundle.rule.layers:
        for tag in layer.tags:
            patterns = [f"{name} {_shown(text)}" for name, text in _patterns(tag) if text]
            print(f"  {layer.name}.{tag.name}: {'; '.join(patterns) or 'the whole text'}")
    if is_sure:
        return
    if not sys.stdin.isatty():
        raise BTError("nothing is written without a yes: look at the hosts and patterns above, then give --yes")
    if input("Take it? [y/N] ").strip().lower() not in ("y", "yes"):
        raise BTError("nothing was written")


def _patterns(tag: object) -> list[tuple[str, str]]:
    return [(name, str(getattr(tag, name) or "")) for name in ("start", "end", "rematch", "include", "exclude")]


def _shown(text: str) -> str:
    line = "".join(char if char.isprintable() else "?" for char in text)
    return line if len(line) <= 80 else f"{line[:79]}…"
