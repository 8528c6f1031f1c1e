"""Attributes of visits and data nodes: known names, values of the right kind; and methods."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ....errors import did_you_mean
from ....sentences import say
from ...documents.encodings import is_charset
from ...tree.methods import METHODS
from ...tree.nodes import (
    Attribute,
    Attributes,
    Data,
    Duration,
    ListValue,
    Literal,
    Reference,
    Source,
    Template,
    Value,
    Visit,
    walk,
)
from ..report import is_inline, place_of_name
from .checkeddocument import CheckedDocument

_TABLE = (Attributes, Reference, Source)
_PLAIN = (Literal, Template, Reference, Duration, ListValue, Attributes)
_ANYTHING = (*_PLAIN, Source)


@dataclass(frozen=True)
class _Rule:
    """Which values an attribute takes: classes of nodes, of literals also those of *scalars*."""

    kinds: tuple[type, ...]
    example: str
    scalars: tuple[type, ...] = ()
    reads_page: bool = True
    """Sources may stand within its value."""

    def allows(self, value: Value) -> bool:
        if isinstance(value, Literal) and Literal not in self.kinds:
            # `true` is a number for Python, not for the language.
            return type(value.value) in self.scalars
        if not self.reads_page and any(isinstance(node, Source) for node in walk(value)):
            return False
        return isinstance(value, self.kinds)


_VISIT: Mapping[str, _Rule] = {
    "form": _Rule(_TABLE, "form = { name = value }"),
    "multipart": _Rule(_TABLE, "multipart = { name = value }"),
    "json": _Rule(_ANYTHING, "json = { name = value }"),
    "query": _Rule(_TABLE, "query = { page = n }"),
    "headers": _Rule(_TABLE, 'headers = { accept = "application/json" }'),
    "cookies": _Rule(_TABLE, 'cookies = { name = "value" }'),
    "body": _Rule((Template, Reference, Source), 'body = "text"', (str,)),
    "timeout": _Rule((Duration, Reference), "timeout = 30s", (int, float)),
    "redirect": _Rule((), "redirect = false", (bool,)),
    "encoding": _Rule((), 'encoding = "gb18030"', (str,)),
    "meta": _Rule(_TABLE, "meta = { name = value }"),
    "request": _Rule((Source,), 'request = python "package.module:function"'),
}
_DATA: Mapping[str, _Rule] = {
    "from": _Rule((Reference, Attributes, ListValue), "from = variable", reads_page=False),
    "default": _Rule(_PLAIN, 'default = "none"', reads_page=False),
}


_ELSEWHERE = {
    **dict.fromkeys(("params", "parameters", "args"), say("what belongs into the URL is `query = { page = n }`")),
    **dict.fromkeys(
        ("data", "formdata", "payload", "fields"),
        say('write `form = { name = value }`, `json = { … }` or `body = "…"`'),
    ),
    **dict.fromkeys(("files", "upload"), say("write `multipart = { name = value }`")),
    **dict.fromkeys(
        ("proxy", "proxies"), say('proxies stand in Scrapy\'s settings; of one visit: `meta = { proxy = "…" }`')
    ),
    "method": say('the method stands before the URL: `visit POST "https://…"`'),
    "url": say('the URL stands behind `visit`: `visit "https://…"`'),
    "dont_filter": say("leave it out: no visit is left out as one made before"),
    **dict.fromkeys(("allow_redirects", "follow_redirects", "dont_redirect"), say("write `redirect = false`")),
    **dict.fromkeys(("delay", "download_delay", "sleep"), say("write Scrapy's setting `DOWNLOAD_DELAY`")),
    **dict.fromkeys(
        ("retry", "retries", "max_retries"), say("write a state table: `state { 5xx | timeout = wait 3 }`")
    ),
    **dict.fromkeys(("callback", "errback"), say("what follows a visit stands behind it, as the next statement")),
    **dict.fromkeys(
        ("user_agent", "useragent", "referer", "authorization"), say('it is a header: `headers = { User_Agent = "…" }`')
    ),
}
"""What is written here for attributes that are called so elsewhere."""


EXAMPLES: Mapping[str, Mapping[str, str]] = {
    kind: {name: rule.example for name, rule in rules.items()} for kind, rules in (("visit", _VISIT), ("data", _DATA))
}
"""What can be said of a visit and of a data node, each with an example."""


def check_attributes(checked: CheckedDocument) -> None:
    """Methods and attributes are known, and attributes have values of the right kind."""
    for declaration in checked.seen_declarations:
        if isinstance(declaration, Visit):
            _check_method(checked, declaration)
            _check_names(checked, declaration.attributes, _VISIT)
        elif isinstance(declaration, Data) and declaration.source and declaration.source.how != "python":
            # What a python source is given, or a stub that may become one, is its author's choice.
            _check_names(checked, declaration.attributes, _DATA)
        elif isinstance(declaration, Data) and declaration.attributes is not None and is_inline(declaration):
            message = say("a `python` source takes no `from`: its function gets the page and every variable")
            checked.report.add("bad-attribute", declaration.place, message, say("leave `from` out"))


def _check_method(checked: CheckedDocument, visit: Visit) -> None:
    if visit.method is not None and visit.method not in METHODS:
        advice = did_you_mean(visit.method, METHODS, say("methods are {}", ", ".join(METHODS)), form="`{}`")
        checked.report.add("unknown-method", place_of_name(visit), say("there is no method `{}`", visit.method), advice)


def _check_names(checked: CheckedDocument, attributes: Attributes | None, rules: Mapping[str, _Rule]) -> None:
    for attribute in attributes.entries if attributes is not None else ():
        rule = rules.get(attribute.name)
        if rule is None:
            known = ", ".join(f"`{name}`" for name in rules)
            instead = _ELSEWHERE.get(attribute.name.lower()) if rules is _VISIT else None
            advice = instead or did_you_mean(attribute.name, rules, say("attributes are {}", known), form="`{}`")
            checked.report.add(
                "unknown-attribute", attribute.place, say("there is no attribute `{}`", attribute.name), advice
            )
        elif not rule.allows(attribute.value):
            message = say("`{}` does not take such a value", attribute.name)
            checked.report.add("bad-attribute", attribute.place, message, say("write `{}`", rule.example))
        else:
            _check_value(checked, attribute)


def _check_value(checked: CheckedDocument, attribute: Attribute) -> None:
    value = attribute.value
    if attribute.name == "encoding" and isinstance(value, Literal):
        if not is_charset(str(value.value)):
            message = say("there is no encoding `{}`", value.value)
            checked.report.add(
                "unknown-encoding", attribute.place, message, say("write, for example, `utf-8` or `gb18030`")
            )
    elif attribute.name == "request" and isinstance(value, Source) and value.how != "python":
        message = say("a request is made by a Python function")
        checked.report.add("bad-attribute", attribute.place, message, say("write `{}`", _VISIT["request"].example))
    elif attribute.name == "json" and isinstance(value, Literal) and str(value.value).lstrip()[:1] in ("{", "["):
        message = say("this is sent as one text within quotes, and no object")
        checked.report.warn(
            "json-in-text", attribute.place, message, say('write `json = { name = value }`, or `body = "…"`')
        )
    elif attribute.name == "timeout" and _seconds(value) <= 0:
        message = say("no page arrives in no time: a timeout is more than zero")
        checked.report.add("bad-attribute", attribute.place, message, say("write `{}`", _VISIT["timeout"].example))


def _seconds(value: Value) -> float:
    """What a timeout is, where that can be seen."""
    if isinstance(value, Duration):
        return value.seconds
    if isinstance(value, Literal) and isinstance(value.value, (int, float)):
        return value.value
    return 1
