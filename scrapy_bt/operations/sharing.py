"""Rules of others in a project: found on servers, checked, subscribed to."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path

from scrapy.settings import BaseSettings

from ..core.documents.numbers import read_whole
from ..core.rules.files.bundle import Bundle, make_bundle
from ..core.rules.sharing.statements import Release, Signed, StatementError, is_name
from ..core.rules.sharing.subscriptions import Subscription, Subscriptions, TrustedAuthor
from ..core.rules.sharing.trust import check_pinned, check_release
from ..crawl.project.rulefiles import rules_folder
from ..crawl.project.subscriptions import change_subscriptions, load_subscriptions
from ..errors import BTError
from ..sentences import join, say, spoken
from ..settings import BTSettings
from ..storage.library import library_folder
from ..storage.sharing.answers import ServerError, SharedRule, SharedVersion
from ..storage.sharing.http_library import HttpLibrary
from ..storage.sharing.remembered import Memory
from ..storage.signatures import is_right
from .sharedfiles import path_in, replace_text


@dataclass(frozen=True)
class Offer:
    """A rule with a valid signature; *keys*: those of its author, the newest last; *newest*: its newest version."""

    bundle: Bundle
    subscription: Subscription
    keys: tuple[bytes, ...]
    newest: int
    is_known: bool
    """Whether the project trusts its author already."""

    @property
    def author(self) -> TrustedAuthor:
        release = self.subscription.release
        return TrustedAuthor(release.origin, release.account, b64encode(self.keys[-1]).decode())


def memory_of(settings: BaseSettings) -> Memory:
    """What this user's machine remembers of servers, beside the library."""
    return Memory(library_folder(BTSettings.read(settings).rule_library).parent / "rule-servers.json")


def libraries_of(settings: BaseSettings, server: str = "") -> list[HttpLibrary]:
    """The libraries of `BT_RULE_SERVERS`, or the named one; raises `BTError` where there is none."""
    named = (server,) if server else BTSettings.read(settings).rule_servers
    if not named:
        raise BTError(
            say("no rule server is named: --server https://rules.example.org, or BT_RULE_SERVERS in the settings")
        )
    memory = memory_of(settings)
    return [HttpLibrary(url, memory) for url in named]


def read_address(text: str) -> tuple[str, str, int]:
    """Account, name and version (0: the newest) of `ann/shop@3`; raises `BTError`."""
    rule, _, version = text.partition("@")
    account, _, name = rule.partition("/")
    number = read_whole(version or "0")
    if not is_name(account) or not is_name(name) or number is None:
        raise BTError(say("'{}' names no shared rule: write ACCOUNT/NAME, or ACCOUNT/NAME@VERSION", text))
    return account, name, number


def find_offer(
    libraries: Sequence[HttpLibrary], address: str, known: Subscriptions, *, origin: str = "", least: bytes = b""
) -> Offer:
    """The version that is named, from the first server that has the rule, checked against what the project trusts.

    *origin*: the log that it has to come from; *least*: the key that it has to be signed with, or with a later one.
    Raises `StatementError` where a signature does not hold, and `BTError` where nobody has it.
    """
    account, name, wanted = read_address(address)
    missing: list[str] = []
    found: dict[str, tuple[HttpLibrary, list[tuple[Release, SharedVersion]]]] = {}
    for library in libraries:
        try:
            if origin and library.origin != origin:
                continue
            if library.origin not in found:
                found[library.origin] = library, library.versions(account, name)
        except ServerError as error:
            missing.append(spoken(error))
    if len(found) > 1:
        places = ", ".join(library.url for library, _ in found.values())
        raise BTError(say("several servers have a {}/{}, each its own: say --server, one of {}", account, name, places))
    if not found:
        raise BTError(join(missing) or say("none of the servers has the log of {}/{} any more", account, name))
    ((library, versions),) = found.values()
    return _checked(library, versions, address=(account, name, wanted), known=known, least=least)


def subscribe(
    settings: BaseSettings, offer: Offer, *, file: str = "", is_forced: bool = False, before: str | None = None
) -> Path:
    """Write the rule into the project's folder of rules, and pin it; returns the file. Raises `BTError`.

    *before*: what the file said when somebody agreed to the change, if that is known; another text stays.
    """
    folder, file, path = _target(settings, offer, file)

    def change(known: Subscriptions) -> Subscriptions:
        pinned = known.rules.get(file)
        is_ours = pinned is not None and pinned.rule == offer.subscription.rule
        if path.exists() and not is_ours and not is_forced and path.read_bytes() != offer.bundle.text.encode():
            raise BTError(
                say("{} is there already, with another rule: name another file with -o, or take --force", path)
            )
        replace_text(path, offer.bundle.text, before)
        return known.trusting(offer.author).having(file, offer.subscription)

    change_subscriptions(folder, change)
    return path


