"""`scrapy bt entities import FILE`: entities into the knowledge base."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from scrapy.settings import Settings

from ...core.documents.controls import shown
from ...core.preference.entities import Entity
from ...core.preference.imports import FORMATS, format_of, read_entities
from ...core.preference.names import is_everywhere
from ...core.preference.scripts import fold
from ...errors import BTError
from ..shared.knowledge_base import open_entities

_MOST_TOLD = 20
_BEGINNING = 4096
"""Characters by which the format is told."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--format", choices=FORMATS, help="default: by the file's name and its beginning")
    parser.add_argument("--kind", default="", help="the kind of those that have none")


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Take them; return 1 if a line holds no entity, after taking the others."""
    reader = _Reader(options.file, options.kind)
    with open_entities(settings, make=True) as store:
        count = store.add(reader.read(options.format))
    print(f"{count} entities taken" + (f", {reader.unread} lines not" if reader.unread else ""))
    return int(reader.unread > 0)


class _Reader:
    def __init__(self, path: Path, kind: str) -> None:
        self._path, self._kind = path, kind
        self.unread = 0

    def read(self, form: str | None) -> Iterator[Entity]:
        try:
            with self._path.open(encoding="utf-8-sig", errors="surrogateescape", newline="") as lines:
                beginning = lines.read(_BEGINNING)
                lines.seek(0)
                for found in read_entities(lines, form or format_of(self._path.name, beginning)):
                    if not isinstance(found, Entity):
                        self._tell(f"{self._path}:{found.number}: {found.reason}")
                    else:
                        yield self._checked(found)
        except OSError as error:
            raise BTError(f"{self._path} cannot be read: {error}") from None

    def _checked(self, entity: Entity) -> Entity:
        for name in entity.names:
            if is_everywhere(fold(name)):
                sys.stderr.write(f"{shown(entity.id)}: '{shown(name)}' would be found on nearly every page: left out\n")
        names = [name for name in entity.aliases if not is_everywhere(fold(name))]
        return Entity(entity.id, entity.name, entity.kind or self._kind, entity.description, tuple(names), entity.links)

    def _tell(self, message: str) -> None:
        self.unread += 1
        if self.unread <= _MOST_TOLD:
            sys.stderr.write(f"{shown(message)}\n")
