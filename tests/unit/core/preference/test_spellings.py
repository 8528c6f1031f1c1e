"""Names that are one name, spelled in another way."""

import pytest

from scrapy_bt.core.preference.entities import Entity
from scrapy_bt.core.preference.linking import EntityProfile, Linker
from scrapy_bt.core.preference.names import EntityName
from scrapy_bt.core.preference.spellings import SpelledOtherwise, Spelling, compare, find_spelled


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Kurt Gödel", "kurt godel"),
        ("Lovelace, Ada", "Ada Lovelace"),
        ("Jean-Luc Godard", "Jean Luc Godard"),
        ("Ada  Lovelace!", "Ada Lovelace"),
        ("ＡＤＡ", "ada"),
        ("查尔斯·巴贝奇", "查尔斯・巴贝奇"),
        ("查尔斯·巴贝奇", "查尔斯巴贝奇"),
        ("مُحَمَّد الخوارزمي", "محمد الخوارزمي"),
        ("أحمد الخوارزمي", "احمد الخوارزمي"),
        ("محمـــد الخوارزمي", "محمد الخوارزمي"),
        ("דָּוִד בֶּן־גּוּרִיּוֹן", "דוד בן־גוריון"),
    ],
)
def test_accents_signs_capitals_and_order_make_no_other_name(one, other):
    assert compare(one, other) is Spelling.SAME


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada Lovelce", "Ada Lovelace"),
        ("Ada Lovelacee", "Ada Lovelace"),
        ("Ada Lvoelace", "Ada Lovelace"),
        ("Ada Lovelase", "Ada Lovelace"),
        ("Charls Babage", "Charles Babbage"),
        ("Гагарин Юрий", "Юрий Гагрин"),
        ("محمد الخوارزمي", "محمد الخوارزم"),
        ("דוד בן גוריון", "דוד בן גוריין"),
        ("रवीन्द्रनाथ ठाकुर", "रवीन्द्रनथ ठाकुर"),
        ("ปรีดี พนมยงค์", "ปรีดี พนมยงศ์"),
        ("Γεώργιος Παπανικολάου", "Γεώργιος Παπανικλάου"),
    ],
)
def test_one_letter_of_a_long_word_is_near(one, other):
    assert compare(one, other) is Spelling.NEAR
    assert compare(other, one) is Spelling.NEAR


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("John Smith", "Joan Smith"),
        ("Henry VII", "Henry VIII"),
        ("Louis XVIII", "Louis XXIII"),
        ("release12", "release13"),
        ("University of Oxford", "University of Oxford Press"),
        ("Ada King Lovelace", "Ada Lovelace"),
        ("Ada Lovelace", "Ada Loveland"),
        ("查尔斯巴贝奇", "查尔斯巴贝齐"),
        ("チャールズ・バベッジ", "チャールズ・バベッヂ"),
        ("김대중이라는사람", "김대충이라는사람"),
        ("สุดา ใจดี", "สูดา ใจดี"),
        ("", "!"),
        ("", "Ada"),
    ],
)
def test_what_denotes_something_else_is_another_name(one, other):
    assert compare(one, other) is Spelling.OTHER
    assert compare(other, one) is Spelling.OTHER


def test_who_may_be_meant_by_another_spelling():
    names = [
        EntityName("Lovelace, Ada", "q1", "person"),
        EntityName("Ada Lovelase", "q2", "person"),
        EntityName("Ada Lovelace", "q3", "place"),
        EntityName("Ada Lovelace", "?ada", "person"),
        EntityName("Adam", "q4"),
        EntityName("ada lovelace", "q1", "heroine"),
    ]
    found = find_spelled(names, Entity("?ada lovelace", "Ada Lovelace", "person"))
    assert (found.same, found.near) == (("q1",), ("q2",))


def test_the_same_name_is_meant_and_one_that_is_near_where_the_page_says_so():
    profiles = {
        "q1": EntityProfile(frozenset({"engine", "mathematician"})),
        "q2": EntityProfile(linked=frozenset({"q9"})),
    }
    linker = Linker(profiles)
    assert SpelledOtherwise(("q1",), ("q2",), linker).choose("x", context=(), others=()) == "q1"
    assert SpelledOtherwise(("q1", "q2"), (), linker).choose("x", context=(), others=()) is None
    assert SpelledOtherwise(("q1", "q2"), (), linker).choose("x", context={"engine"}, others=()) == "q1"
    near = SpelledOtherwise((), ("q1",), linker)
    assert near.choose("x", context=(), others=()) is None
    assert near.choose("x", context={"engine", "mathematician"}, others=()) == "q1"
    assert SpelledOtherwise().choose("x", context=(), others=()) is None


def test_what_makes_another_letter_is_no_accent():
    assert compare("パリ", "バリ") is Spelling.OTHER
    assert compare("バリ", "ﾊﾞﾘ") is Spelling.SAME
    assert compare("São Paulo", "Sao Paulo") is Spelling.SAME
