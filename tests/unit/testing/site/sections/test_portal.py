import re

import pytest

from scrapy_bt.testing.site.content.topics import make_articles
from scrapy_bt.testing.site.exchange import Ask
from scrapy_bt.testing.site.sections.portal import Portal, paths_of


@pytest.fixture(scope="module")
def portal():
    return Portal("practice")


def search(portal, **query):
    reply = portal.answer(Ask("/portal/search", query=query))
    assert reply.status == 200
    text = reply.body.decode()
    return re.findall(r'<li class="result"><a href="([^"]*)"', text), 'class="next"' in text


def walk(portal, **query):
    links, page, goes_on = [], 0, True
    while goes_on:
        page += 1
        found, goes_on = search(portal, page=str(page), **query)
        links += found
    return links


def test_all_pages_of_results_together_are_what_fits(portal):
    expected = [
        path
        for article in make_articles("practice")
        if article.language == "en" and article.fits(["harbour"])
        for path in paths_of(article)
    ]
    assert len(expected) > 20
    assert walk(portal, q="harbour", lang="en") == expected


def test_the_other_order_is_the_same_the_other_way_round(portal):
    newest = [link for link in walk(portal, q="灯塔") if "/article/" in link]
    oldest = [link for link in walk(portal, q="灯塔", sort="oldest") if "/article/" in link]
    assert oldest == newest[::-1]


def test_the_same_article_is_at_two_addresses(portal):
    twins = [article for article in make_articles("practice") if article.has_twin]
    assert twins
    for article in twins:
        first, second = (portal.fixed[path].body for path in paths_of(article))
        assert first == second


def test_other_paths_and_methods_are_refused(portal):
    assert portal.answer(Ask("/portal/article/9999.html")).status == 404
    assert portal.answer(Ask("/portal/search", method="POST")).status == 405
    assert portal.answer(Ask("/portal/search", query={"page": "0"})).status == 404
