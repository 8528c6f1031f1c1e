"""`scrapy bt entities import FILE`: entities into the knowledge base."""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from scrapy.settings import Settings

from ...core.documents.controls import shown
from ...core.preference.entities import Entity
from ...core.preference.entitychecks import Loss, Unread
from ...core.preference.imports import FORMATS, format_of, read_entities
from ...errors import BTError
from ...sentences import say
from ..shared.knowledge_base import open_entities

_MOST_TOLD = 20
_BEGINNING = 4096
"""Characters by which the format is told."""
_COMPRESSED = re.compile(
    r"\x1f\udc8b|BZh[1-9](?:1AY&SY|\x17rE8P\udc90)|PK(?:\x03\x04|\x05\x06)|\udcfd7zXZ\0|\(\udcb5/\udcfd"
)
"""How files of gzip, bzip2 (with and without a block), zip, xz and zstd begin, their bytes read as text."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--format", choices=FORMATS, help="default: by the file's name and its beginning")
    parser.add_argument("--kind", default="", help="the kind of those that have none")


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Take them; return 1 if a line holds no entity, after taking the others."""
    reader = _EntityReader(options.file, options.kind)
    with open_entities(settings, make=True) as store:
        store.add(reader.read(options.format))
    reader.tell_the_rest()
    print(reader.summary())
    return int(reader.lost[Loss.ENTITY] > 0)


class _EntityReader:
    def __init__(self, path: Path, kind: str) -> None:
        self._path, self._kind = path, kind
        self._taken = 0
        self.lost: Counter[Loss] = Counter()

    def read(self, form: str | None) -> Iterator[Entity]:
        try:
            with self._path.open(encoding="utf-8-sig", errors="surrogateescape", newline="") as lines:
                beginning = lines.read(_BEGINNING)
                if _COMPRESSED.match(beginning):
                    raise BTError(f"{self._path} is compressed: unpack it, and import what is in it")
                lines.seek(0)
                form = form or format_of(self._path.name, beginning)
                for found in read_entities(lines, form):
                    if isinstance(found, Unread):
                        self._tell(found, form)
                    else:
                        self._taken += 1
                        yield replace(found, kind=found.kind or self._kind)
        except OSError as error:
            raise BTError(say("{} cannot be read: {}", self._path, error)) from None

    def _tell(self, unread: Unread, form: str) -> None:
        self.lost[unread.loss] += 1
        if self.lost.total() <= _MOST_TOLD:
            number = f": entry {unread.number}" if form == "jsonld" else f":{unread.number}"
            sys.stderr.write(f"{shown(f'{self._path}{number}: {unread.reason}')}\n")

    def tell_the_rest(self) -> None:
        rest = self.lost.total() - _MOST_TOLD
        if rest > 0:
            sys.stderr.write(f"… and {rest} more\n")

    def summary(self) -> str:
        taken = self._taken - self.lost[Loss.EARLIER]
        told = [f"{taken} {'entity' if taken == 1 else 'entities'} taken"]
        for count, what, more in (
            (self.lost[Loss.ENTITY], "line", "not taken"),
            (self.lost[Loss.NAME], "name", "left out"),
        ):
            told += [f"{count} {what}{'' if count == 1 else 's'} {more}"] if count else []
        return ", ".join(told)
