"""Requests for a word that was still being typed."""

from __future__ import annotations

from scrapy_bt.core.inference.steps.unfinished import unfinished_words
from scrapy_bt.core.samples.traffic import Element, Event, Exchange, Recording, Sent

_FIELD = Element("input", "body > input", {"name": "find"})


def asked(*queries: str, kind: str = "xhr", typed: str = "") -> Recording:
    sent = [Sent("GET", f"https://shop.test/find?{query}") for query in queries]
    events = (Event(1.0, "change", "https://shop.test/", _FIELD, typed),) if typed else ()
    return Recording("one", tuple(Exchange(number, each, kind=kind) for number, each in enumerate(sent)), events)


def test_each_request_for_more_letters_of_a_word_takes_the_place_of_the_one_before():
    assert unfinished_words(asked("q=l", "q=la", "q=lamp", "q=lamp&page=2", typed="lamp")) == {0, 1}
    assert unfinished_words(asked("q=l&draw=1", "q=la&draw=2", "q=lamp&draw=3")) == {0, 1}
    assert unfinished_words(asked("q=red", "q=red%20lamp", typed="red lamp")) == {0}


def test_what_was_not_typed_is_no_unfinished_word():
    assert unfinished_words(asked("q=la", "q=lamp")) == set()
    assert unfinished_words(asked("q=la", "q=lamp", typed="rope")) == set()
    assert unfinished_words(asked("after=1", "after=12", "after=123")) == set()
    assert unfinished_words(asked("at=a", "at=a%2Fb", "at=a%2Fb%2Fc")) == set()
    assert unfinished_words(asked("by=name", "by=name_desc", typed="name_desc")) == set()
    assert unfinished_words(asked("q=l", "q=la", "q=lamp", kind="document", typed="lamp")) == set()
