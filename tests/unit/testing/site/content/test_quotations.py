from scrapy_bt.testing.site.content.events import EVENT_COUNT, make_events
from scrapy_bt.testing.site.content.quotations import QUOTATION_COUNT, make_authors, make_quotations


def test_no_quotation_comes_twice_and_each_has_tags():
    quotations = make_quotations("practice")
    assert len({quotation.text for quotation in quotations}) == len(quotations) == QUOTATION_COUNT
    assert {len(quotation.tags) for quotation in quotations} == {1, 2, 3, 4}


def test_authors_are_labels():
    authors = make_authors("practice")
    assert [author.name for author in authors[:2]] == ["Author 1", "Author 2"]
    assert authors[6].slug == "author-7"


def test_quotations_are_put_down_to_known_authors():
    assert {quotation.author for quotation in make_quotations("x")} <= set(make_authors("x"))


def test_the_content_is_the_same_on_every_machine():
    first = make_quotations("practice")[0]
    assert (first.text, first.author.name, first.author.born, first.tags) == (
        "A small lamp forgets nothing & forgives most of it.",
        "Author 3",
        "28 December 1939",
        ("home", "weather"),
    )


def test_another_seed_gives_other_content():
    assert make_quotations("a") != make_quotations("b")


def test_events_come_in_the_order_of_their_times():
    events = make_events("practice")
    assert [event.number for event in events] == list(range(1, EVENT_COUNT + 1))
    times = [event.at for event in events]
    assert times == sorted(set(times))


def test_the_same_seed_gives_the_same_events():
    assert make_events("a") == make_events("a") != make_events("b")
