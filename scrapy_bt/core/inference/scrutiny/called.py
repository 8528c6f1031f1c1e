"""Arguments that are numbers or keys of a site, where a person chose by name: the tree does not look them up."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, starmap

from ....sentences import say
from ...samples.bodies import kind_of
from ...samples.parameters import Key
from ...samples.traffic import Event, Exchange, Recording
from ..answers.requests.names import looks_made
from ..answers.requests.shapes import values_of
from ..answers.values import looks_up
from ..origins.splitting import by_affixes
from ..replay.drafts import Draft
from ..replay.planning import Planner
from ..steps.causes import cause_of, gone_to
from ..steps.offeredchoices import acts_for
from ..steps.spokennames import Names, link_name, names_of, option_name
from .boxlabels import boxed_name
from .scriptlabels import scripted_name

_CHOSEN = frozenset({"radio", "checkbox", "hidden", "submit", "button", "image"})
"""Fields whose value nobody types."""
_UNREAD = frozenset({"style", "class", "width", "height", "tabindex", "href"})
"""Attributes that say how an element looks and is reached, and nothing that a person reads of what it stands for."""


def chosen_by_name(planner: Planner, draft: Draft, recordings: Sequence[Recording]) -> Iterator[str]:
    """The arguments that the person chose by another name in each recording, which tells their values by itself."""
    plan = planner.plan(draft, for_replay=False)
    told: set[str] = set()
    looked_up = {(own.step, key) for own in plan.steps for key, value in own.bound.items() if looks_up(value)}
    for place, typed in planner.typed_places().items():
        step = place[0]
        is_other = typed.is_secret or typed.argument in told
        if is_other or typed.argument not in plan.arguments or step not in draft.steps:
            continue
        if place in looked_up:
            continue  # it is the name already, whatever was clicked to have what belongs to it
        exchanges = [planner.recorded(step, number) for number in range(len(recordings))]
        names = names_of(typed.values, exchanges, recordings, acts=acts_for)
        if not names and not _are_names(typed.values, recordings):
            names = names_of(typed.values, exchanges, recordings, link_name)
        name = next(filter(None, names or _unspoken(place[1], typed.values, exchanges, recordings)), "")
        if not name and _is_unsaid(typed.values, recordings):
            told.add(typed.argument)
            yield say(
                "the argument {} is a number or a key of the site, which nobody typed and nothing said that was "
                "clicked: the tree does not look up what belongs to it",
                typed.argument,
            )
        if name:
            told.add(typed.argument)
            yield say(
                "the argument {} is a number or a key of the site, which was chosen by its name, such as “{}”: the "
                "tree does not look up what belongs to another name",
                typed.argument,
                name[:40],
            )


def _unspoken(
    key: Key, values: Names, exchanges: Sequence[Exchange | None], recordings: Sequence[Recording]
) -> Iterator[str]:
    """What a value is called that no act and no link names: by a list of choices, in a script, beside a box."""
    for value, own in zip(values, recordings, strict=True):
        if value:
            yield option_name(value, own.events)
    yield scripted_name(values, recordings)
    yield boxed_name(key, values, exchanges, recordings)


def _are_names(values: Sequence[str | None], recordings: Sequence[Recording]) -> bool:
    """Whether each was typed, or is what a link says that was clicked on the way, as a module's before its class."""
    return all(
        value is None or value in {text for event in own.events for text in _words_of(event)}
        for value, own in zip(values, recordings, strict=True)
    )


def _words_of(event: Event) -> Iterator[str]:
    """What a person read on what was clicked, and typed into a field of text."""
    if event.element is None:
        return
    text = " ".join(event.element.text.split())
    # A folder that a listing shows with a slash behind it is spelled as it is called.
    yield from (text, text.removesuffix("/"))
    is_of_text = event.element.attributes.get("type", "").lower() not in _CHOSEN
    if event.value and is_of_text and event.element.tag in ("input", "textarea"):
        yield event.value


def _is_unsaid(values: Sequence[str | None], recordings: Sequence[Recording]) -> bool:
    """Whether each is a number or a key, another one each time, of which no act says anything."""
    wanted = {number: value for number, value in enumerate(values) if value}
    pieces = by_affixes(wanted) if len(set(wanted.values())) > 1 else []
    own = next((piece for piece in pieces if len(set(piece.values())) > 1), wanted)
    given = [(value, recordings[number]) for number, value in own.items()]
    are_keys = all(value.isdigit() or looks_made(value) for value, _ in given)
    return are_keys and len({value for value, _ in given}) > 1 and not any(starmap(_says, given))


def _says(value: str, recording: Recording) -> bool:
    """Whether it was typed or clicked, or stands in an address that was gone to.

    Without events nobody knows, but that no person types a made-up key which data told before.
    """
    if not recording.events:
        return not looks_made(value) or not _is_told_by_data(value, recording)
    said_by_events = (
        text for event in recording.events for text in (event.value or "", *event.around, *_of_element(event))
    )
    # A redirect leads on from the address that a person went to.
    pages = (exchange for exchange in recording.exchanges if exchange.kind == "document")
    opened = (each.sent.url for each in pages if _is_gone_to(each, recording.events))
    texts = chain(said_by_events, opened, gone_to(recording.events))
    # A number is said as a whole: a 3 is no part of 1302.
    said = re.compile(rf"(?<!\d){value}(?!\d)" if value.isdigit() else re.escape(value))
    return any(map(said.search, texts))


def _is_told_by_data(value: str, recording: Recording) -> bool:
    """Whether data held a value before it was sent."""
    for exchange in recording.exchanges:
        if value in values_of(exchange.sent).values():
            return False
        answer = exchange.answer
        if answer is not None and kind_of(answer) == "json" and value.encode() in (answer.body or b""):
            return True
    return False


def _is_gone_to(page: Exchange, events: Sequence[Event]) -> bool:
    """Whether no act on a page before brought it: then its address was given to the browser."""
    cause = cause_of(page, events)
    return cause is None or events[cause].type == "navigate"


def _of_element(event: Event) -> tuple[str, ...]:
    element = event.element
    if element is None:
        return ()
    return element.text, element.label, *(text for name, text in element.attributes.items() if name not in _UNREAD)
