from __future__ import annotations

from scrapy_bt.core.inference.findings import SessionCookie
from scrapy_bt.core.inference.sources.alignment import AlignmentSource
from scrapy_bt.core.inference.sources.cookies import CookiesSource
from scrapy_bt.core.samples.traffic import Recording
from tests.recordings import ask, infer, record


def found(*recordings: Recording) -> list[tuple[int, str]]:
    known = infer(recordings, AlignmentSource(), CookiesSource())
    return [(each.step, each.name) for each in known.findings(SessionCookie)]


def login(visit: str, session: str) -> Recording:
    return record(
        ask("/", sets={"seen": "yes"}),
        ask("/login", sets={"session": visit}),
        ask(
            "/login",
            form={"user": "a"},
            cookies={"session": visit},
            hops=[ask("/login", status=302, sets={"session": session}, cookies={"session": visit})],
        ),
        ask("/list", cookies={"session": session}),
        ask("/more", cookies={"session": session}),
    )


def test_a_cookie_is_followed_from_who_sets_it() -> None:
    assert found(login("v1", "s1"), login("v2", "s2")) == [(1, "session"), (2, "session")]


def test_a_cookie_that_is_not_sent_back_or_by_script_is_none() -> None:
    assert found(record(ask("/", sets={"a": "1"}), ask("/b", cookies={"c": "2"}))) == []


def test_it_must_be_so_in_all_recordings() -> None:
    plain = record(ask("/"), ask("/login"), ask("/login", form={"user": "a"}), ask("/list"), ask("/more"))
    assert found(login("v1", "s1"), plain) == []


def test_without_cookies_there_is_nothing_to_do() -> None:
    assert not CookiesSource().applies([record(ask("/"))])
    known = infer([login("v", "s")], AlignmentSource(), CookiesSource())
    assert known.facts(SessionCookie)[1].why == (
        "the answer sets the cookie session, and 2 later requests send it back"
    )
