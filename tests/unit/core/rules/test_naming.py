from scrapy_bt.core.rules.naming import Names, as_word, name_fields
from scrapy_bt.core.rules.rule import Column, Group, TagRef


def test_a_name_becomes_a_word():
    assert [as_word(text) for text in ("a-b", "Preis (€)", "标题", "1a", "")] == [
        "a_b",
        "Preis____",
        "标题",
        "_1a",
        "_",
    ]


def test_each_gets_a_name_of_its_own_that_means_nothing_else():
    names = Names()
    assert [names.give(text) for text in ("a-b", "a_b", "visit", "css", "main")] == [
        "a_b", "a_b_2", "visit_2", "css_2", "main_2",
    ]  # fmt: skip


def test_fields_differ_and_may_be_words_of_the_language():
    tag = TagRef("l", "t")
    group = Group("g", columns=tuple(Column(name, tag=tag) for name in ("end", "a-b", "a_b", "a b")))
    assert name_fields(group) == ("end", "a_b", "a_b_2", "a_b_3")
