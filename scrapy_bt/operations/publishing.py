"""Signs, publishes and withdraws your own rules on a server."""

from __future__ import annotations

from pathlib import Path

from ..core.rules.files.bundle import make_bundle
from ..core.rules.sharing.statements import Release, Withdrawal, is_name
from ..errors import BTError
from ..sentences import join, say
from ..storage.library import file_name
from ..storage.sharing.answers import ServerError
from ..storage.sharing.http_library import HttpLibrary
from ..storage.signatures import sign_statement
from .sharing import diff_of, read_address


def publish(
    library: HttpLibrary, text: str, key_file: Path, *, name: str, account: str = "", parent: str | None = None
) -> Release:
    """Sign a rule as the next version and publish it; returns what was signed.

    *parent*: the hash of the version that it was made from; the newest of the server, if nothing is given.
    Raises `ServerError`, among others where somebody has published meanwhile, `RuleError` and `SignatureError`.
    """
    bundle = make_bundle(text, file="rule")
    account = account or account_of(library)
    newest = newest_of(library, account, name)
    if newest is not None and newest.sha256 == bundle.hash:
        return newest
    if parent is not None and parent != (newest.sha256 if newest is not None else ""):
        raise BTError(conflict_text(library, account, name, newest, parent, bundle.text))
    release = Release(
        origin=library.origin,
        account=account,
        name=name,
        version=newest.version + 1 if newest is not None else 1,
        sha256=bundle.hash,
        licence=bundle.rule.licence,
        parent=newest.sha256 if newest is not None else "",
    )
    library.send(f"/v1/rules/{account}/{name}", sign_statement(release, key_file), bundle.text)
    return release


def newest_of(library: HttpLibrary, account: str, name: str) -> Release | None:
    """The published version of a rule; None if there is none yet. Raises `ServerError`."""
    try:
        return library.versions(account, name)[-1][0]
    except ServerError as error:
        if error.status != 404:
            raise
        return None


def withdraw(library: HttpLibrary, address: str, reason: str, key_file: Path) -> None:
    """Hide a version, and say why."""
    account, name, version = read_address(address)
    if not version:
        raise BTError(say("say which version is withdrawn: {}/{}@VERSION", account, name))
    said = Withdrawal(library.origin, account, name, version, reason)
    library.send(f"/v1/rules/{account}/{name}/withdraw", sign_statement(said, key_file))


def account_of(library: HttpLibrary) -> str:
    """The account that this machine is logged in to; raises `BTError`."""
    session = library.session
    if session is None:
        raise BTError(say("nobody is logged in: scrapy bt rules login ACCOUNT --server {}", library.url))
    return session.account


def name_for(text: str, file: Path) -> str:
    """What a rule is called on servers: as it names itself, if that has letters of ASCII, or as its file."""
    name = file_name(make_bundle(text, file=str(file)).rule.name)
    return name if is_name(name) else file.stem.lower()


def conflict_text(library: HttpLibrary, account: str, name: str, newest: Release | None, parent: str, text: str) -> str:
    """What others have changed meanwhile, and what you have changed, as two patches."""
    if newest is None:
        return say("{}/{} has no version yet, and this follows one", account, name)
    told = say("{}/{}: version {} has been published meanwhile.\n", account, name, newest.version)
    before = library.text(parent) if parent else ""
    theirs = library.text(newest.sha256)
    patches = diff_of(before, theirs, say("version {}", newest.version)), diff_of(before, text, say("yours"))
    return join([told, *patches, say("put both together, and publish that with --parent {}", newest.sha256)], "\n")
