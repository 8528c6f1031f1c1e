"""Entries that are asked for as a script spells what they are called."""

from __future__ import annotations

from scrapy_bt.core.inference.blackboard.workflow import workflow_of
from scrapy_bt.core.inference.findings import Records
from scrapy_bt.core.inference.goal import Goal
from scrapy_bt.core.inference.inference import Inference
from scrapy_bt.core.inference.judging import Judge
from scrapy_bt.core.inference.rehearsal import Rehearsal, Visited
from scrapy_bt.core.inference.replay.drafts import Draft
from scrapy_bt.core.inference.replay.planning import Planner
from scrapy_bt.core.inference.scrutiny.spelledkeys import against_spelled_keys
from scrapy_bt.core.inference.scrutiny.subject import Subject
from tests.recordings import ask, record

HOST = "https://shop.test"


def subject_of(names: list[str]) -> Subject:
    """A list of names, of which the first two were opened each time."""
    listed = {"things": [{"name": name} for name in names]}
    recordings = [
        record(
            ask("/", "<div id=app></div>"),
            ask("/api/things", listed),
            *(ask(f"/api/things/{name.lower().replace(' ', '-')}", {"price": f"{len(name)} €"}) for name in names[:2]),
        )
        for _ in range(2)
    ]
    inference = Inference(recordings, Goal(level="none"))
    inference.next()
    planner = Planner(inference.board)
    (detail,) = planner.lists
    judge = Judge(planner, workflow_of(inference.board), Records(detail, None, ()), detail)
    return Subject(judge, planner, Draft((1, detail)), recordings, [{}, {}])


def run(subject: Subject, *keys: str) -> Rehearsal:
    listed = subject.planner.first(1).answer
    assert listed is not None
    visits = {Visited("thing", "GET", f"{HOST}/api/things/{key}"): 1 for key in keys}
    return Rehearsal(0, visits=visits, pages={"things": (listed,)})


def test_an_entry_that_nothing_came_for_is_told() -> None:
    subject = subject_of(["Red lamp", "Blue rope", "Half/full jar"])
    assert not list(against_spelled_keys(subject, [run(subject, "red-lamp", "blue-rope", "halffull-jar")]))
    (told,) = against_spelled_keys(subject, [run(subject, "red-lamp", "blue-rope")])
    assert told == "an entry of a list was asked for as “halffull-jar”, which the site does not have"


def test_where_what_was_opened_came_by_another_address_nothing_is_told() -> None:
    subject = subject_of(["Red lamp", "Blue rope", "Half/full jar"])
    assert not list(against_spelled_keys(subject, [run(subject, "17", "18")]))


def test_two_entries_that_are_spelled_alike_are_told() -> None:
    subject = subject_of(["Red lamp", "Blue rope", "Tin cup", "Tin cup"])
    (told,) = against_spelled_keys(subject, [])
    assert told == "two entries of a list are both asked for as “tin-cup”: only one of them came"
