"""Plans and writes what is preferred, for commands and the console."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy.settings import BaseSettings

from ..core.preference.files import read_preferences
from ..core.preference.preferences import STRONGEST, Preferences
from ..crawl.components import add_defaults
from ..crawl.preference.preference_files import PreferencesFile, entities_url
from ..errors import BTError
from ..sentences import say
from ..settings import BTSettings
from ..wholefiles import changing, write_whole
from .entities import find_one, open_knowledge

if TYPE_CHECKING:
    from ..storage.entities import EntityStore

DEFAULT_FILE = "preferences.toml"
"""The file that is written if `BT_PREFERENCES` names none."""
PARTS = {"entity": "entities", "kind": "kinds", "relation": "relations", "word": "words"}
"""What may be preferred, and its table of the file."""


@dataclass(frozen=True)
class PreferencePlan:
    """A change of the file of preferences that nobody has made yet."""

    path: Path
    before: str
    after: str
    part: str
    """A table of the file."""
    name: str
    """Its name in the file."""
    weight: float
    is_heeded: bool
    """Whether the settings name the file, so that crawls follow it."""

    @property
    def diff(self) -> str:
        """The change as a patch; empty if there is none."""
        before, after = self.before.splitlines(keepends=True), self.after.splitlines(keepends=True)
        return "".join(unified_diff(before, after, self.path.name, self.path.name))


def current_preferences(settings: BaseSettings) -> Preferences:
    """What is preferred now: nothing if there is no file; raises `RuleError` for one with faults."""
    path = _path(settings)
    return read_preferences(_text(path), file=str(path)) if path.is_file() else Preferences()


def plan_preference(settings: BaseSettings, name: str, weight: float, *, kind: str = "entity") -> PreferencePlan:
    """What preferring an entity, a kind, a relation or a word would change; 0 takes a preference away.

    *kind*: a key of `PARTS`. Raises `BTError` for a weight beyond −3 to 3, an entity that is unknown or ambiguous,
    and a file that cannot be changed.
    """
    if not abs(weight) <= STRONGEST:
        raise BTError(say("a weight is a number from -{:g} to {:g}", STRONGEST, STRONGEST))
    add_defaults(settings)
    same: Sequence[str] = (name,)
    if kind == "entity" and entities_url(settings):
        with open_knowledge(settings) as store:
            name, same = _names(store, name)
    path = _path(settings)
    before = _text(path) if path.is_file() else ""
    after = _changed(path, before, PARTS[kind], name, weight, same)
    return PreferencePlan(path, before, after, PARTS[kind], name, weight, bool(BTSettings.read(settings).preferences))


def apply_preference(plan: PreferencePlan) -> None:
    """Write it; a running crawl takes it up. Raises `BTError` if the file has changed since the plan."""
    try:
        with changing(plan.path):
            if (_text(plan.path) if plan.path.is_file() else "") != plan.before:
                raise BTError(say("{} has changed meanwhile: plan it anew", plan.path))
            write_whole(plan.path, plan.after)
    except OSError as error:
        raise BTError(say("{} cannot be written: {}", plan.path, error)) from None


def _path(settings: BaseSettings) -> Path:
    named = settings.copy()
    if not BTSettings.read(settings).preferences:
        named.set("BT_PREFERENCES", DEFAULT_FILE, priority="cmdline")
    return PreferencesFile(named).path


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BTError(say("{} cannot be changed: {}", path, error)) from None


def _names(store: EntityStore, text: str) -> tuple[str, Sequence[str]]:
    """What an entity is called in the file, its name unless others bear it, and whatever else would mean it."""
    entity = find_one(store, text)
    own = [name for name in entity.names if len(store.find(name)) == 1]
    return entity.name if entity.name in own else entity.id, (entity.id, *own)


def _changed(path: Path, text: str, part: str, name: str, weight: float, same: Sequence[str]) -> str:
    """The text of the file with another weight; what else stands in it stays as it is. Raises `BTError`."""
    try:
        import tomlkit  # noqa: PLC0415 - of an extra
        from tomlkit.exceptions import TOMLKitError  # noqa: PLC0415
    except ModuleNotFoundError:
        raise BTError(say("preferences need the extra: pip install 'scrapy_bt[prefer]'")) from None
    try:
        document: Any = tomlkit.parse(text)
        prefer = document.setdefault("prefer", tomlkit.table())
        table = prefer.setdefault(part, tomlkit.table())
        for other in same:
            if other != name or not weight:
                table.pop(other, None)
        if weight:
            table[name] = int(weight) if float(weight).is_integer() else weight
    except (TOMLKitError, AttributeError, TypeError) as error:
        raise BTError(say("{} cannot be changed: {}", path, error)) from None
    changed = str(tomlkit.dumps(document))
    if weight:
        read_preferences(changed, file=str(path))
    return changed
