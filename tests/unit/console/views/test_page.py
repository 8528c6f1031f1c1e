import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import quote

import pytest

from scrapy_bt import console as package
from scrapy_bt.console.access.roles import Role
from scrapy_bt.console.access.users import Users
from scrapy_bt.console.state import Console
from scrapy_bt.console.views.login import show
from scrapy_bt.console.views.page import THEMES
from scrapy_bt.console.views.settings import SETTINGS
from tests.unit.console.conftest import Client, MadeCrawl

FOREIGN = (
    "<img src=x onerror=alert(1)>", "</script><script>alert(1)</script>", "javascript:alert(1)",
    '" onmouseover="alert(1)', "\u202egnp.exe", "\x1b[31mred", "a\x00b", "half \ud83d",
)  # fmt: skip


@pytest.mark.parametrize(("accepted", "tag", "word"), [("en", "en", "Overview"), ("zh-CN", "zh-CN", "总览")])
def test_a_page_is_in_the_readers_language(client: Client, accepted: str, tag: str, word: str) -> None:
    text = client.get("/", **{"accept-language": accepted}).text
    assert f'<html lang="{tag}"' in text
    assert word in text


def test_a_theme_is_one_of_three(client: Client) -> None:
    for theme in THEMES:
        assert f'data-theme="{theme}"' in client.get("/", cookie=f"bt_theme={theme}").text
    assert 'data-theme="auto"' in client.get("/", cookie="bt_theme=evil").text


def test_what_is_shown_of_foreign_text_is_text(client: Client, crawl: MadeCrawl) -> None:
    crawl.bury("<script>alert(1)</script>")
    crawl.add('main/"><img src=x>')
    for path in ("/crawls/shop", "/crawls/shop/letters", "/crawls/shop/tasks"):
        text = client.get(path).text
        assert "<script>alert" not in text
        assert "<img" not in text


@pytest.mark.parametrize("foreign", FOREIGN)
def test_what_strangers_wrote_is_told_as_text_by_pages_live_news_and_refusals(
    client: Client, crawl: MadeCrawl, foreign: str
) -> None:
    crawl.bury(foreign)
    crawl.add(f"main/{foreign}")
    for path in ("/", "/crawls/shop", "/crawls/shop/letters", "/crawls/shop/tasks"):
        answer = client.get(path)
        assert answer.status == 200
        told = _Tags()
        told.feed(answer.text)
        assert told.found == []
    for path in ("/api/v1/crawls", "/api/v1/crawls/shop", "/api/v1/crawls/shop/letters", "/api/v1/crawls/shop/tasks"):
        answer = client.get(path)
        assert (answer.status, answer.headers["content-type"]) == (200, "application/json")
    for order in ({"action": "pause", "node": foreign}, {"action": foreign}, {"action": "pause", foreign: 1}):
        answer = client.post("/api/v1/crawls/shop/orders/plan", json.dumps(order))
        assert answer.status in (200, 404, 409, 422)
        assert answer.headers["content-type"] == "application/json"
    missing = client.get(f"/crawls/{quote(foreign, errors='surrogatepass')}")
    assert missing.status in (404, 409)


class _Tags(HTMLParser):
    """Elements and addresses that only strangers write."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "img" or (tag == "script" and not {"src", "type"} & dict(attrs).keys()):
            self.found.append(tag)
        self.found += [name for name, _ in attrs if name.startswith("on")]
        self.found += [
            value for name, value in attrs if name in ("href", "src") and value and ":" in value.split("/")[0]
        ]


def test_no_page_holds_the_key_or_writes_style_or_script_into_itself(client: Client, crawl: MadeCrawl) -> None:
    crawl.add("main/list")
    session = client.console.sessions.of_key
    for path in ("/", "/crawls/shop", "/runs", "/settings", "/login"):
        text = client.get(path).text
        assert " style=" not in text
        assert " onclick" not in text
        assert session("") is None


def test_what_cannot_be_shown_is_told_on_a_page(client: Client) -> None:
    answer = client.get("/crawls/shap")
    assert answer.status == 404
    assert "did you mean &#39;shop&#39;?" in answer.text


def test_it_asks_for_the_key_or_for_name_and_password(
    client: Client, console: Console, make_client: Callable[[Console], Client]
) -> None:
    assert '<input name="key"' in client.get("/login", role=None).text
    console.users = Users(console.project / "users.json")
    assert '<input name="password" type="password"' in make_client(console).get("/login", role=None).text
    assert show.__name__ == "show"


def test_every_setting_is_there_without_secrets(client: Client) -> None:
    client.console.settings.set("BT_STORE_URL", "postgresql://ann:sesame@a.test/x", priority="project")
    text = client.get("/settings").text
    assert all(f"<code>{each.name}</code>" in text for each in SETTINGS)
    assert "sesame" not in text
    assert "ann:…@a.test" in text


def test_language_and_theme_are_kept(client: Client) -> None:
    answer = client.get("/settings?language=zh_CN&theme=dark")
    assert (answer.status, answer.headers["location"]) == (303, "/settings")
    assert "bt_theme=dark" in answer.headers["set-cookie"]
    assert client.get("/settings?language=evil").status == 200


def test_without_recordings_the_page_says_how_to_make_one(client: Client) -> None:
    assert "scrapy bt record URL" in client.get("/samples", role=Role.EDITOR).text


def test_cells_that_stand_below_each_other_have_the_names_of_their_columns() -> None:
    """Where a table is stacked its head is not seen; a row begins with what names it, and buttons name themselves."""
    templates = Path(package.__file__).parent / "templates"
    tables = 0
    for path in templates.glob("*.jinja"):
        for table in re.findall(r'<table class="[^"]*stack[^"]*">.*?</table>', path.read_text("utf-8"), re.DOTALL):
            head, _, body = table.partition("</thead>")
            cells = re.findall(r"<t[dh]\b(?![^>]*colspan)[^>]*>", body)
            tables += bool(body)
            assert len(cells) == head.count("<th>") + head.count("<th ")
            assert [one for one in cells[1:] if "data-head" not in one and "buttons" not in one] == []
    assert tables == 15
