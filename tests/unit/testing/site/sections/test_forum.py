import re

import pytest

from scrapy_bt.testing.site.content.topics import LANGUAGES, PLACES, make_threads
from scrapy_bt.testing.site.exchange import Ask
from scrapy_bt.testing.site.sections.forum import Forum


@pytest.fixture(scope="module")
def forum():
    return Forum("practice")


def read(forum, path, **query):
    reply = forum.answer(Ask(path, query=query))
    assert reply.status == 200
    return reply.body.decode()


def walk(forum, path):
    """All pages from here on by their links to the next one."""
    page = 1
    while True:
        text = read(forum, path, page=str(page))
        yield text
        if 'class="next"' not in text:
            return
        page += 1


def test_boards_of_both_languages_have_every_thread_once(forum):
    found = []
    for language in LANGUAGES:
        assert f'<html lang="{language}">' in forum.fixed[f"/forum/{language}/"].body.decode()
        for number in range(1, len(PLACES[language]) + 1):
            for text in walk(forum, f"/forum/{language}/board/{number}/"):
                found += re.findall(r"/forum/thread/(\d+)/", text)
    assert sorted(map(int, found)) == [thread.number for thread in make_threads("practice")]


def test_a_thread_has_its_posts_over_pages(forum):
    for thread in make_threads("practice")[::7]:
        texts = [
            text for page in walk(forum, f"/forum/thread/{thread.number}/") for text in re.findall(r'id="p(\d+)"', page)
        ]
        assert list(map(int, texts)) == [post.number for post in thread.posts]


def test_the_search_finds_threads_in_their_language(forum):
    text = read(forum, "/forum/search", q="灯塔 -风暴", lang="zh")
    assert "灯塔" in text
    assert 'class="next"' in text
    assert '<span class="count">0</span>' in read(forum, "/forum/search", q="灯塔", lang="en")


@pytest.mark.parametrize(
    "path", ["/forum/fr/", "/forum/en/board/99/", "/forum/thread/9999/", "/forum/thread/1/x/", "/forum/en/board/0/"]
)
def test_other_paths_are_not_there(forum, path):
    assert forum.answer(Ask(path)).status == 404


def test_pages_that_there_are_not_are_refused(forum):
    assert forum.answer(Ask("/forum/thread/1/", query={"page": "99"})).status == 404
    assert forum.answer(Ask("/forum/en/board/1/", query={"page": "99"})).status == 404
    assert forum.answer(Ask("/forum/search", method="POST")).status == 405
