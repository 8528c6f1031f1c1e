"""How likely it is, before any replay, that a parameter is needed."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping

from ...samples.parameters import Key

SUPERFLUOUS = 0.1
"""What is not more likely than that to be needed is left out from the start, and taken back if the target needs it."""

_MANY = 12
"""Parameters that a number alone tells apart: a script sends them for each column of a table, and few of them count."""
_NUMBER = re.compile(r"\d+")

_BROWSERS_OWN = frozenset(
    {
        "accept",
        "accept-charset",
        "accept-language",
        "alt-used",
        "cache-control",
        "device-memory",
        "dnt",
        "downlink",
        "ect",
        "origin",
        "pragma",
        "priority",
        "purpose",
        "range",
        "referer",
        "rtt",
        "save-data",
        "upgrade-insecure-requests",
        "user-agent",
        "viewport-width",
        "x-client-data",
        "x-moz",
        "x-purpose",
    }
)
"""Headers that browsers send by themselves (Fetch standard, client hints, alternative services), beside `Sec-…`, which
no script may set."""
_WATCHERS_COOKIE = re.compile(
    r"_ga.*|_gid|_gat.*|_gcl_.*|_fbp|_fbc|__utm.|_pk_.*|_hj.*|mp_.*|ajs_.*|amplitude_.*|_clck|_clsk|optimizely.*|__cf_bm|"
    r"cookie_?consent.*|euconsent.*|OptanonConsent|_dd_s|intercom-.*|"
    r"__stripe_[ms]id|_uet[sv]id|_ttp|_tt_.*|_scid.*|_rdt_.*|_pin_unauth|_vwo.*|hubspotutk|__hs.*|_clsk|li_fat_id",
    re.IGNORECASE,
)
_WATCHERS_FIELD = re.compile(
    r"utm_\w+|fbclid|gclid|dclid|msclkid|yclid|mc_[ce]id|igshid|ref_src|_ga|_gl|_hs\w+|spm|scm|track\w*|campaign\w*",
    re.IGNORECASE,
)
_CACHE_BUSTER = re.compile(r"_|cb|cachebuster|nocache|rnd|rand|random|ts|t|_ts|timestamp|v|ver|version", re.IGNORECASE)
_COUNTED = re.compile(r"|.*\d.*", re.DOTALL)
"""What busts a cache is a time, a count, or chance."""
_CREDENTIAL = re.compile(
    r"auth|token|csrf|xsrf|key|sign|session|passw|nonce|secret|viewstate|eventvalidation", re.IGNORECASE
)

_SESSION_COOKIE = re.compile(r"sess|jwt|remember|log(?:ged)?_?in|user|(?:^|[._-])(?:sid|uid)$", re.IGNORECASE)


def likelihood(key: Key, value: str, *, is_traced: bool, is_given: bool = False) -> float:
    """That the target needs it, 0 to 1. *is_traced*: it was typed, varies, or comes from an earlier answer.

    *is_given*: it was typed or comes from an answer, so that no script has made it up.
    """
    match key.where:
        case "header":
            return _of_header(key.name.lower(), is_traced=is_traced)
        case "cookie":
            if _WATCHERS_COOKIE.fullmatch(key.name):
                return 0.02
            is_session = _CREDENTIAL.search(key.name) or _SESSION_COOKIE.search(key.name)
            # What the browser had before was set by another visit, or by a script: a new client has none of it.
            return 0.6 if is_traced or is_session else SUPERFLUOUS
        case "path" | "url" | "xml":
            return 1.0
        case "body":
            return 0.9
        case "query" | "form" | "multipart" | "json":
            return _of_field(key, value, is_traced=is_traced, is_given=is_given)


def in_lists(likelihoods: Mapping[tuple[int, Key], float]) -> dict[tuple[int, Key], float]:
    """The same, by steps and parameters; of many whose names only a number tells apart, one is needed: these together.

    So `columns[0][regex]`, `columns[1][regex]` and all others are tried at once, though each may be needed.
    """
    lists: dict[object, list[tuple[int, Key]]] = defaultdict(list)
    for step, key in likelihoods:
        lists[step, key.where, _NUMBER.sub("#", key.name)].append((step, key))
    return {
        place: min(likelihoods[place], 1 / len(own)) if len(own) >= _MANY else likelihoods[place]
        for own in lists.values()
        for place in own
    }


def is_browsers_own(header: str) -> bool:
    """Whether browsers send a header of that name by themselves."""
    name = header.lower()
    return name in _BROWSERS_OWN or name.startswith("sec-")


def _of_header(name: str, *, is_traced: bool) -> float:
    if is_browsers_own(name):
        return 0.02
    if name in ("traceparent", "tracestate", "x-request-id", "x-correlation-id") or name.startswith("x-b3-"):
        return 0.05
    if is_traced or _CREDENTIAL.search(name):
        return 0.9
    return 0.3


def _of_field(key: Key, value: str, *, is_traced: bool, is_given: bool) -> float:
    name = key.name.rpartition(".")[2].removesuffix("[]")
    if _WATCHERS_FIELD.fullmatch(name):
        return 0.03
    if _CREDENTIAL.search(name) and value:
        return 0.9
    if key.where == "query" and not is_given and _CACHE_BUSTER.fullmatch(name) and _COUNTED.fullmatch(value):
        return 0.1
    if is_traced:
        return 0.85
    if not value:
        return 0.1
    return 0.3 if key.where == "query" else 0.4
