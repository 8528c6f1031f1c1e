import re

import pytest

from scrapy_bt.core.regex.syntax import At, Back, Branch, Chars, Condition, Lookaround, RegexGroup, Repeat, parse
from scrapy_bt.errors import PatternError

A = Chars(((97, 97),))


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("a", (A,)),
        ("[^a-c\\d]", (Chars(((97, 99),), "d", is_negated=True),)),
        (".", (Chars(((10, 10),), is_negated=True),)),
        ("(?s).", (Chars((), is_negated=True),)),
        ("(a)(?:a)", (RegexGroup(1, (A,)), A)),
        ("a|(?i:a)", (Branch(((A,), (RegexGroup(None, (Chars(((97, 97),), is_folded=True),)),))),)),
        ("(?i)1", (Chars(((49, 49),)),)),  # it has no case
        ("(?a)\\w", (Chars((), "w", is_ascii=True),)),
        ("a*?", (Repeat(0, None, (A,), "lazy"),)),
        ("a{2,3}", (Repeat(2, 3, (A,), "greedy"),)),
        ("(?=a)(?<!a)", (Lookaround(True, False, (A,)), Lookaround(False, True, (A,)))),
        ("(?!)", (Lookaround(True, True, ()),)),
        ("(a)\\1(?(1)a)", (RegexGroup(1, (A,)), Back(1, False), Condition(1, (A,), ()))),
        ("^$\\Z\\b", (At("AT_BEGINNING"), At("AT_END"), At("AT_END_STRING"), At("AT_BOUNDARY"))),
        ("(?m)^$", (At("AT_BEGINNING_LINE"), At("AT_END_LINE"))),
        ("(?x) a # no more", (A,)),
    ],
)
def test_what_is_read(text: str, body: object) -> None:
    assert parse(text, 0).body == body


@pytest.mark.parametrize(("text", "least"), [("a", 1), ("a*", 0), ("(?=a)", 0), ("(?:ab){3}|abcd", 4)])
def test_how_much_it_takes_at_least(text: str, least: int) -> None:
    assert parse(text, 0).least == least


def test_flags_count_from_outside_and_inside() -> None:
    assert parse(".", re.DOTALL).body == (Chars((), is_negated=True),)
    assert parse("(?-s:.)", re.DOTALL).body == (RegexGroup(None, (Chars(((10, 10),), is_negated=True),)),)


def test_what_one_character_is() -> None:
    assert A.literal == "a"
    assert Chars(((97, 98),)).literal is None
    assert Chars(((97, 97),), is_negated=True).literal is None


def test_a_mistake_has_its_place() -> None:
    with pytest.raises(PatternError, match="at position 2") as caught:
        parse("ab(", 0)
    assert caught.value.position == 2


@pytest.mark.parametrize("text", ["(?u)(?a)", "(?a)(?u)x", "(?L)x", "(?au:x)"])
def test_flags_that_exclude_each_other_are_a_mistake_of_the_pattern(text):
    with pytest.raises(PatternError, match="no regular expression"):
        parse(text, 0)
