"""Pieces of a query that are nothing but the time of sending, written as a name: `?rid=0&mx2fi52h`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import urlsplit

from ...samples.traffic import Exchange, Recording

_NEAR = 3600.0
"""Seconds between that time and the one of sending; clocks may differ."""
_WRITTEN = {8: re.compile(r"(?=.*[a-z])[0-9a-z]{8}"), 13: re.compile(r"\d{13}")}
"""Milliseconds since the epoch, by how many signs they have: in base 36, as MooTools writes them, and in tens."""
_BASES = {8: 36, 13: 10}


def without_time_names(recordings: Sequence[Recording]) -> tuple[Recording, ...]:
    """The recordings without such pieces, which keep caches from answering: each would be a parameter of its own."""
    return tuple(
        replace(recording, exchanges=tuple(map(_without, recording.exchanges)))
        if any("?" in exchange.sent.url for exchange in recording.exchanges)
        else recording
        for recording in recordings
    )


def _without(exchange: Exchange) -> Exchange:
    url = _bare(exchange.sent.url, exchange.started)
    if url == exchange.sent.url:
        return exchange
    answer = exchange.answer
    if answer is not None:
        answer = replace(answer, url=_bare(answer.url, exchange.started))
    return replace(exchange, sent=replace(exchange.sent, url=url), answer=answer)


def _bare(url: str, moment: float) -> str:
    """The address without them; a query that is nothing else is left as it is, since it has no other parameters."""
    query = urlsplit(url).query
    pieces = query.split("&")
    kept = [piece for piece in pieces if not _tells(piece, moment)]
    return url if not kept or len(kept) == len(pieces) else url.replace(f"?{query}", f"?{'&'.join(kept)}", 1)


def _tells(piece: str, moment: float) -> bool:
    """Whether a piece tells a time near a moment, in seconds since the epoch."""
    written = _WRITTEN.get(len(piece))
    if written is None or written.fullmatch(piece) is None:
        return False
    return abs(int(piece, _BASES[len(piece)]) / 1000 - moment) < _NEAR
