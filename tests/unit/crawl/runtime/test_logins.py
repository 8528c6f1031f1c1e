"""Visits that log in."""

from __future__ import annotations

from scrapy.http import HtmlResponse

from scrapy_bt.core.tree import events as ev
from scrapy_bt.core.tree.effects import Trouble
from scrapy_bt.crawl.project.trees import build_program
from scrapy_bt.crawl.reading.pages import ResponsePage
from scrapy_bt.crawl.runtime.logins import Logins

URL = "https://a.test/login"
TREE = f"""
main :: and {{ :login :page }}
login :: visit POST "{URL}" {{ form = {{ user = "ada" password = "word" }} }}
page :: visit "https://a.test/"
"""
PROGRAM = build_program(TREE, file="shop.bt", name="shop")
LOGIN, PAGE = (
    next(step for step in PROGRAM.operations if getattr(step, "name", "") == name) for name in ("login", "page")
)


def arrive(html: str, outcome: str = "200") -> ev.Arrived:
    return ev.Arrived(outcome, ResponsePage(HtmlResponse(URL, body=html.encode(), encoding="utf-8")))


def test_a_login_is_taken_by_a_page_that_asks_for_no_password_again() -> None:
    logins = Logins(PROGRAM)
    assert logins
    assert logins.is_taken(LOGIN, arrive("<h1>Hello</h1>"))
    assert not logins.is_taken(LOGIN, arrive("<form><input type=password name=word></form>"))
    assert not logins.is_taken(LOGIN, arrive("<h1>Hello</h1>", "403"))
    assert not logins.is_taken(PAGE, arrive("<h1>Hello</h1>"))
    assert not Logins(build_program("main :: and { true }", file="a.bt", name="a"))


def test_refused_logins_are_counted_with_the_first_page() -> None:
    logins = Logins(PROGRAM)
    for node, outcome, url in (
        ("login", "403", URL),
        ("login", "401", "b"),
        ("page", "403", "c"),
        ("page", "login", "d"),
    ):
        logins.note(Trouble(node, node, None, outcome), url)
    assert logins.refused == {"login": (2, URL), "page": (1, "d")}
