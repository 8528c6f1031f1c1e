"""What is known of a link, as numbers."""

from scrapy_bt.core.preference.features import SIZE, features_of, words_of
from scrapy_bt.core.preference.links import Link
from scrapy_bt.core.preference.preferences import Preferences
from scrapy_bt.core.preference.relevance import Relevance

RELEVANCE = Relevance(Preferences(words={"engine": 3.0, "加密": 3.0}))


def of(url, *link, source=0.0):
    return features_of(url, Link(*link), RELEVANCE, source=source)


def test_a_link_has_the_words_on_it_and_in_its_url():
    found = of("http://a.test/steam_engine.html", "How it works", "beside it")
    assert set(found.words) == set(words_of("steam engine html how it works"))
    assert found.preferred > 0.0
    assert all(0 <= place < SIZE for place in found.hashed + found.words)


def test_chinese_words_are_pairs_of_characters():
    found = of("http://a.test/1", "磁盘加密")
    assert found.preferred > 0.0
    assert set(words_of("加密")) < set(found.words)


def test_two_pages_say_more_than_one():
    plain, named = of("http://a.test/x", "more"), of("http://a.test/x", "the engine", source=1.0)
    both = plain.beside(named)
    assert both.preferred == named.preferred
    assert set(both.words) == {*plain.words, *named.words}
    assert set(both.hashed) == {*plain.hashed, *named.hashed}


def test_long_texts_are_read_in_part():
    many = of("http://a.test/x")
    for number in range(50):
        many = many.beside(of("http://a.test/x", " ".join(f"{number}w{word}" for word in range(9))))
    assert len(many.words) < 100 > len(many.hashed)


def test_links_below_one_heading_of_a_page_have_something_in_common():
    link = Link("more", section="Chapters")
    one, other, elsewhere = (
        set(features_of(f"http://a.test/{at}", link, RELEVANCE, source=0.0, page=page).hashed)
        for at, page in enumerate(("http://a.test/", "http://a.test/", "http://a.test/b"))
    )
    assert len(one & other) == len(one & elsewhere) + 1
