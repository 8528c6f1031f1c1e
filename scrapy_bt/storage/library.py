"""Libraries of rules: a folder of one's own, and what a server would have to offer to be one."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from ..core.rules.files.bundle import SUFFIX, Bundle, read_bundle, write_bundle
from ..errors import BTError, RuleError
from ..sentences import say


@dataclass(frozen=True)
class LibraryRule:
    """A rule of a library; *name* is what the library calls it."""

    name: str
    bundle: Bundle


class RuleLibrary(Protocol):
    """Where rules are kept and found.

    Its methods raise `BTError` where the library cannot be reached, and `RuleError` for a rule that was changed.
    """

    def search(self, words: str) -> Iterator[LibraryRule]:
        """The rules in whose name, site and description all words are, the best first; without words: all."""

    def get(self, name: str) -> Bundle:
        """The rule that the library calls so."""

    def add(self, bundle: Bundle) -> str:
        """Keep a rule, and return what it is called; the same rule again changes nothing."""


@dataclass
class FolderLibrary:
    """A library that is a folder of `.bt-rule` files."""

    folder: Path
    broken: list[RuleError] = field(default_factory=list)
    """What was wrong with files of the last search."""

    def search(self, words: str) -> Iterator[LibraryRule]:
        self.broken = []
        wanted = words.casefold().split()
        found = []
        for path in sorted(self.folder.rglob(f"*{SUFFIX}")) if self.folder.is_dir() else []:
            try:
                kept = LibraryRule(path.relative_to(self.folder).as_posix(), self._read(path))
            except RuleError as error:
                self.broken.append(error)
                continue
            rank = _rank(kept, wanted)
            if rank is not None:
                found.append((rank, kept.name, kept))
        return (kept for _, _, kept in sorted(found, key=lambda one: one[:2]))

    def get(self, name: str) -> Bundle:
        path = self.folder / name
        if not path.resolve().is_relative_to(self.folder.resolve()) or not path.is_file():
            raise BTError(
                say("there is no `{}` in the library {}; look for it: scrapy bt rules search", name, self.folder)
            )
        return self._read(path)

    def add(self, bundle: Bundle) -> str:
        # Its hash makes the name one of a kind, so nothing is ever overwritten by another rule.
        path = self.folder / f"{file_name(bundle.rule.name)}-{bundle.hash[:8]}{SUFFIX}"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            path.write_text(write_bundle(bundle), encoding="utf-8", newline="\n")
        except OSError as error:
            raise BTError(say("{}: the rule cannot be kept: {}", path, error.strerror or error)) from None
        return path.name

    def _read(self, path: Path) -> Bundle:
        return read_bundle_file(path)


def read_bundle_file(path: Path) -> Bundle:
    """The bundle in a file; raises `RuleError`, and `BTError` where it cannot be read."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BTError(say("{}: the file cannot be read: {}", path, error.strerror or error)) from None
    except UnicodeDecodeError:
        text = ""  # which is no bundle, and is told as such
    return read_bundle(text, file=str(path))


def library_folder(setting: str) -> Path:
    """The folder of one's own library: `BT_RULE_LIBRARY`, or one in the user's folder for data."""
    if setting:
        return Path(setting).expanduser()
    home = Path.home()
    if sys.platform == "darwin":
        data = home / "RuleLibrary" / "Application Support"
    elif sys.platform == "win32":
        data = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    else:
        data = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return data / "scrapy_bt" / "rules"


def file_name(name: str) -> str:
    """A name for the file of a rule."""
    return re.sub(r"[\W_]+", "-", name.casefold())[:60].strip("-") or "rule"


def _rank(kept: LibraryRule, wanted: list[str]) -> int | None:
    """How well a rule fits, 0 the best; None if it does not."""
    rule = kept.bundle.rule
    fields = [text.casefold() for text in (rule.name, f"{rule.site_name} {rule.site_url}", rule.description)]
    ranks = [next((rank for rank, text in enumerate(fields) if word in text), None) for word in wanted]
    return None if None in ranks else max((rank for rank in ranks if rank is not None), default=0)
