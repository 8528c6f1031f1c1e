"""Rules of others: what the project has subscribed to, what servers offer, and what is taken or published."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from ...commandlines import command_line
from ...core.rules.files.bundle import make_bundle
from ...core.rules.hosts import allowed_hosts
from ...core.rules.sharing.trust import fingerprint
from ...crawl.project.rulefiles import rules_folder
from ...crawl.project.subscriptions import load_subscriptions
from ...crawl.project.trees import read_text
from ...errors import BTError
from ...operations import publishing, sharing
from ...operations.sharedfiles import rule_text
from ...operations.updates import Update, verify
from ...operations.updates import list_updates as newer_versions
from ...sentences import join, say, spoken
from ...settings import BTSettings
from ...storage.sharing.http_library import HttpLibrary
from ..editing.project_files import find_project_file
from ..refusals import Refusal
from ..state import Console, console_of, identity_of
from .answers import read_body
from .orders import Confirmation

_MOST = 100
"""Rules of a server that are listed."""


@dataclass(frozen=True)
class LibraryRequest:
    """*action*: `subscribe` or `adopt` a *rule* (`ACCOUNT/NAME[@VERSION]`), `update` or `publish` a *file*."""

    action: str
    rule: str = ""
    file: str = ""
    server: str = ""


async def list_library(request: Request) -> dict[str, Any]:
    """The subscriptions of the project; no server is asked."""
    settings = console_of(request).settings
    return {"subscriptions": await run_in_threadpool(tell_subscriptions, settings), "servers": servers_of(settings)}


async def search(request: Request) -> dict[str, Any]:
    """What the servers offer for `q`, and why some of them could not be asked."""
    return await run_in_threadpool(offered, console_of(request).settings, request.query_params.get("q", "")[:500])


async def list_updates(request: Request) -> dict[str, Any]:
    """Newer versions of what the project has subscribed to."""
    settings = console_of(request).settings

    def look() -> dict[str, Any]:
        updates, failed = newer_versions(settings, sharing.libraries_of(settings))
        return {"updates": [_tell_update(update) for update in updates], "failed": failed}

    return await run_in_threadpool(look)


async def plan_taking(request: Request) -> dict[str, Any]:
    """What would be written or published, with the hosts and patterns of a stranger's rule."""
    console, wanted = console_of(request), await read_body(request, LibraryRequest)
    plans: dict[str, Callable[[Console, LibraryRequest, str], dict[str, Any]]] = {
        "subscribe": _plan_rule,
        "adopt": _plan_rule,
        "update": _plan_update,
        "publish": _plan_publishing,
    }
    if wanted.action not in plans:
        raise Refusal(
            422, "action", say("'{}' is nothing that is done with rules", wanted.action), advice=", ".join(plans)
        )
    return await run_in_threadpool(plans[wanted.action], console, wanted, identity_of(request).user)


async def apply_taking(request: Request) -> dict[str, Any]:
    """Do what was planned."""
    console, confirmed = console_of(request), await read_body(request, Confirmation)
    plan = console.plans.take(confirmed.plan, identity_of(request).user, "library", confirmed.typed)
    return await run_in_threadpool(plan.act)


def tell_subscriptions(settings: Any) -> list[dict[str, Any]]:
    """Each subscribed file, with what is wrong with it."""
    return [
        {
            "file": file,
            "rule": subscription.rule,
            "version": subscription.release.version,
            "licence": subscription.release.licence,
            "server": subscription.server,
            "wrong": wrong,
        }
        for file, subscription, wrong in verify(settings)
    ]


def servers_of(settings: Any) -> list[str]:
    """The addresses of the settings."""
    return list(BTSettings.read(settings).rule_servers)


def offered(settings: Any, words: str) -> dict[str, Any]:
    """Rules of all servers, by server."""
    libraries = sharing.libraries_of(settings) if servers_of(settings) else []
    asked = [_offered_by(library, words) for library in libraries]
    return {"rules": [rule for rules, _ in asked for rule in rules], "failed": [why for _, why in asked if why]}


def _offered_by(library: HttpLibrary, words: str) -> tuple[list[dict[str, Any]], str]:
    """Rules of a server, or why it could not be asked."""
    try:
        return [{"server": library.url, **asdict(rule)} for rule in library.search(words, most=_MOST)], ""
    except BTError as error:
        return [], spoken(error)


