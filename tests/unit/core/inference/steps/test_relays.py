from __future__ import annotations

from dataclasses import replace

import pytest

from scrapy_bt.core.inference.steps.relays import with_relays
from scrapy_bt.core.samples.traffic import Exchange
from tests.recordings import ask, record

TOKEN = "q8Zr2Lw0Xk5Vn3Bt"
PAGE = "<h1>Hall</h1>"


def relay(location: str, **rest) -> Exchange:  # type: ignore[no-untyped-def]
    """Redirects to `/two`, then to *location*, then to the hall."""
    hops = [
        ask("/one", status=302, gives={"Location": "/two"}, kind=""),
        ask("/two", status=302, gives={"Location": location}, kind=""),
        ask("/three", status=302, gives={"Location": "/hall"}, kind=""),
    ]
    placed = [replace(hop, started=1_700_000_000.0 + number, seconds=0.5) for number, hop in enumerate(hops)]
    return ask("/one", rest.pop("page", PAGE), hops=placed, lands="https://shop.test/hall", at=0.0, seconds=3.0, **rest)


def sends(token: str = TOKEN, **rest) -> Exchange:  # type: ignore[no-untyped-def]
    return ask("/rows", {"rows": []}, sends={"X-Pass": f"Bearer {token}"}, **rest)


def addresses(exchanges: tuple[Exchange, ...]) -> list[str]:
    return [exchange.sent.url.removeprefix("https://shop.test") for exchange in exchanges]


def test_redirects_are_parted_up_to_the_one_that_tells_what_is_sent_later() -> None:
    (one,) = with_relays([record(ask("/"), relay(f"/three#pass={TOKEN}"), sends())])
    assert addresses(one.exchanges) == ["/", "/one", "/two", "/three", "/rows"]
    assert [exchange.index for exchange in one.exchanges] == [0, 1, 2, 3, 4]
    assert [len(exchange.hops) for exchange in one.exchanges] == [0, 0, 0, 1, 0]
    told, rest = one.exchanges[2:4]
    assert told.answer is not None
    assert told.answer.header("location") == f"/three#pass={TOKEN}"
    assert told.kind == "document"
    assert rest.answer is not None
    assert rest.answer.body == PAGE.encode()
    assert (rest.started - told.started, rest.seconds) == (0.5, 1.5)


def test_where_the_last_redirect_tells_it_the_page_is_asked_for_by_its_own_address() -> None:
    hop = ask("/login", status=302, form={"a": "b"}, gives={"Location": f"/hall#{TOKEN}"}, sets={"session": "s1"})
    chain = ask("/login", PAGE, form={"a": "b"}, hops=[hop], lands="https://shop.test/hall")
    (one,) = with_relays([record(chain, sends())])
    assert addresses(one.exchanges) == ["/login", "/hall", "/rows"]
    page = one.exchanges[1].sent
    assert (page.method, page.body, page.header("cookie")) == ("GET", None, "session=s1")


def test_a_chain_that_is_parted_in_one_recording_is_parted_in_all() -> None:
    known = [record(relay(f"/three#pass={TOKEN}"), sends()), record(relay("/three#pass=m4Tc9Yh1Ds7Gp6Fj"))]
    assert [addresses(each.exchanges)[:3] for each in with_relays(known)] == [["/one", "/two", "/three"]] * 2


@pytest.mark.parametrize(
    "exchanges",
    [
        (relay(f"/three#pass={TOKEN}"),),
        (relay(f"/three#pass={TOKEN}"), sends("m4Tc9Yh1Ds7Gp6Fj")),
        (relay(f"/three#pass={TOKEN}", page=f"<p>{TOKEN}</p>"), sends()),
        (relay(f"/three#pass={TOKEN}"), ask("/session", {"pass": TOKEN}), sends()),
        (ask("/", TOKEN), relay(f"/three#pass={TOKEN}"), sends()),
        (ask(f"/?next={TOKEN}"), relay(f"/three#pass={TOKEN}"), sends()),
        (relay(f"/three#pass={TOKEN}", sets={"pass": TOKEN}), sends()),
        (relay("/three#pass=red"), sends("red")),
        (ask("/", TOKEN), sends()),
    ],
    ids=[
        "nobody sends it", "another is sent", "the page has it", "another answer has it", "an answer before has it",
        "the client had it", "it is a cookie", "it is a word", "there are no redirects",
    ],
)  # fmt: skip
def test_redirects_that_tell_nothing_of_use_stay_one_request(exchanges: tuple[Exchange, ...]) -> None:
    known = [record(*exchanges)]
    assert with_relays(known) == tuple(known)


def test_what_is_answered_only_after_it_was_sent_is_an_echo() -> None:
    (one,) = with_relays([record(relay(f"/three#pass={TOKEN}"), sends(), ask("/echo", {"pass": TOKEN}))])
    assert len(one.exchanges) == 5
