"""Names that are given once."""

from scrapy_bt.core.inference.growth.givennames import GivenNames


def test_the_first_that_is_free_is_given_and_a_number_only_at_last():
    names = GivenNames()
    assert names.give("home_page", "orders_page") == "home_page"
    assert names.give("home_page", "orders_page") == "orders_page"
    assert names.give("home_page", "orders_page") == "home_page_2"
    assert names.give("home_page", "orders_page") == "home_page_3"


def test_a_name_has_one_number_at_most():
    names = GivenNames()
    assert [names.give("part_1"), names.give("part_1")] == ["part_1", "part_2"]


def test_words_of_the_language_get_another_word_behind_them():
    names = GivenNames()
    assert [names.give("from"), names.give("old price")] == ["from_value", "old_price"]
    assert not names.is_free("from")
    assert GivenNames(()).give("each") == "each"