def adopt(
    settings: BaseSettings, offer: Offer, *, file: str = "", is_forced: bool = False, before: str | None = None
) -> Path:
    """Write a copy that is the project's own from now on, with a line that says where it comes from.

    *before*: as of `subscribe`.
    """
    folder, file, path = _target(settings, offer, file)
    release = offer.subscription.release
    origin = f"{offer.subscription.rule}@{release.version} {release.sha256} {offer.subscription.server}"
    text = _derived(offer.bundle.text, origin)

    def change(known: Subscriptions) -> Subscriptions:
        is_ours = file in known.rules and known.rules[file].rule == offer.subscription.rule
        if path.exists() and not is_ours and not is_forced:
            raise BTError(say("{} is there already: name another file with -o, or take --force", path))
        replace_text(path, text, before)
        return known.without(file)

    change_subscriptions(folder, change)
    return path


def _target(settings: BaseSettings, offer: Offer, file: str) -> tuple[Path, str, Path]:
    """The folder of rules, and the file there that is named, or has the rule already, or is called after it."""
    folder, release = rules_folder(settings), offer.subscription.release
    file = file or file_of(load_subscriptions(folder), release) or f"{release.name}.yaml"
    return folder, file, path_in(folder, file)


def diff_of(before: str, after: str, name: str) -> str:
    """A patch; empty where both say the same."""
    return "".join(
        unified_diff(before.splitlines(keepends=True), after.splitlines(keepends=True), f"a/{name}", f"b/{name}")
    )


def file_of(known: Subscriptions, release: Release) -> str:
    """The file in which the project has a rule; empty where it has none of it."""
    wanted = release.origin, release.account, release.name
    return next(
        (
            file
            for file, each in known.rules.items()
            if (each.release.origin, each.release.account, each.release.name) == wanted
        ),
        "",
    )


def _checked(
    library: HttpLibrary,
    versions: list[tuple[Release, SharedVersion]],
    *,
    address: tuple[str, str, int],
    known: Subscriptions,
    least: bytes,
) -> Offer:
    account, name, wanted = address
    offered = [each for each in versions if not each[1].withdrawn]
    if wanted:
        if wanted > len(versions):
            raise BTError(say("{}/{} has no version {}; the newest is {}", account, name, wanted, len(versions)))
        release, shared = versions[wanted - 1]
        if shared.withdrawn:
            raise BTError(say("{}/{}@{} has been withdrawn: {}", account, name, wanted, _line(shared.withdrawn)))
    elif not offered:
        raise BTError(
            say("all versions of {}/{} have been withdrawn: {}", account, name, _line(versions[-1][1].withdrawn))
        )
    else:
        release, shared = offered[-1]
    keys = library.keys(account)
    pinned = known.key_of(library.origin, account)
    if pinned is not None:
        check_pinned(keys, pinned, account)
    signed = Signed(shared.statement, shared.signature)
    signer = check_release(signed, release, keys[_index(keys, least) :], is_right)
    bundle = make_bundle(library.text(release.sha256), file=f"{account}/{name}@{release.version}")
    if bundle.hash != release.sha256:
        raise StatementError(say("{}/{}@{} is not in its canonical text", account, name, release.version))
    subscription = Subscription(release, shared.signature, b64encode(signer).decode(), library.url)
    return Offer(bundle, subscription, keys, len(versions), pinned is not None)


def _index(keys: tuple[bytes, ...], least: bytes) -> int:
    return keys.index(least) if least in keys else 0


def _derived(text: str, origin: str) -> str:
    """The text with where it comes from as its first line; earlier such lines stay below it."""
    return f"# derived_from: {origin}\n{text}"


def _line(text: str) -> str:
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())[:300]


def as_shared(rules: Sequence[SharedRule]) -> list[str]:
    """Rules of a server, a line each, for people."""
    return [f"{each.address}@{each.version}  {_line(f'{each.title} · {each.licence} · {each.site}')}" for each in rules]
