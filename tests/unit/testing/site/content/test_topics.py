from random import Random

from scrapy_bt.testing.site.content.topics import LANGUAGES, PLACES, make_articles, make_threads
from scrapy_bt.testing.site.content.words import draw, draw_some, open_source


def test_no_two_articles_have_the_same_text():
    articles = make_articles("practice")
    assert len({article.sentences for article in articles}) == len(articles)
    assert {article.number for article in articles} == set(range(1, len(articles) + 1))


def test_a_reprint_is_nearly_the_article_that_it_names():
    articles = {article.number: article for article in make_articles("practice")}
    reprints = [article for article in articles.values() if article.reprint_of]
    assert reprints
    for reprint in reprints:
        first = articles[reprint.reprint_of]
        assert reprint.sentences[:-1] == first.sentences
        assert reprint.title != first.title


def test_both_languages_speak_of_all_of_their_places():
    for language in LANGUAGES:
        for things in (make_articles("practice"), make_threads("practice")):
            here = [thing for thing in things if thing.language == language]
            assert all(any(thing.fits([place]) for thing in here) for place in PLACES[language])


def test_words_are_wanted_and_not_wanted():
    articles = make_articles("practice")
    harbour = [article for article in articles if article.fits(["harbour"])]
    calm = [article for article in articles if article.fits(["harbour"], ["storm"])]
    assert 0 < len(calm) < len(harbour)


def test_the_content_is_the_same_on_every_machine():
    assert make_articles("a") == make_articles("a") != make_articles("b")
    assert make_threads("a") == make_threads("a") != make_threads("b")


def test_one_kind_of_content_does_not_shift_another():
    first = open_source("seed", purpose="a")
    open_source("seed", purpose="b").random()
    assert first.random() == open_source("seed", purpose="a").random()
    assert open_source("seed", purpose="a").random() != open_source("seed", purpose="b").random()


def test_draws_come_from_the_things():
    assert draw(Random(1), ["only"]) == "only"


def test_some_are_different_and_keep_their_order():
    for seed in range(20):
        chosen = draw_some(Random(seed), "abcdef", 4)
        assert list(chosen) == sorted(set(chosen))
        assert len(chosen) == 4
