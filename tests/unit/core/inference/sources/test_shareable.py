from __future__ import annotations

from base64 import b64encode

import pytest

from scrapy_bt.core.inference.findings import Shareable
from scrapy_bt.core.inference.replay.planning import Planner
from scrapy_bt.core.inference.sources import SOURCES
from scrapy_bt.core.inference.sources.shareable import lifetime
from scrapy_bt.core.samples.traffic import Answer
from tests.recordings import answer, ask, event, infer, record

FORM = '<form action="/login"><input type="hidden" name="csrf" value="{}"><input name="pw" type="password"></form>'


def test_a_login_with_the_form_that_it_needs() -> None:
    def recording(token: str, session: str):  # type: ignore[no-untyped-def]
        return record(
            ask("/"),
            ask("/login", FORM.format(token), sets={"visit": token[::-1]}),
            ask("/login", form={"csrf": token, "pw": "practice"}, cookies={"visit": token[::-1]}, sets={"s": session}),
            ask("/list", cookies={"s": session}),
            events=[event(1.5, "change", value="practice", name="pw", type="password")],
        )

    known = infer([recording("a8f7e6d5c4b3a291", "x1"), recording("b8f7e6d5c4b3a299", "x2")], *SOURCES)
    assert known.findings(Shareable) == [Shareable((1, 2))]


def test_a_token_that_many_requests_send() -> None:
    def recording(token: str):  # type: ignore[no-untyped-def]
        sends = {"Authorization": f"Bearer {token}"}
        first = ask("/token", {"token": token, "expires_in": 300})
        return record(first, *(ask(f"/api/{name}", {"n": name}, sends=sends) for name in ("a", "b")))

    known = infer([recording("a8f7e6d5c4b3a291"), recording("b8f7e6d5c4b3a299")], *SOURCES)
    assert known.findings(Shareable) == [Shareable((0,), 300.0)]
    assert known.facts(Shareable)[0].status == "unverified"


def test_a_page_that_was_asked_for_with_a_word_of_the_person_serves_no_other_run() -> None:
    def recording(token: str, word: str):  # type: ignore[no-untyped-def]
        sends = {"X-CSRF-Token": token}
        first = ask(f"/list?word={word}", f'<meta name="csrf" content="{token}"><input name="word">')
        more = (ask(f"/more?from={word}{number}", {"n": number}, sends=sends) for number in range(2))
        return record(
            ask("/", '<form action="/list"><input name="word"></form>'),
            first,
            *more,
            events=[event(0.5, "change", value=word, name="word")],
        )

    known = infer([recording("a8f7e6d5c4b3a291", "copper"), recording("b8f7e6d5c4b3a299", "timber")], *SOURCES)
    assert known.findings(Shareable) == []


def test_a_password_in_a_header_of_its_own_logs_nobody_in() -> None:
    sends = {"Password": "quiet & please"}
    typed = [event(0.4, "change", value="quiet & please", name="pass", type="password")]
    own = record(ask("/"), ask("/auth", {"ok": True}, sends=sends), ask("/b", {"n": 2}, sends=sends), events=typed)
    known = infer([own, own], *SOURCES)
    assert known.findings(Shareable) == []
    assert Planner(known).logins == frozenset()
    assert Planner(known).argument_value("pass", 1) == "quiet & please"


def test_credentials_that_each_request_sends_log_nobody_in() -> None:
    sends = {"Authorization": "Basic " + b64encode(b"jim:quiet & please").decode()}
    typed = [
        event(0.2, "change", value="jim", name="user"),
        event(0.4, "change", value="quiet & please", name="pass", type="password"),
    ]
    own = record(ask("/"), ask("/api/a", {"n": 1}, sends=sends), ask("/api/b", {"n": 2}, sends=sends), events=typed)
    known = infer([own, own], *SOURCES)
    assert known.findings(Shareable) == []
    assert Planner(known).logins == frozenset()
    assert Planner(known).argument_value("user", 0) == "jim"
    assert Planner(known).argument_value("pass", 1) == "quiet & please"


@pytest.mark.parametrize(
    ("own", "seconds"),
    [
        (answer("/", {"expires_in": 60}), 60),
        (answer("/", '<script>x = {"expires_in": 90}</script>'), 90),
        (answer("/", "", cookies={"s": "1; Max-Age=1800"}), 1800),
        (answer("/", "", cookies={"s": "1"}), None),
        (answer("/", "nothing"), None),
    ],
)
def test_how_long_it_holds(own: Answer, seconds: float | None) -> None:
    assert lifetime(own) == seconds
