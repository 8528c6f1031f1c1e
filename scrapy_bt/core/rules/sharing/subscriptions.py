"""What a project has subscribed to: rules of others in exact versions, and the keys of their authors.

It is a text that is kept with the project, as other locks are: who has it and the copies needs no server.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256

import msgspec

from ....errors import Fault, Place, RuleError
from ....sentences import say
from ...documents.json import read_json
from .statements import NewKey, Release, Signed, StatementError, is_name, read_base64, write_statement

FORMAT = 1


@dataclass(frozen=True)
class TrustedAuthor:
    """An account of a log, and the *key* (base64) that is trusted: the newest one of theirs that was seen."""

    origin: str
    account: str
    key: str


@dataclass(frozen=True)
class Subscription:
    """A version of a rule; *release* is what its author has signed with *key*, *server*: where it was found."""

    release: Release
    signature: str
    key: str
    server: str

    @property
    def rule(self) -> str:
        """The name as people write it."""
        return f"{self.release.account}/{self.release.name}"

    @property
    def signed(self) -> Signed:
        return Signed(write_statement(self.release), self.signature)


@dataclass(frozen=True)
class Subscriptions:
    """All of a project; *rules*: by file, relative to the folder of rules, with `/`."""

    authors: tuple[TrustedAuthor, ...] = ()
    rules: Mapping[str, Subscription] = field(default_factory=dict)
    format: int = FORMAT

    def key_of(self, origin: str, account: str) -> bytes | None:
        """The key that is trusted; none where nobody of that name is known."""
        found = (each.key for each in self.authors if (each.origin, each.account) == (origin, account))
        key = next(found, None)
        return None if key is None else read_base64(key, 32)

    def trusting(self, author: TrustedAuthor) -> Subscriptions:
        """With a key in the place of the one before."""
        others = [each for each in self.authors if (each.origin, each.account) != (author.origin, author.account)]
        return replace(self, authors=tuple(sorted((*others, author), key=lambda each: (each.origin, each.account))))

    def having(self, file: str, subscription: Subscription) -> Subscriptions:
        """With a rule in a file."""
        return replace(self, rules={**self.rules, file: subscription})

    def without(self, file: str) -> Subscriptions:
        """Without what is in a file; its author stays trusted."""
        return replace(self, rules={name: each for name, each in self.rules.items() if name != file})

    def check(self, file: str, text: str) -> None:
        """Raise `RuleError` where a file is subscribed to and is not what its author has signed."""
        subscription = self.rules.get(file)
        if (
            subscription is None
            or sha256(text.encode("utf-8", "surrogatepass")).hexdigest() == subscription.release.sha256
        ):
            return
        release = subscription.release
        message = say("this is not version {} of {}, which its author has signed", release.version, subscription.rule)
        advice = say(
            "fetch it again: scrapy bt rules subscribe {}@{} --force; to change it, make it yours: scrapy bt"
            " rules adopt {}",
            subscription.rule,
            release.version,
            subscription.rule,
        )
        raise RuleError([Fault(Place(file, 1, 1), message, advice, code="not-as-signed")])


def write_subscriptions(subscriptions: Subscriptions) -> str:
    """The text, in an order that does not depend on when what was subscribed to."""
    ordered = replace(subscriptions, rules=dict(sorted(subscriptions.rules.items())))
    return msgspec.json.format(msgspec.json.encode(ordered), indent=2).decode() + "\n"


def read_subscriptions(text: str) -> Subscriptions:
    """What a text says; raises `StatementError` where it is damaged."""
    try:
        found: Subscriptions = read_json(text, shape=Subscriptions, largest=10_000_000)
    except ValueError as error:
        raise StatementError(say("it is no list of subscriptions: {}", error)) from None
    if found.format != FORMAT:
        raise StatementError(say("its format is {}, and this version of scrapy_bt knows {}", found.format, FORMAT))
    for author in found.authors:
        write_statement(NewKey(author.origin, author.account, author.key))
    for file, each in found.rules.items():
        write_statement(each.release)
        if not is_name(each.release.account) or file.startswith(("/", "../")) or "/../" in file:
            raise StatementError(say("{}: no such file can be subscribed to", file))
    return found
