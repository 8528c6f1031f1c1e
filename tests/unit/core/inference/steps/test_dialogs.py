"""What was given to the browser itself counts as typed."""

from __future__ import annotations

from dataclasses import replace

from scrapy_bt.core.inference.steps.dialogs import with_dialogs
from scrapy_bt.core.samples.traffic import Event, Recording
from tests.recordings import ask, record

TOLD = "Basic YWRhOmEgYiY="
"""Of `ada` and `a b&`."""
CLICK = Event(1.0, "click")


def read(recording: Recording) -> Recording:
    (found,) = with_dialogs([recording])
    return found


def with_address(address: str) -> Recording:
    recording = record(ask("/find", "<p>Found</p>"))
    (exchange,) = recording.exchanges
    assert exchange.answer is not None
    sent, answer = replace(exchange.sent, url=address), replace(exchange.answer, url=address)
    return replace(recording, exchanges=(replace(exchange, sent=sent, answer=answer),), events=(CLICK,))


def test_what_stands_in_an_address_is_sent_in_a_header_and_typed() -> None:
    found = read(with_address("https://ada:a%20b%26@shop.test/find?q=1"))
    (exchange,) = found.exchanges
    assert exchange.answer is not None
    assert (exchange.sent.url, exchange.answer.url) == ("https://shop.test/find?q=1",) * 2
    assert exchange.sent.header("authorization") == TOLD
    told = [(event.element.attributes["name"], event.value) for event in found.events if event.element is not None]
    assert told == [("username", "ada"), ("password", "a b&")]


def test_what_was_typed_on_a_page_is_typed_once_and_nothing_where_no_events_are_known() -> None:
    plain = record(ask("/find", "<p>Found</p>", sends={"Authorization": TOLD}))
    typed = replace(plain, events=(Event(1.0, "change", value="a b&"),))
    assert read(plain) == plain
    assert read(typed) == typed
    assert len(read(replace(plain, events=(CLICK,))).events) == 3


def test_an_address_without_a_name_stays_as_it_is() -> None:
    recording = with_address("https://shop.test/find?q=a@b")
    assert read(recording) == recording
