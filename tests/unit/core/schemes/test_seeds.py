from dataclasses import replace

import pytest

from scrapy_bt.core.schemes.files.reader import read_scheme
from scrapy_bt.core.schemes.seeds import Seeds, content_key, seed_key
from tests.schemefiles import COMBINATIONS, SEEDS, TOPIC


@pytest.fixture
def scheme():
    return read_scheme(TOPIC, file="topic.toml")


def test_counting_and_making_agree(scheme):
    seeds = Seeds(scheme)
    assert (seeds.combinations.count, seeds.count) == (COMBINATIONS, SEEDS)
    assert len({seed_key(seed) for seed in seeds.walk()}) == SEEDS


def test_a_seed_says_where_and_what_for(scheme):
    first = "http://127.0.0.1:8000/portal/search?q=harbour+festival+-rumour&page=1&sort=newest"
    assert Seeds(scheme)[0] == {"url": first, "platform": "portal", "keywords": "harbour festival", "page_number": 1}
    assert Seeds(scheme)[3]["url"] == "http://127.0.0.1:8000/forum/search?q=harbour%20festival%20-rumour"


def test_if_one_begins_anywhere_then_the_rest_is_the_same(scheme):
    seeds = Seeds(scheme)
    every = list(seeds.walk())
    for first in range(SEEDS + 1):
        assert list(seeds.walk(first)) == every[first:]
        assert list(seeds.walk(first, first + 5)) == every[first : first + 5]
    with pytest.raises(IndexError):
        seeds[SEEDS]


def test_the_digest_is_that_of_what_is_made(scheme):
    assert Seeds(scheme).digest == Seeds(read_scheme(TOPIC, file="x.toml")).digest
    assert Seeds(scheme).digest == Seeds(replace(scheme, name="other", most_seeds=99)).digest
    assert Seeds(scheme).digest != Seeds(replace(scheme, excluded=())).digest


def test_words_are_written_in_the_encoding_of_the_site(scheme):
    portal = replace(scheme.platforms[0], encoding="gb18030")
    place = replace(scheme.classes[0], optional=("港口",))
    url = Seeds(replace(scheme, platforms=(portal,), classes=(place,), excluded=()))[0]["url"]
    assert "q=%B8%DB%BF%DA" in url


def test_a_platform_may_say_exclusions_otherwise_or_not_at_all(scheme):
    portal = scheme.platforms[0]
    for excludes, expected in (("NOT {word}", "festival+NOT+rumour"), ("", "festival&")):
        seeds = Seeds(replace(scheme, platforms=(replace(portal, excludes=excludes),)))
        assert expected in seeds[0]["url"]


def test_content_is_the_same_by_its_canonical_url_and_its_platform():
    one = {"url": "http://a/x?b=2&a=1#top", "platform": "portal", "title": "T"}
    assert content_key(one) == content_key({"url": "http://a/x?a=1&b=2", "platform": "portal"})
    assert content_key(one) != content_key({**one, "platform": "forum"})
    assert content_key({"number": 1}) != content_key({"number": 2})


def test_when_a_seed_was_made_does_not_make_it_another_one():
    assert seed_key({"keywords": "a", "seed_time": 1.0}) == seed_key({"keywords": "a", "seed_time": 2.0})
    assert content_key({"number": 1, "seed_time": 1.0}) == content_key({"number": 1})
