from scrapy_bt.core.inference.answers.values import Coded, Constant, Extraction, Joined, Taken
from scrapy_bt.core.inference.explanation.places import places_of
from scrapy_bt.core.inference.findings import EventClass, ListOf, Loop, Noise, Origin, Records, SessionCookie, Step
from scrapy_bt.core.samples.parameters import Key

ID = Extraction("json", "id")


def test_a_value_is_seen_where_it_is_sent_and_where_each_of_its_pieces_is_from() -> None:
    value = Joined((Constant("v-"), Coded(Taken(1, ID), "url")))
    assert list(places_of(Origin(3, Key("form", "t"), value))) == [
        {"step": 4, "key": ["form", "t", 0]},
        {"step": 2, "take": ["json", "id", ""]},
    ]


def test_lists_pages_and_records_are_seen_in_the_answers_that_hold_them() -> None:
    row = Extraction("css", "li")
    assert list(places_of(Records(2, row, (("title", Extraction("css", "b::text", of="html")),)))) == [
        {"step": 3, "take": ["css", "b::text", "html"], "each": ["css", "li", ""]}
    ]
    assert list(places_of(ListOf(1, 2, None, row))) == [
        {"step": 2, "take": ["css", "li", ""]},
        {"step": 3, "key": ["url", "", 0]},
    ]
    assert list(places_of(Loop(2, (3, 4), "cursor", Key("query", "c"), Taken(2, ID), until=row))) == [
        {"step": 3, "key": ["query", "c", 0]},
        {"step": 4, "key": ["query", "c", 0]},
        {"step": 3, "take": ["json", "id", ""]},
        {"step": 3, "take": ["css", "li", ""]},
    ]
    assert list(places_of(SessionCookie(1, "sid"))) == [{"step": 2, "take": ["cookie", "sid", ""]}]


def test_what_is_about_one_request_or_an_event_has_no_place_by_steps() -> None:
    assert list(places_of(Noise(0, 3, "a picture"))) == list(places_of(EventClass("typing", (1,), "type"))) == []
    assert list(places_of(Step(4, (1, None)))) == [{"step": 5}]
