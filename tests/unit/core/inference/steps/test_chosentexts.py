"""What was chosen, within what is sent."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.answers.values import Argument, Coded, Constant, Joined
from scrapy_bt.core.inference.blackboard.workflow import Workflow
from scrapy_bt.core.inference.findings import Variability
from scrapy_bt.core.inference.origins.spellings import SentSpelling as Sent
from scrapy_bt.core.inference.steps.chosentexts import Chosen, chosen_in
from scrapy_bt.core.samples.parameters import Key
from scrapy_bt.core.samples.traffic import Event
from tests.recordings import SITE, ask, event, record

KEY = Key("query", "tag")


def chosen(values: tuple[str | None, ...], clicked: tuple[str, ...] = ()) -> Chosen:
    asked = [ask(f"/list?tag={value}", "<p>x</p>", at=100.0) if value is not None else None for value in values]
    recordings = [
        record(*filter(None, [exchange]), events=_clicks(clicked[number : number + 1]))
        for number, exchange in enumerate(asked)
    ]
    exchanges = tuple(next(iter(own.exchanges), None) for own in recordings)
    return chosen_in(
        Variability(0, KEY, varies=True, values=values), Workflow({0: exchanges}, {0: 0}, len(values)), recordings
    )


def test_the_ending_of_files_is_no_part_of_what_was_chosen() -> None:
    def chosen_file(*values: str) -> Chosen:
        asked = tuple(ask(f"/shelf/{value}", "<p>x</p>") for value in values)
        found = Variability(0, Key("path", "1"), varies=True, values=values)
        return chosen_in(found, Workflow({0: asked}, {0: 0}, len(values)), [record(each) for each in asked])

    without = Sent((), "", ".json", may_be_given=True)
    assert chosen_file("lamps.json", "ropes.json") == Chosen(("lamps", "ropes"), without)
    assert chosen_file("lamps.json", "ropes.xml") == Chosen(("lamps.json", "ropes.xml"))
    assert chosen(("lamps.json", "ropes.json")) == Chosen(("lamps.json", "ropes.json")), "it may have been typed"


def _clicks(texts: tuple[str, ...]) -> list[Event]:
    return [event(99.9, "click", "a", text=text) for text in texts]


@pytest.mark.parametrize(
    ("values", "clicked", "found"),
    [
        (("tag:lamp;", "tag:rope;"), (" lamp ", "rope"), Chosen(("lamp", "rope"), Sent((), "tag:", ";"))),
        (("lamp ", "rope "), (), Chosen(("lamp", "rope"), Sent((), "", " "))),
        (("lamp ", "rope "), ("more", "more"), Chosen(("lamp", "rope"), Sent((), "", " "))),
        (("lamp", "rope"), ("lamp", "rope"), Chosen(("lamp", "rope"))),
        (("l1", "r1"), ("lamp", "rope"), Chosen(("l1", "r1"))),
        (("a:lamp", "b:rope"), ("lamp", "rope"), Chosen(("a:lamp", "b:rope"))),
        (("lamp-lamp", "rope-lamp"), ("lamp", "rope"), Chosen(("lamp", "rope"), Sent((), "", "-lamp"))),
        (("lamp-lamp", "rope-rope"), ("lamp", "rope"), Chosen(("lamp-lamp", "rope-rope"))),
        (("lamp ", None), (), Chosen(("lamp ", None))),
        (
            ("kind:lamp:", "kind:rope:"),
            ("lamp (12)", "rope [1,204]"),
            Chosen(("lamp", "rope"), Sent((), "kind:", ":")),
        ),
        (("kind:lamp", "kind:rope"), ("lamp:* (12)", "rope:* 3"), Chosen(("lamp", "rope"), Sent((), "kind:"))),
        (("lamp", "rope"), ("Lamp", "Rope"), Chosen(("Lamp", "Rope"), Sent(("lower",)))),
        (("lamp", "rope"), ("Lamp (12)", "rope (3)"), Chosen(("Lamp", "rope"), Sent(("lower",)))),
        (("lamp", "Rope"), ("Lamp", "ROPE"), Chosen(("lamp", "Rope"))),
        (("lamp", "lamp"), ("Lamp", "Lamp"), Chosen(("lamp", "lamp"))),
        (("n:lamp 2", "n:rope 3"), ("lamp 2", "rope 3"), Chosen(("lamp 2", "rope 3"), Sent((), "n:"))),
    ],
)
def test_what_stands_around_it_is_the_same_in_all_recordings(
    values: tuple[str | None, ...], clicked: tuple[str, ...], found: Chosen
) -> None:
    assert chosen(values, clicked) == found


def test_the_value_is_made_of_the_argument() -> None:
    assert Chosen(("lamp", "rope")).value("tag") == Argument("tag")
    assert Chosen(("Lamp", "Rope"), Sent(("lower",))).value("tag") == Coded(Argument("tag"), "lower")
    assert Chosen(("lamp", "rope"), Sent((), "tag:")).value("tag") == Joined((Constant("tag:"), Argument("tag")))


def test_the_row_of_a_link_that_says_the_same_each_time_tells_what_was_chosen() -> None:
    names = ("hills", "woods")
    rows = "".join(
        f'<tr><td>2 days ago</td><td>{name}</td><td><a href="/list?tag=of/{name}">show</a>' for name in names
    )
    values = tuple(f"of/{name}" for name in names)
    recordings = [
        record(
            ask("/tags", f"<table>{rows}</table>", at=90.0),
            ask(f"/list?tag={value}", "<p>x</p>", at=100.0),
            events=[event(99.9, "click", "a", text="show", href=f"/list?tag={value}", url=f"{SITE}/tags")],
        )
        for value in values
    ]
    steps = {step: tuple(own.exchanges[step] for own in recordings) for step in (0, 1)}
    found = chosen_in(Variability(1, KEY, varies=True, values=values), Workflow(steps, {0: 0, 1: 1}, 2), recordings)
    assert found == Chosen(names, Sent((), "of/"))


def test_without_events_a_word_between_signs_is_what_was_given() -> None:
    around = Sent((), "ilike.*", "*", may_be_given=True)
    assert chosen(("ilike.*lamp*", "ilike.*rope*")) == Chosen(("lamp", "rope"), around)
    whole = ("select a from b where c = 'lamp'", "select a from b where c = 'rope'")
    assert chosen(whole) == Chosen(whole), "written as a whole"
    for plain in (("red-shoes", "blue-shoes"), ("10:30", "10:45")):
        assert chosen(plain) == Chosen(plain)


@pytest.mark.parametrize("values", [("north@hills.example", "south@hills.example"), ("shop.com", "school.com")])
def test_names_of_hosts_and_of_people_there_are_whole(values: tuple[str, ...]) -> None:
    asked = tuple(ask(f"/lists/{value}", "<p>x</p>") for value in values)
    found = Variability(0, Key("path", "1"), varies=True, values=values)
    recordings = [record(each) for each in asked]
    assert chosen_in(found, Workflow({0: asked}, {0: 0}, len(values)), recordings) == Chosen(values)


def test_without_events_a_word_of_a_list_in_small_letters_may_be_given_in_others() -> None:
    def of(names: str) -> Chosen:
        entries = [{"name": name} for name in names.split()]
        recordings = [record(ask("/all", entries), ask(f"/list?tag={value}", "<p>x</p>")) for value in ("lamp", "rope")]
        steps = {step: tuple(own.exchanges[step] for own in recordings) for step in (0, 1)}
        varying = Variability(1, KEY, varies=True, values=("lamp", "rope"))
        return chosen_in(varying, Workflow(steps, {0: 0, 1: 1}, 2), recordings)

    assert of("lamp rope kettle") == Chosen(("lamp", "rope"), Sent(("lower",)))
    assert of("lamp rope Kettle") == Chosen(("lamp", "rope"))
