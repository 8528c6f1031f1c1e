"""Names and passwords that were given to the browser itself: in its own dialog, or in an address (`name:password@`)."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import unquote, urlsplit

from ...samples.traffic import Element, Event, Exchange, Recording
from ..origins.guessing import basic_credentials

_HEADER = "Authorization"
_BEFORE = 0.002
"""Seconds between what was given and the first request that sends it."""


def with_dialogs(recordings: Sequence[Recording]) -> tuple[Recording, ...]:
    """The recordings, with what was given to the browser as sent in headers, and as typed where events are known.

    Its dialog is no part of a page, so that no event tells of it.
    """
    return tuple(_with_typed(_without_userinfo(recording)) for recording in recordings)


def _without_userinfo(recording: Recording) -> Recording:
    if not any("@" in urlsplit(exchange.sent.url).netloc for exchange in recording.exchanges):
        return recording
    return replace(recording, exchanges=tuple(map(_with_header, recording.exchanges)))


def _with_header(exchange: Exchange) -> Exchange:
    """The exchange with the name and the password of its address in the header in which browsers send them."""
    sent, answer = exchange.sent, exchange.answer
    parts = urlsplit(sent.url)
    who, is_given, _ = parts.netloc.rpartition("@")
    if not is_given:
        return exchange
    name, _, secret = who.partition(":")
    told = b64encode(f"{unquote(name)}:{unquote(secret)}".encode()).decode()
    headers = sent.headers if sent.header(_HEADER) else (*sent.headers, (_HEADER, f"Basic {told}"))
    return replace(
        exchange,
        sent=replace(sent, url=_plain(sent.url), headers=headers),
        answer=replace(answer, url=_plain(answer.url)) if answer is not None else None,
        hops=tuple(map(_with_header, exchange.hops)),
    )


def _plain(url: str) -> str:
    parts = urlsplit(url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()


def _with_typed(recording: Recording) -> Recording:
    typed = {event.value for event in recording.events}
    for exchange in recording.exchanges if recording.events else ():
        given = basic_credentials(exchange.sent.header(_HEADER) or "")
        if given is None or given[1] in typed:
            continue
        fields = (("username", "text", given[0]), ("password", "password", given[1]))
        own = [
            Event(
                exchange.started - _BEFORE,
                "change",
                element=Element("input", "", {"name": name, "type": kind}),
                value=text,
            )
            for name, kind, text in fields
        ]
        return replace(recording, events=tuple(sorted([*own, *recording.events], key=lambda event: event.at)))
    return recording
