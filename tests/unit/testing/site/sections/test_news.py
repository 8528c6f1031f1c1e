import re

import pytest

from scrapy_bt.testing.site.content.news import NEWS_COUNT, make_news
from scrapy_bt.testing.site.exchange import Ask
from scrapy_bt.testing.site.sections.news import PER_PAGE, News


@pytest.fixture
def news():
    return News("practice")


def text(news, path):
    return news.fixed[path].body.decode("gb18030")


def test_pages_do_not_say_in_their_header_how_they_are_written(news):
    reply = news.fixed["/news/"]
    assert reply.content_type == "text/html"
    assert b"charset=gb2312" in reply.body
    with pytest.raises(UnicodeDecodeError):
        reply.body.decode("utf-8")


def test_lists_lead_to_each_other_and_to_every_report(news):
    path, titles = "/news/list_1.html", []
    for _ in range(NEWS_COUNT // PER_PAGE):
        page = text(news, path)
        for link, title in re.findall(r'<a class="title" href="([^"]*)"[^>]*>(.*)</a>', page):
            assert f"<h1>{title}</h1>" in text(news, link)
            titles.append(title)
        following = re.search(r'<a href="([^"]*)">下一页', page)
        path = f"/news/{following[1]}" if following else ""
    assert not path
    assert titles == [report.title for report in make_news("practice")]


def test_other_paths_are_not_there(news):
    assert news.answer(Ask("/news/list_99.html")).status == 404
