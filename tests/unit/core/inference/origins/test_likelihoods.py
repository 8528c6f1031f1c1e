"""What is likely to be needed, before anything is sent."""

import pytest

from scrapy_bt.core.inference.origins.likelihoods import SUPERFLUOUS, in_lists, is_browsers_own, likelihood
from scrapy_bt.core.samples.parameters import Key


@pytest.mark.parametrize(
    ("key", "value"),
    [
        (Key("header", "user-agent"), "Mozilla"),
        (Key("header", "sec-ch-ua"), "x"),
        (Key("header", "traceparent"), "00-1"),
        (Key("cookie", "_ga"), "GA1.2"),
        (Key("query", "utm_source"), "mail"),
        (Key("query", "_"), "1700000000000"),
        (Key("form", "comment"), ""),
    ],
)
def test_what_hardly_any_site_needs_is_left_out_from_the_start(key: Key, value: str) -> None:
    assert likelihood(key, value, is_traced=False) <= SUPERFLUOUS


@pytest.mark.parametrize(
    ("key", "is_traced"),
    [
        (Key("header", "authorization"), False),
        (Key("header", "x-anything"), True),
        (Key("form", "csrf_token"), False),
        (Key("json", "variables.authToken"), False),
        (Key("query", "q"), True),
        (Key("path", "1"), False),
        (Key("body", ""), False),
    ],
)
def test_what_is_probably_needed_is_tried_by_itself(key: Key, is_traced: bool) -> None:
    assert likelihood(key, "value", is_traced=is_traced) > 0.5


def test_constants_are_in_between() -> None:
    for key in (Key("query", "view"), Key("form", "remember"), Key("header", "x-app")):
        assert SUPERFLUOUS < likelihood(key, "wide", is_traced=False) < 0.5


def test_cookies_of_earlier_visits_are_left_out_but_those_of_a_session() -> None:
    assert all(likelihood(Key("cookie", name), "x", is_traced=False) <= SUPERFLUOUS for name in ("theme", "s_fid"))
    kept = ("PHPSESSID", "connect.sid", "remember_me", "_app_session", "XSRF-TOKEN")
    assert all(likelihood(Key("cookie", name), "x", is_traced=False) > 0.5 for name in kept)


def test_what_browsers_send_by_themselves_is_known() -> None:
    assert is_browsers_own("Accept-Language")
    assert is_browsers_own("Alt-Used"), "of an alternative service (RFC 7838)"
    assert is_browsers_own("Sec-Purpose"), "no script may set it"
    assert not is_browsers_own("X-Requested-With")


def test_what_was_given_or_is_a_word_busts_no_cache() -> None:
    assert likelihood(Key("query", "t"), "1700000000", is_traced=True) <= SUPERFLUOUS
    assert likelihood(Key("query", "t"), "hills", is_traced=True) > 0.5
    assert likelihood(Key("query", "t"), "1700", is_traced=True, is_given=True) > 0.5


def test_of_many_that_a_number_tells_apart_one_is_needed() -> None:
    columns = [(1, Key("form", f"columns[{number}][{name}]")) for number in range(20) for name in ("data", "regex")]
    few = [(1, Key("form", f"page[{number}]")) for number in range(3)]
    likelihoods = in_lists(dict.fromkeys([*columns, *few, (2, Key("form", "columns[0][data]"))], 0.4))
    assert [likelihoods[place] for place in columns] == [0.05] * 40
    assert [*likelihoods.values()][-4:] == [0.4] * 4
    assert [key.name for _, key in likelihoods][:2] == ["columns[0][data]", "columns[1][data]"], "those of one kind"
