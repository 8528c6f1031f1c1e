"""`scrapy bt entities prefer NAME WEIGHT`: a preference, written into the project's file."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from ...core.preference.files import read_preferences
from ...core.preference.preferences import STRONGEST
from ...crawl.components import add_defaults
from ...crawl.preference.keeping import PreferencesFile, entities_url
from ...crawl.project.wholefiles import write_whole
from ...errors import BTError
from ...settings import BTSettings
from ...storage.entities import EntityStore
from .stores import find_one, open_entities

_FILE = "preferences.toml"
_PARTS = {"entity": "entities", "kind": "kinds", "relation": "relations", "word": "words"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("name", metavar="NAME")
    parser.add_argument("weight", type=float, metavar="WEIGHT", help="-3 to 3; 0 takes the preference away")
    parser.add_argument("--as", dest="part", choices=_PARTS, default="entity", help="what NAME is (default: entity)")


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Write it; a crawl that goes on takes it up."""
    if not abs(options.weight) <= STRONGEST:
        raise UsageError(f"a weight is a number from -{STRONGEST:g} to {STRONGEST:g}")
    BTSettings.read(settings)
    add_defaults(settings)
    name: str = options.name
    same: Sequence[str] = (name,)
    if options.part == "entity" and entities_url(settings):
        with open_entities(settings) as store:
            name, same = _names(store, options.name)
    is_named = bool(BTSettings.read(settings).preferences)
    if not is_named:
        settings.set("BT_PREFERENCES", _FILE, priority="cmdline")
    path = PreferencesFile(settings).path
    text = _changed(path, _PARTS[options.part], name, options.weight, same)
    _write(path, text)
    print(f"{path}: {_PARTS[options.part]}.{name} = {options.weight:g}")
    if not is_named:
        print(f'Crawls heed it with BT_PREFERENCES = "{_FILE}" in settings.py')
    return 0


def _names(store: EntityStore, text: str) -> tuple[str, Sequence[str]]:
    """What an entity is called in the file, its name unless others bear it, and whatever else would mean it."""
    entity = find_one(store, text)
    own = [name for name in entity.names if len(store.find(name)) == 1]
    return entity.name if entity.name in own else entity.id, (entity.id, *own)


def _changed(path: Path, part: str, name: str, weight: float, same: Sequence[str]) -> str:
    """The text of the file with another weight; what else stands in it stays as it is. Raises `BTError`."""
    try:
        import tomlkit  # noqa: PLC0415 - of an extra
        from tomlkit.exceptions import TOMLKitError  # noqa: PLC0415
    except ModuleNotFoundError:
        raise BTError("preferences need the extra: pip install 'scrapy_bt[prefer]'") from None
    try:
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        document: Any = tomlkit.parse(text)
        prefer = document.setdefault("prefer", tomlkit.table())
        table = prefer.setdefault(part, tomlkit.table())
        for other in same:
            if other != name or not weight:
                table.pop(other, None)
        if weight:
            table[name] = int(weight) if weight.is_integer() else weight
    except (OSError, UnicodeDecodeError, TOMLKitError, AttributeError, TypeError) as error:
        raise BTError(f"{path} cannot be changed: {error}") from None
    changed = str(tomlkit.dumps(document))
    if weight:
        read_preferences(changed, file=str(path))
    return changed


def _write(path: Path, text: str) -> None:
    try:
        write_whole(path, text)
    except OSError as error:
        raise BTError(f"{path} cannot be written: {error}") from None
