"""The subscriptions of a project, in its folder of rules: a subscribed rule runs only as its author has signed it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import BTError
from ...sentences import say
from ...wholefiles import locked_folder, write_whole

if TYPE_CHECKING:
    from ...core.rules.sharing.subscriptions import Subscriptions

FILE = "subscribed.json"
"""Where they lie, in the folder of rules."""


def load_subscriptions(folder: Path) -> Subscriptions:
    """The subscriptions of a folder of rules; raises `BTError` where the file is damaged."""
    from ...core.rules.sharing.statements import StatementError  # noqa: PLC0415  # most projects have none
    from ...core.rules.sharing.subscriptions import Subscriptions, read_subscriptions  # noqa: PLC0415

    path = folder / FILE
    try:
        return read_subscriptions(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Subscriptions()
    except (OSError, UnicodeDecodeError, StatementError) as error:
        raise BTError(say("{}: {}; take it from where the project is kept", path, error)) from None


def change_subscriptions(folder: Path, change: Callable[[Subscriptions], Subscriptions]) -> Subscriptions:
    """Write what *change* makes of them, while nobody else does; raises `BTError`."""
    from ...core.rules.sharing.subscriptions import write_subscriptions  # noqa: PLC0415  # most projects have none

    path = folder / FILE
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with locked_folder(folder):
            changed = change(load_subscriptions(folder))
            write_whole(path, write_subscriptions(changed))
    except OSError as error:
        raise BTError(say("{} cannot be written: {}", path, error.strerror or error)) from None
    return changed


def check_subscribed(path: Path, text: str) -> None:
    """Raise `RuleError` where a rule file was changed although the project has subscribed to it."""
    here = Path(os.path.normpath(path.absolute()))
    for folder in here.parents:
        if (folder / FILE).is_file():
            load_subscriptions(folder).check(here.relative_to(folder).as_posix(), text)
            return
        if (folder / "scrapy.cfg").is_file():
            return
