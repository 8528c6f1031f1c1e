"""Chains of redirects become one exchange."""

from scrapy_bt.core.samples.redirects import fold_redirects, location_of
from scrapy_bt.core.samples.traffic import Answer, Exchange, Sent

SHOP = "https://shop.example"


def exchange(method: str, path: str, status: int, location: str = "", *, at: float = 0.0, page: str = "") -> Exchange:
    url = f"{SHOP}{path}"
    headers = (("Location", location),) if location else ()
    return Exchange(0, Sent(method, url), Answer(status, url, headers), started=at, seconds=0.5, page=page)


def folded(*exchanges: Exchange) -> list[tuple[int, str, str, list[str]]]:
    return [
        (
            one.index,
            one.sent.url.removeprefix(SHOP),
            one.answer.url if one.answer else "",
            [h.sent.url for h in one.hops],
        )
        for one in fold_redirects(exchanges)
    ]


def test_a_login_and_where_it_leads_are_one() -> None:
    chain = (
        exchange("POST", "/login", 302, "/token?t=1", at=1),
        exchange("GET", "/style.css", 200, at=1.2),
        exchange("GET", "/token?t=1", 303, f"{SHOP}/home#top", at=1.5),
        exchange("GET", "/home", 200, at=2),
    )
    assert folded(*chain) == [
        (0, "/login", f"{SHOP}/home", [f"{SHOP}/login", f"{SHOP}/token?t=1"]),
        (1, "/style.css", f"{SHOP}/style.css", []),
    ]
    first = fold_redirects(chain)[0]
    assert first.sent.method == "POST"
    assert first.seconds == 1.5
    assert [hop.answer.status if hop.answer else 0 for hop in first.hops] == [302, 303]


def test_a_redirect_whose_target_was_not_recorded_stays() -> None:
    assert folded(exchange("GET", "/a", 302, "/b"))[0][3] == []


def test_a_method_that_has_to_be_kept_is_kept() -> None:
    assert len(folded(exchange("POST", "/a", 307, "/b"), exchange("GET", "/b", 200, at=1))) == 2
    assert len(folded(exchange("POST", "/a", 307, "/b"), exchange("POST", "/b", 200, at=1))) == 1


def test_another_tab_follows_its_own_redirect() -> None:
    one = exchange("GET", "/a", 302, "/c", page="1")
    other = exchange("GET", "/b", 302, "/c", page="2")
    result = folded(one, other, exchange("GET", "/c", 200, at=1, page="2"), exchange("GET", "/c", 200, at=2, page="1"))
    assert [(path, len(hops)) for _, path, _, hops in result] == [("/a", 1), ("/b", 1)]


def test_a_page_that_redirects_to_itself_once_is_one() -> None:
    assert folded(exchange("GET", "/a", 302, "/a"), exchange("GET", "/a", 200, at=1)) == [
        (0, "/a", f"{SHOP}/a", [f"{SHOP}/a"])
    ]


def test_locations() -> None:
    assert location_of(exchange("GET", "/a/b", 302, "c#d")) == f"{SHOP}/a/c"
    assert location_of(exchange("GET", "/a", 200, "/b")) is None
    assert location_of(exchange("GET", "/a", 302)) is None
    assert location_of(exchange("GET", "/a", 302, "http://[broken")) is None
