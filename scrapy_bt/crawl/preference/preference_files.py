"""Where a crawl's preferences are read, and where its knowledge base is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from scrapy.settings import BaseSettings

from ...errors import BTError
from ...sentences import say
from ...settings import BTSettings
from ...versions import data_path
from ..project.folders import configuration_folder
from .recognisers.opening import open_recognisers

if TYPE_CHECKING:
    from ...core.preference.preferences import Preferences

STORE = "scrapy_bt.storage.entities.EntityStore"


class PreferencesFile:
    """The file that `BT_PREFERENCES` names, relative to the folder of `scrapy.cfg`; read again when it has changed."""

    def __init__(self, settings: BaseSettings) -> None:
        self.path = configuration_folder() / BTSettings.read(settings).preferences
        self._state: tuple[int, int] | None = None

    def read(self) -> Preferences:
        """Raises `BTError` saying what is to be mended."""
        try:
            found = self.path.stat()
            self._state = found.st_mtime_ns, found.st_size
            text = self.path.read_text(encoding="utf-8-sig")
        except OSError as error:
            raise BTError(say("the preferences (BT_PREFERENCES) cannot be read: {}", error)) from None
        except UnicodeDecodeError:
            raise BTError(say("{} (BT_PREFERENCES) is not in UTF-8: save the file in UTF-8", self.path)) from None
        from ...core.preference.files import read_preferences  # noqa: PLC0415  # loaded for crawls that prefer something

        return read_preferences(text, file=str(self.path))

    def has_changed(self) -> bool:
        """Whether it is another file than was read last."""
        try:
            found = self.path.stat()
        except OSError:
            return False
        return (found.st_mtime_ns, found.st_size) != self._state


def check_preferences(settings: BaseSettings) -> None:
    """Before a crawl begins; raises `BTError` saying what is to be mended."""
    if BTSettings.read(settings).preferences:
        PreferencesFile(settings).read()
        from ...core.preference.names import NameRecogniser  # noqa: PLC0415

        NameRecogniser(())
        open_recognisers(tuple(BTSettings.read(settings).recognisers))


def entities_url(settings: BaseSettings, *, make: bool = False) -> str:
    """The database of the knowledge base; empty where it is a file that is not there yet, unless it shall be made."""
    named = BTSettings.read(settings).entities
    if "://" in named:
        return str(named)
    path = entities_path(settings)
    if make:
        path.parent.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{path}" if make or path.is_file() else ""


def entities_path(settings: BaseSettings) -> Path:
    """The file of the knowledge base, below the project's `.scrapy` unless it is absolute."""
    return data_path(BTSettings.read(settings).entities).resolve()