def _plan_rule(console: Console, wanted: LibraryRequest, user: str) -> dict[str, Any]:
    settings = console.settings
    if wanted.server and wanted.server not in servers_of(settings):
        raise Refusal(422, "server", say("this server is none of BT_RULE_SERVERS"))
    known = load_subscriptions(rules_folder(settings))
    offer = sharing.find_offer(sharing.libraries_of(settings, wanted.server), wanted.rule, known)
    release = offer.subscription.release
    file = wanted.file or sharing.file_of(known, release) or f"{release.name}.yaml"
    take = sharing.subscribe if wanted.action == "subscribe" else sharing.adopt
    named = f"{offer.subscription.rule}@{release.version}"

    def act() -> dict[str, Any]:
        console.audit.note(user, wanted.action, rule=offer.subscription.rule, version=release.version, file=file)
        return {"file": take(settings, offer, file=file, before=before).name}

    before = rule_text(rules_folder(settings), file)
    return {
        "plan": console.plans.add(user, "library", act),
        "command": command_line(["scrapy", "bt", "rules", wanted.action], [named]),
        "diff": sharing.diff_of(before, offer.bundle.text, file),
        "key": fingerprint(offer.keys[-1]),
        "is_known": offer.is_known,
        "hosts": list(allowed_hosts(offer.bundle.rule)),
        "new_hosts": list(allowed_hosts(offer.bundle.rule)),
    }


def _plan_update(console: Console, wanted: LibraryRequest, user: str) -> dict[str, Any]:
    settings = console.settings
    updates, failed = newer_versions(settings, sharing.libraries_of(settings))
    update = next((each for each in updates if each.file == wanted.file), None)
    if update is None:
        raise Refusal(409, "update", (join(failed) or say("there is no newer version of {}", wanted.file)))
    chosen = update

    def act() -> dict[str, Any]:
        console.audit.note(user, "update", rule=chosen.subscription.rule, file=chosen.file)
        return {"file": sharing.subscribe(settings, chosen.offer, file=chosen.file, before=chosen.before).name}

    return {
        "plan": console.plans.add(user, "library", act),
        "command": command_line(["scrapy", "bt", "rules", "updates"], options=[("--apply", chosen.file)]),
        "key": fingerprint(chosen.offer.keys[-1]),
        "is_known": True,
        "hosts": list(allowed_hosts(chosen.offer.bundle.rule)),
        **_tell_update(chosen),
    }


def _plan_publishing(console: Console, wanted: LibraryRequest, user: str) -> dict[str, Any]:
    settings = console.settings
    one = find_project_file(settings, "rules", wanted.file)
    libraries = sharing.libraries_of(settings, wanted.server)
    if wanted.server not in servers_of(settings) and (wanted.server or len(libraries) > 1):
        raise Refusal(422, "server", say("say which of BT_RULE_SERVERS it is published at"))
    key = BTSettings.read(settings).rule_key
    if not key:
        raise Refusal(
            409, "key", say("there is no key to sign with"), advice=say("name it in the settings: BT_RULE_KEY")
        )
    library = libraries[0]
    text = make_bundle(read_text(one.path), file=one.name).text
    name, account = publishing.name_for(text, one.path), publishing.account_of(library)
    newest = publishing.newest_of(library, account, name)
    parent = newest.sha256 if newest is not None else ""
    before = library.text(parent) if parent else ""

    def act() -> dict[str, Any]:
        console.audit.note(user, "publish", file=str(one.path), server=library.url)
        signing = Path(key).expanduser()
        release = publishing.publish(library, text, signing, name=name, account=account, parent=parent)
        return {"file": f"{release.account}/{release.name}@{release.version}"}

    options = [("--name", name), ("--server", library.url), ("--sign", key)]
    return {
        "plan": console.plans.add(user, "library", act),
        "command": command_line(["scrapy", "bt", "rules", "publish"], [one.path.stem], options),
        "diff": sharing.diff_of(before, text, one.path.name),
        "key": "",
        "is_known": True,
        "hosts": list(allowed_hosts(make_bundle(text, file=one.name).rule)),
        "new_hosts": [],
    }


def _tell_update(update: Update) -> dict[str, Any]:
    return {
        "file": update.file,
        "rule": update.subscription.rule,
        "from": update.subscription.release.version,
        "to": update.offer.subscription.release.version,
        "diff": update.diff,
        "new_hosts": list(update.hosts),
    }
