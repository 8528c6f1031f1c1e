"""A rule server as a library: what it answers is checked, since nobody has to trust it."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from typing import Any, TypeVar
from urllib.parse import urlsplit

from ...core.rules.hosts import host_of, is_internal_name
from ...core.rules.sharing.statements import LARGEST_RULE, Release, Signed, StatementError, is_name
from ...core.rules.sharing.trust import trace_keys
from ...sentences import say
from ..signatures import is_right
from .answers import (
    FoundRules,
    Keys,
    Listed,
    LoginAnswer,
    LogLine,
    LogLines,
    Newer,
    ServerError,
    SharedRule,
    SharedVersion,
    Versions,
    read_answer,
    read_release,
    read_siblings,
)
from .fetching import fetch
from .remembered import DeviceSession, LogHead, Memory

SECONDS = 20.0
"""That an answer may take as a whole, however slowly it comes, in however many parts, and from however many servers."""
_LARGEST_ANSWER = 8_000_000
_T = TypeVar("_T")


class HttpLibrary:
    """The library at *url*; methods raise `ServerError`, and `StatementError` for what was not signed as it is told.

    *seconds*: that an answer may take. *choose*: takes two of several servers; chance, if nothing is given.
    """

    def __init__(self, url: str, memory: Memory, *, seconds: float = SECONDS) -> None:
        self.url, self._memory, self._seconds = read_server(url), memory, seconds
        self._away: tuple[float, ServerError] | None = None
        """Until when it is not asked again, and why."""

    @cached_property
    def _listed(self) -> Listed:
        """What the server says of itself, checked against what is remembered of it."""
        if self._away is not None and time.monotonic() < self._away[0]:
            raise self._away[1]
        try:
            found = self._ask(self.url, "GET", "/v1/servers", shape=Listed)
        except ServerError as error:
            self._away = time.monotonic() + self._seconds, error
            raise
        known = self._memory.read()
        before = known.origins.get(self.url)
        if before not in (None, found.origin):
            raise StatementError(
                say(
                    "{} offers another log than before ({}, not {}): it is another server now, or somebody else"
                    " answers; ask who runs it, and give it another address if it is meant so",
                    self.url,
                    found.origin,
                    before,
                )
            )
        head = known.heads.get(found.origin)
        if head is not None and found.number < head.number and not found.mirror:
            raise StatementError(say("{} has fewer lines in its log than it had: something was taken back", self.url))
        if head is not None and found.number >= head.number:
            first = self._lines(self.url, head.number - 1)[:1]
            if not first or first[0].hash != head.hash:
                raise StatementError(say("{} tells another history than before: its log has been forked", self.url))
        if head is None or found.number >= head.number:
            self._memory.keep_head(self.url, found.origin, LogHead(found.number, found.hash))
        return found

    @property
    def origin(self) -> str:
        """The number of its log."""
        return self._listed.origin

    @cached_property
    def servers(self) -> Sequence[str]:
        """Where to ask, in this order: the lighter of two that are chosen by chance, then the others."""
        loads = {self.url: 0.0, **self._siblings()}
        names = random.sample([*loads], len(loads))
        return [*sorted(names[:2], key=lambda name: loads[name]), *names[2:]]

    def search(self, words: str = "", *, site: str = "", licence: str = "", most: int = 1_000) -> Iterator[SharedRule]:
        """Rules with all words, by account and name."""
        after, until = "", time.monotonic() + self._seconds
        while most > 0:
            asked = {"q": words, "site": site, "licence": licence, "after": after}
            page = self._get("/v1/rules", FoundRules, until=until, **asked)
            yield from page.rules[:most]
            most -= len(page.rules)
            if not page.rules or page.after <= after:
                return
            after = page.after

    def versions(self, account: str, name: str) -> list[tuple[Release, SharedVersion]]:
        """All versions of a rule, the oldest first; signed statements are read, and not checked yet."""
        _check_names(account, name)
        found = self._get(f"/v1/rules/{account}/{name}", Versions)
        if not found.versions:
            raise ServerError(say("{} has no version of {}/{}", self.url, account, name))
        releases = [(read_release(each), each) for each in found.versions]
        for number, (release, _) in enumerate(releases, start=1):
            if (release.origin, release.account, release.name, release.version) != (self.origin, account, name, number):
                raise StatementError(
                    say("{} tells something else of {}/{} than its author has signed", self.url, account, name)
                )
        return releases

    def keys(self, account: str) -> tuple[bytes, ...]:
        """The keys of an account, the newest last, each signed by the one before."""
        _check_names(account)
        said = self._get(f"/v1/accounts/{account}", Keys).keys
        return trace_keys(said, origin=self.origin, account=account, verify=is_right)

    def text(self, digest: str) -> str:
        """The canonical text of a rule, which is that of the hash."""
        body = self._raw(self.servers, "GET", f"/v1/bundles/{digest}", largest=LARGEST_RULE + 1)
        if sha256(body).hexdigest() != digest:
            raise StatementError(say("{} sends another rule than that of the hash {}", self.url, digest))
        try:
            return body.decode()
        except UnicodeDecodeError:
            raise StatementError(say("what is sent is no text")) from None

    def lines(self, after: int) -> tuple[LogLine, ...]:
        """Lines of the log behind a number."""
        return self._lines(self.url, after)

    @property
    def session(self) -> DeviceSession | None:
        """How this machine is logged in."""
        return self._memory.read().sessions.get(self.url)

    def log_in(self, account: str, password: str, device: str) -> None:
        """Take a seat for this machine, and remember its tokens."""
        parts = urlsplit(self.url)
        if parts.scheme != "https" and not is_internal_name(host_of(self.url)):
            raise ServerError(say("the password would pass in clear text to {}: use https", self.url))
        body = {"account": account, "password": password, "device": device}
        found = self._ask(self.url, "POST", "/v1/login", shape=LoginAnswer, body=body)
        self._memory.keep_session(self.url, DeviceSession(found.account, device, found.access, found.refresh))

    def log_out(self) -> None:
        """Free the seat; a server that is away frees it itself."""
        try:
            self._post("/v1/logout", {})
        finally:
            self._memory.keep_session(self.url, None)

    def beat(self, heads: Sequence[tuple[str, str, int]]) -> tuple[SharedRule, ...]:
        """Tell that this machine is in use, and which versions it has; returns the newer ones."""
        told = [{"account": account, "name": name, "version": version} for account, name, version in heads]
        return read_answer(self._post("/v1/heartbeat", {"heads": told}), Newer).newer

    def send(self, path: str, signed: Signed, text: str = "") -> None:
        """Publish a signed statement; doing so twice is the same as once."""
        self._post(path, {"statement": signed.statement, "signature": signed.signature, "text": text})

    def _post(self, path: str, body: Mapping[str, Any]) -> bytes:
        session = self.session
        if session is None:
            raise ServerError(
                say("this takes an account: scrapy bt rules login ACCOUNT --server {}", self.url), status=401
            )
        try:
            return self._raw([self.url], "POST", path, body=body, token=session.access)
        except ServerError as error:
            if error.status != 401:
                raise
        fresh = self._ask(self.url, "POST", "/v1/refresh", shape=LoginAnswer, body={"refresh": session.refresh})
        self._memory.keep_session(self.url, DeviceSession(fresh.account, session.device, fresh.access, fresh.refresh))
        return self._raw([self.url], "POST", path, body=body, token=fresh.access)

    def _get(self, path: str, shape: type[_T], *, until: float | None = None, **query: str) -> _T:
        return read_answer(self._raw(self.servers, "GET", path, query=query, until=until), shape)

    def _lines(self, url: str, after: int) -> tuple[LogLine, ...]:
        body = self._raw([url], "GET", "/v1/log", query={"after": str(after)})
        return read_answer(body, LogLines).lines

    def _ask(self, url: str, method: str, path: str, *, shape: type[_T], body: Mapping[str, Any] | None = None) -> _T:
        return read_answer(self._raw([url], method, path, body=body), shape)

    def _siblings(self) -> dict[str, float]:
        """Servers of the same owner that are worth asking, with their loads."""
        ours = urlsplit(self.url)
        found = {}
        for url, load in read_siblings(self._listed.servers).items():
            is_near = is_internal_name(host_of(url)) and not is_internal_name(host_of(self.url))
            if is_server(url) and urlsplit(url).scheme == ours.scheme and not is_near:
                found[url] = load
        return found

    def _raw(
        self,
        urls: Sequence[str],
        method: str,
        path: str,
        *,
        query: Mapping[str, str] | None = None,
        body: Mapping[str, Any] | None = None,
        token: str = "",
        largest: int = _LARGEST_ANSWER,
        until: float | None = None,
    ) -> bytes:
        """The answer of the first server that gives one; each but the last has half of the time that is left."""
        session = self._memory.read().sessions.get(self.url)
        token = token or (session.access if session is not None and method == "GET" else "")
        failed: ServerError | None = None
        until = time.monotonic() + self._seconds if until is None else until
        for url in urls:
            left = until - time.monotonic()
            if left <= 0:
                break
            sent = token if url == self.url or urlsplit(url).scheme == "https" else ""
            try:
                seconds = left if url == urls[-1] else left / 2
                return asyncio.run(
                    fetch(url, method, path, query or {}, body, token=sent, seconds=seconds, largest=largest)
                )
            except ServerError as error:
                if error.status and error.status < 500:
                    raise
                failed = failed or error
        raise failed or ServerError(say("{} has not answered all within {:g} s", self.url, self._seconds))


def read_server(url: str) -> str:
    """The address of a server as it is remembered; raises `ServerError`."""
    url = url.strip().rstrip("/")
    if not is_server(url):
        raise ServerError(say("'{}' is no address of a rule server: write https://rules.example.org", url))
    return url


def is_server(url: str) -> bool:
    """Whether a URL may be that of a rule server."""
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and not (parts.query or parts.fragment)
    except ValueError:
        return False


def _check_names(*names: str) -> None:
    for name in names:
        if not is_name(name):
            raise StatementError(say("accounts and rules are named with a-z, 0-9 and -, not '{}'", name))
