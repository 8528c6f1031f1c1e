from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.schemes.combinations import ENDLESS, Combinations, choose, count_choices
from scrapy_bt.core.schemes.scheme import KeywordClass, Scheme

WORDS = "abcdefg"


@st.composite
def classes(draw, name="x", prefix=""):
    size = draw(st.integers(0, 5))
    required = tuple(f"{prefix}R{index}" for index in range(draw(st.integers(0, 2))))
    least = draw(st.integers(0, size))
    most = draw(st.integers(max(1, least), max(1, size)))
    return KeywordClass(
        name, required=required, optional=tuple(f"{prefix}{word}" for word in WORDS[:size]), least=least, most=most
    )


def scheme(*classes, between="and"):
    return Scheme("s", classes=classes, platforms=(), between=between)


def choices(each):
    return [chosen for size in range(each.least, each.most + 1) for chosen in combinations(each.optional, size)]


def all_of(a_scheme):
    found = Combinations(a_scheme)
    return [found[index] for index in range(found.count)]


@given(classes())
def test_if_an_index_is_given_then_its_choice_is_the_one_that_counting_through_gives(each):
    assert [choose(each, index) for index in range(count_choices(each))] == choices(each)


@given(classes("a", "1"), classes("b", "2"), classes("c", "3"))
def test_if_classes_are_anded_then_each_combination_has_words_of_all(first, second, third):
    expected = [
        tuple(
            word
            for each, chosen in zip((first, second, third), made, strict=True)
            for word in (*each.required, *chosen)
        )
        for made in product(*map(choices, (first, second, third)))
    ]
    assert all_of(scheme(first, second, third)) == [words for words in expected if words]


@given(classes("a", "1"), classes("b", "2"))
def test_if_classes_are_ored_then_optional_words_are_of_one_class(first, second):
    required = (*first.required, *second.required)
    found = all_of(scheme(first, second, between="or"))
    assert len(found) == len(set(found))
    for words in found:
        assert set(required) <= set(words)
        rest = [word for word in words if word not in required]
        assert rest in ([word for word in rest if word[0] == "1"], [word for word in rest if word[0] == "2"])
    sizes = [sum(1 for chosen in choices(each) if chosen) for each in (first, second)]
    assert len(found) == sum(sizes) + bool(required)


@given(classes("a", "1"), classes("b", "2"), classes("c", "3"))
def test_if_classes_are_nested_then_one_is_combined_with_each_of_the_others(first, second, third):
    found = all_of(scheme(first, second, third, between="a and (b or c)"))
    required = (*first.required, *second.required, *third.required)
    others = {chosen for each in (second, third) for chosen in choices(each) if chosen}
    if second.required or third.required or not (second.least and third.least):
        others.add(())
    expected = {(*chosen, *other) for chosen in choices(first) for other in others}
    if not required:
        expected.discard(())
    assert {tuple(word for word in words if "R" not in word) for words in found} == expected
    assert len(found) == len(expected)
    assert all(set(required) <= set(words) for words in found)


def test_a_place_is_combined_with_a_person_or_an_event():
    place = KeywordClass("place", optional=("harbour", "mill"), least=1)
    person = KeywordClass("person", optional=("ann",), least=1)
    event = KeywordClass("event", optional=("flood", "fire"), least=1)
    found = all_of(scheme(place, person, event, between="place and (person or event)"))
    assert found == [(where, what) for where in ("harbour", "mill") for what in ("ann", "flood", "fire")]


def test_required_words_are_in_every_combination():
    event = KeywordClass("event", required=("festival",), optional=("lights", "boats"))
    assert all_of(scheme(event)) == [("festival",), ("festival", "lights"), ("festival", "boats")]


def test_a_word_of_two_classes_stands_once():
    one, other = (KeywordClass(name, required=("harbour",)) for name in ("place", "event"))
    assert all_of(scheme(one, other)) == [("harbour",)]


def test_there_is_nothing_behind_the_last_one():
    with pytest.raises(IndexError):
        Combinations(scheme(KeywordClass("x", required=("a",))))[1]


def test_counting_makes_none():
    words = tuple(map(str, range(100_000)))
    three = [KeywordClass(name, optional=words, least=1) for name in "abc"]
    found = Combinations(scheme(*three))
    assert found.count == 10**15
    assert found[10**15 - 1] == ("99999",)
    assert found[12_345_67890_01234] == ("12345", "67890", "1234")


def test_if_there_is_no_end_to_them_then_counting_ends_early():
    assert count_choices(KeywordClass("x", optional=tuple(map(str, range(1000))), most=1000)) >= ENDLESS
