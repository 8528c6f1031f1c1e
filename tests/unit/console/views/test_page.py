import pytest

from scrapy_bt.console.views.page import THEMES
from tests.unit.console.conftest import Client, MadeCrawl


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
