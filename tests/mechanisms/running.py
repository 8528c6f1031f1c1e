"""Infers and rehearses mechanisms in memory, as the command does over HTTP: replays, then the printed tree."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scrapy.http import Headers
from scrapy.responsetypes import responsetypes

from scrapy_bt.commands.shared.rehearsing import repeated_visits
from scrapy_bt.core.inference.conclusion import Conclusion
from scrapy_bt.core.inference.goal import Goal, Marks
from scrapy_bt.core.inference.growth import Grown, grow, print_grown
from scrapy_bt.core.inference.inference import Inference
from scrapy_bt.core.inference.rehearsal import Rehearsal, RehearsalFault, Visited, with_page
from scrapy_bt.core.inference.scrutiny.searches import NOWHERE
from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.samples.traffic import Answer, Recording, Sent
from scrapy_bt.core.tree import effects as ef
from scrapy_bt.core.tree.program import Program
from scrapy_bt.testing.stage import Conditions, Stage, StagedVisit
from tests.pure_site import Client, Site, finish

from .disturbances import Disturbance
from .mechanism import Mechanism, Row, Visitor

_SIGNS = re.compile(r"^\W+|\W+$")
"""What stands around a word that may be given with them or without, as `lamp*`."""
_MOST_REHEARSED, _MOST_OTHERS, _MOST_VISITS = 300, 60, 1_100
"""Requests of a crawl: of one with recorded input, with other input, and of the one that is judged."""


@dataclass
class Outcome:
    """How a mechanism came out."""

    inference: Inference
    tree: str
    records: Sequence[Mapping[str, Any]] = ()
    unfinished: str = ""
    lacking: list[str] = field(default_factory=list)
    """Entries of the input that are no argument of the tree."""
    missing: list[Row] = field(default_factory=list)
    wrong: list[Mapping[str, Any]] = field(default_factory=list)

    @property
    def is_right(self) -> bool:
        return not (self.missing or self.wrong or self.unfinished or self.lacking)


def record(mechanism: Mechanism, site: Site, *, has_events: bool = True) -> list[Recording]:
    """Browse with both inputs; *has_events* false: what a HAR tells of it."""
    found = []
    for number, given in enumerate(mechanism.inputs):
        visitor = Visitor(site, f"recording {number + 1}")
        mechanism.browse(visitor, **given)
        told = visitor.recording()
        found.append(told if has_events else replace(told, events=(), screen=None))
    return found


def infer(
    mechanism: Mechanism, marks: Marks | None = None, *, has_events: bool = True, disturb: Disturbance | None = None
) -> Outcome:
    """Infer with all replays, rehearse, try what else there is, and run the tree with the third input."""
    site = mechanism.serve()
    recordings = record(mechanism, site, has_events=has_events)
    if disturb is not None:
        recordings = [disturb(recording, number) for number, recording in enumerate(recordings)]
    inference = Inference(recordings, Goal(level="all", marks=marks or Marks()))
    while True:
        finish(inference, site)
        if not inference.can_be_rehearsed:
            break
        grown = grow(inference.conclusion)
        if grown.stubs:
            break
        if not inference.reconsider(_faults(inference, grown, site)):
            break
    conclusion = inference.conclusion
    grown = grow(conclusion)
    outcome = Outcome(inference, print_grown(grown))
    if not grown.stubs:
        _run_with_third(outcome, mechanism, conclusion, grown, site)
    return outcome


def _faults(inference: Inference, grown: Grown, site: Site) -> list[RehearsalFault]:
    rehearsals, repeated = list(_rehearse(inference, grown, site)), repeated_visits(grown)
    while any(inference.learns_of_nothing(run, grown.visits) for run in rehearsals):
        grown = grow(inference.conclusion)
        rehearsals = list(_rehearse(inference, grown, site))
    if faults := inference.compare(rehearsals, repeated):
        return faults
    others = []
    for other, own in inference.other_inputs():
        given = {name: own[each.name] for name, each in grown.arguments.items() if each.name in own}
        others.append(replace(crawl(print_grown(grown), site, given, 0, _MOST_OTHERS), other=other))
    if faults := inference.compare_other(others, rehearsals, repeated):
        return faults
    while others and others[-1].other == NOWHERE and inference.learns_of_nothing(others[-1], grown.visits):
        grown = grow(inference.conclusion)
        others[-1] = replace(crawl(print_grown(grown), site, given, 0, _MOST_OTHERS), other=NOWHERE)
    return []


def _rehearse(inference: Inference, grown: Grown, site: Site) -> Iterator[Rehearsal]:
    for recording in range(len(inference.board.recordings)):
        own = inference.input_of(recording, [given.name for given in grown.arguments.values()])
        given = {name: own[each.name] for name, each in grown.arguments.items() if each.name in own}
        yield (rehearsal := crawl(print_grown(grown), site, given, recording, _MOST_REHEARSED))
        if rehearsal.is_endless:
            break


def _run_with_third(outcome: Outcome, mechanism: Mechanism, conclusion: Conclusion, grown: Grown, site: Site) -> None:
    secrets = [own for own, each in grown.arguments.items() if each.is_secret]
    arguments = {own: min(_recorded(outcome.inference, grown.arguments[own].name)) for own in secrets}
    for name, text in mechanism.other.items():
        texts = [str(given.get(name)).casefold() for given in mechanism.inputs]
        recorded = {own for text in texts for own in (text, _SIGNS.sub("", text))}
        told = {own: _recorded(outcome.inference, each.name) for own, each in grown.arguments.items()}
        known = [own for own, given in told.items() if recorded & set(map(str.casefold, given))]
        arguments |= dict.fromkeys(known, text)
        outcome.lacking += [] if known else [name]
    rehearsal = crawl(outcome.tree, site, arguments, 0, _MOST_VISITS)
    outcome.records, outcome.unfinished = rehearsal.records, rehearsal.unfinished
    left = [tuple(map(str, row)) for row in mechanism.records(**mechanism.other)]
    for found in rehearsal.records:
        values = set(_texts(found))
        row = next((row for row in left if values.issuperset(row)), None)
        if row is None:
            outcome.wrong.append(found)
        else:
            left.remove(row)
    outcome.missing = left


def _recorded(inference: Inference, name: str) -> set[str]:
    return {
        text
        for number in range(len(inference.board.recordings))
        for text in inference.input_of(number, [name]).values()
    }


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for inner in value:
            yield from _texts(inner)
        yield " ".join(each for each in value if isinstance(each, str))
    elif value is not None:
        yield " ".join(str(value).split())


# A crawl


def crawl(tree: str, site: Site, arguments: Mapping[str, Any], recording: int, most: int) -> Rehearsal:
    """Run a tree against a site with one cookie jar."""
    stage = Stage(Program(parse(tree), text=tree), Conditions(now=1_800_000_000.0), stored=True)
    client = Client(site)
    visits: Counter[Visited] = Counter()
    pages: dict[str, tuple[Answer, ...]] = {}

    def come(unfinished: str = "", *, is_endless: bool = False) -> Rehearsal:
        return Rehearsal(recording, _emitted(stage), visits, unfinished, is_endless, pages)

    try:
        stage.begin(arguments)
        while stage.flights or stage.go_on():
            if client.sent > most:
                return come("did not come to an end", is_endless=True)
            if stage.flights:
                _fly(stage, stage.flights[0], client, visits, pages)
    except Exception as error:  # noqa: BLE001  # told as what came of it
        return come(f"broke off ({type(error).__name__}: {error})")
    failed = [each.effect for each in stage.log if isinstance(each.effect, (ef.Trouble, ef.Stopped))]
    return come(f"failed at {failed}" if failed else "")


def _emitted(stage: Stage) -> list[Mapping[str, Any]]:
    return [dict(each.effect.record) for each in stage.log if isinstance(each.effect, ef.Emit)]


def _fly(
    stage: Stage,
    flight: StagedVisit,
    client: Client,
    visits: Counter[Visited],
    pages: dict[str, tuple[Answer, ...]],
) -> None:
    request = flight.request
    headers = tuple((name.decode(), value.decode()) for name, values in request.headers.items() for value in values)
    cookies = request.cookies if isinstance(request.cookies, dict) else {}
    client.jar.update({str(name): str(value) for name, value in cookies.items()})
    sent = Sent(request.method, request.url, headers, request.body or None)
    _, answer, _ = client.send(sent, follows=not request.meta.get("dont_redirect"))
    own = Headers()
    for name, value in answer.headers:
        own.appendlist(name, value)
    body = answer.body or b""
    kind = responsetypes.from_args(headers=own, url=answer.url, body=body)
    if answer.status < 400:
        visits[Visited(flight.sent.node, request.method, request.url, repr(request.body))] += 1
        pages[flight.sent.node] = with_page(pages.get(flight.sent.node, ()), answer)
    response = kind(answer.url, status=answer.status, headers=own, body=body, request=request)
    stage.answer(flight, str(answer.status), response, "")


def tell(outcome: Outcome) -> str:
    """What is to be looked at where it is not right."""
    summary = outcome.inference.summary
    kind = f"{'right' if outcome.is_right else 'WRONG'}, {'proven' if summary.is_proven else 'not proven'}"
    steps = f"{summary.steps} steps → {summary.kept_steps}"
    parameters = f"{summary.parameters} parameters → {summary.kept_parameters}"
    records = f"missing {len(outcome.missing)}, wrong {len(outcome.wrong)}"
    lines = [f"{kind}; {steps}, {parameters}, {summary.replays} replays; {records}"]
    lines += [f"    {text}" for text in summary.unproven]
    if outcome.unfinished:
        lines.append(f"    unfinished: {outcome.unfinished}")
    if outcome.lacking:
        lines.append(f"    no argument for {', '.join(outcome.lacking)}")
    lines += [f"    missing {json.dumps(row)}" for row in outcome.missing[:2]]
    lines += [f"    wrong {json.dumps(row)}" for row in outcome.wrong[:2]]
    return "\n".join(lines)
