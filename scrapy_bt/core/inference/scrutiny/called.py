"""Arguments that are numbers or keys of a site, where a person chose by name: the tree does not look them up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import starmap

from ....sentences import say
from ...samples.traffic import Event, Recording
from ..answers.requests.names import looks_made
from ..origins.splitting import by_affixes
from ..replay.drafts import Draft
from ..replay.planning import Planner
from ..steps.callednames import link_name, names_of


def chosen_by_name(planner: Planner, draft: Draft, recordings: Sequence[Recording]) -> Iterator[str]:
    """The arguments that the person chose by another name in each recording, which tells their values by itself."""
    given = planner.plan(draft, for_replay=False).arguments
    told: set[str] = set()
    for (step, _), typed in planner.typed_places().items():
        is_other = typed.is_secret or typed.argument in told
        if is_other or typed.argument not in given or step not in draft.steps:
            continue
        exchanges = [planner.recorded(step, number) for number in range(len(recordings))]
        names = names_of(typed.values, exchanges, recordings)
        if not names and not _are_names(typed.values, recordings):
            names = names_of(typed.values, exchanges, recordings, link_name)
        if not names and _is_unsaid(typed.values, recordings):
            told.add(typed.argument)
            yield say(
                "the argument {} is a number or a key of the site, which nobody typed and nothing said that was "
                "clicked: the tree does not look up what belongs to it",
                typed.argument,
            )
        if name := next(filter(None, names), None):
            told.add(typed.argument)
            yield say(
                "the argument {} is a number or a key of the site, which was chosen by its name, such as “{}”: the "
                "tree does not look up what belongs to another name",
                typed.argument,
                name[:40],
            )


def _are_names(values: Sequence[str | None], recordings: Sequence[Recording]) -> bool:
    """Whether each is what a link says that was clicked on the way, as that of a module before that of its class."""
    return all(
        value is None
        or value in {" ".join(each.element.text.split()) for each in own.events if each.element is not None}
        for value, own in zip(values, recordings, strict=True)
    )


def _is_unsaid(values: Sequence[str | None], recordings: Sequence[Recording]) -> bool:
    """Whether each is a number or a key, another one each time, of which no act says anything."""
    wanted = {number: value for number, value in enumerate(values) if value}
    pieces = by_affixes(wanted) if len(set(wanted.values())) > 1 else []
    own = next((piece for piece in pieces if len(set(piece.values())) > 1), wanted)
    given = [(value, recordings[number]) for number, value in own.items()]
    are_keys = all(value.isdigit() or looks_made(value) for value, _ in given)
    return are_keys and len({value for value, _ in given}) > 1 and not any(starmap(_says, given))


def _says(value: str, recording: Recording) -> bool:
    """Whether it was typed or clicked, or stands in an address that was gone to; without events nobody knows."""
    texts = (
        text
        for event in recording.events
        for text in (event.value or "", event.url, event.url_after, *event.around, *_of_element(event))
    )
    return not recording.events or any(value in text for text in texts)


def _of_element(event: Event) -> tuple[str, ...]:
    element = event.element
    return () if element is None else (element.text, element.label, *element.attributes.values())
