"""Newer versions of the rules that a project has subscribed to, and whether its files are as they were signed."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from scrapy.settings import BaseSettings

from ..core.rules.files.bundle import make_bundle
from ..core.rules.hosts import allowed_hosts
from ..core.rules.sharing.statements import Release, read_base64
from ..core.rules.sharing.subscriptions import Subscription, Subscriptions
from ..core.rules.sharing.trust import is_signed
from ..crawl.project.rulefiles import rules_folder
from ..crawl.project.subscriptions import load_subscriptions
from ..crawl.project.trees import read_text
from ..errors import BTError, RuleError
from ..sentences import say, spoken
from ..storage.sharing.http_library import HttpLibrary
from ..storage.signatures import is_right
from .sharedfiles import path_in, readable_text
from .sharing import Offer, diff_of, find_offer


@dataclass(frozen=True)
class Update:
    """What a newer version of a subscribed rule would change; *hosts*: those that it requests for the first time."""

    file: str
    subscription: Subscription
    offer: Offer
    before: str
    """The text of the file now."""
    hosts: tuple[str, ...]

    @property
    def diff(self) -> str:
        """The change as a patch."""
        return diff_of(self.before, self.offer.bundle.text, self.file)


def list_updates(settings: BaseSettings, libraries: Sequence[HttpLibrary]) -> tuple[list[Update], list[str]]:
    """Newer versions of what the project has subscribed to, and why some rules could not be asked for."""
    folder = rules_folder(settings)
    known = load_subscriptions(folder)
    updates: list[Update] = []
    failed: list[str] = []
    for file, subscription in known.rules.items():
        release = subscription.release
        try:
            offer = find_offer(
                libraries, subscription.rule, known, origin=release.origin, least=_trusted(known, release)
            )
        except BTError as error:
            failed.append(say("{}: {}", file, error))
            continue
        if offer.subscription.release.version > release.version:
            updates.append(_update(folder, file, subscription, offer))
    return updates, failed


def verify(settings: BaseSettings) -> list[tuple[str, Subscription, str]]:
    """Each subscribed file, and what is wrong with it; empty if it is as its author signed it. Asks no server."""
    folder = rules_folder(settings)
    known = load_subscriptions(folder)
    found = []
    for file, subscription in known.rules.items():
        try:
            known.check(file, read_text(path_in(folder, file)))
            is_held = is_signed(subscription.signed, read_base64(subscription.key, 32), is_right)
            wrong = "" if is_held else say("the signature that is kept of it does not hold")
        except (RuleError, BTError) as error:
            wrong = error.faults[0].message if isinstance(error, RuleError) else spoken(error)
        found.append((file, subscription, wrong))
    return found


def _trusted(known: Subscriptions, release: Release) -> bytes:
    """The key that is trusted by now: what is newer is not signed with an older one, which may have been lost."""
    return known.key_of(release.origin, release.account) or b""


def _update(folder: Path, file: str, subscription: Subscription, offer: Offer) -> Update:
    before, hosts = readable_text(path_in(folder, file)), tuple[str, ...]()
    with suppress(RuleError):  # it is no rule any more
        hosts = allowed_hosts(make_bundle(before, file=file).rule)
    after = allowed_hosts(offer.bundle.rule)
    new = tuple(host for host in after if host not in hosts)
    return Update(file, subscription, offer, before, new)
