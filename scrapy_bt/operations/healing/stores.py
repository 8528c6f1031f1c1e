"""Opens the store of healing of a project."""

from __future__ import annotations

import getpass
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from scrapy.settings import Settings

from ...core.healing.proposals import Decider
from ...crawl.components import add_defaults
from ...crawl.healing.notifications import open_notifications
from ...crawl.healing.storeplace import store_place
from ...errors import BTError
from ...sentences import say, spoken
from ...settings import BTSettings
from ...storage.healing import HealingStore
from ...storage.healing_connections import StoreUnavailableError


@contextmanager
def opened_store(settings: Settings, *, make: bool = False, decider: Decider | None = None) -> Iterator[HealingStore]:
    """Open it for a block; raises `BTError` where no crawl has made one, unless it is to *make* one.

    *decider*: who decides on proposals; None for the user of the command.
    """
    BTSettings.read(settings)
    add_defaults(settings)
    path = store_place(settings)
    if isinstance(path, Path) and not path.is_file() and not make:
        raise BTError(say("there is no store {}: no crawl was watched here; set BT_HEALING = 'watch', and crawl", path))
    store = HealingStore(path, samples=BTSettings.read(settings).healing_samples)
    store.proposals.decider = decider or Decider(_user(), "scrapy bt heal")
    notifications = open_notifications(settings)
    if notifications is not None:
        store.proposals.on_decided = notifications.tell
    try:
        yield store
    except StoreUnavailableError as error:
        told = say("{}; repeat the command when it can, which ends what is half done", spoken(error))
        raise BTError(told) from error
    finally:
        store.close()
        if notifications is not None:
            notifications.close()


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # of an account without a name, as in containers
        return f"user {os.getuid()}" if hasattr(os, "getuid") else "somebody"


def chosen_spiders(store: HealingStore, names: Sequence[str]) -> Sequence[str]:
    """The spiders of these names, or all if none is named; raises `BTError` for an unknown one."""
    known = store.spiders()
    missing = [name for name in names if name not in known]
    if missing:
        raise BTError(say("nothing is known of '{}'; watched were: {}", missing[0], (", ".join(known) or say("none"))))
    return names or known
