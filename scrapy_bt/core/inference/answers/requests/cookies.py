"""The cookies that answers set and requests send."""

from __future__ import annotations

from collections.abc import Mapping

from ....samples.traffic import Answer, Exchange, all_headers
from .shapes import parameters


def cookies_set(exchange: Exchange) -> tuple[tuple[str, str], ...]:
    """Names and values that its answer or a redirect on the way sets, in order; an empty value takes a cookie away."""
    answers = [hop.answer for hop in exchange.hops] + [exchange.answer]
    return tuple(pair for answer in answers if answer is not None for pair in set_by(answer))


def set_by(answer: Answer) -> tuple[tuple[str, str], ...]:
    """Names and values that an answer sets; an empty value takes a cookie away."""
    pairs = []
    for header in all_headers(answer.headers, "set-cookie"):
        # Some recorders put several cookies into one header, a line for each.
        for line in header.split("\n"):
            name, sign, value = line.partition(";")[0].partition("=")
            if sign and name.strip():
                pairs.append((name.strip(), value.strip()))
    return tuple(pairs)


def cookies_sent(exchange: Exchange) -> Mapping[str, str]:
    """The cookies that a request sends; of several with one name the first."""
    sent: dict[str, str] = {}
    for parameter in parameters(exchange.sent):
        if parameter.key.where == "cookie":
            sent.setdefault(parameter.key.name, parameter.value)
    return sent
