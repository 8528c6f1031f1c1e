"""Names are found wherever they stand as words, as long as possible."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.preference.entities import Entity
from scrapy_bt.core.preference.kinds import kind_of_label
from scrapy_bt.core.preference.mentions import Mention
from scrapy_bt.core.preference.names import EntityName, NameRecogniser, is_everywhere
from scrapy_bt.core.preference.naming import new_entities, provisional_of
from scrapy_bt.core.preference.scripts import fold, is_border

NAMES = [
    EntityName("New York", "q1", "place"),
    EntityName("York", "q2", "place"),
    EntityName("New York Times", "q3"),
    EntityName("北京大学", "q4"),
]


def found(text, names=NAMES):
    return [(text[one.start : one.end], one.entity) for one in NameRecogniser(names).recognise(text)]


def test_the_longest_name_between_borders_of_words():
    assert found("The new york times of New Yorkers and York.") == [("new york times", "q3"), ("York", "q2")]
    assert found("他在北京大学学习") == [("北京大学", "q4")]
    assert found("") == []
    assert found("York", []) == []


def test_what_would_be_found_everywhere_is_left_out():
    recogniser = NameRecogniser(
        [EntityName("the", "q"), EntityName("C", "q"), EntityName("  ", "q"), EntityName("Go", "q")]
    )
    assert [name.text for name in recogniser.refused] == ["the", "C", "  "]
    assert is_everywhere("--")
    assert not is_everywhere("北京")


def test_all_bearers_of_a_name_are_known():
    recogniser = NameRecogniser([EntityName("Paris", "city"), EntityName("PARIS", "hero")])
    [(mention, bearers)] = recogniser.candidates("Paris!")
    assert (mention.entity, [bearer.entity for bearer in bearers]) == ("city", ["city", "hero"])


@given(st.text("ab 北", max_size=30), st.lists(st.text("ab北", min_size=2, max_size=4), max_size=5))
def test_as_a_search_by_hand(text, names):
    by_hand, at = [], 0
    folded = fold(text)
    while at < len(text):
        longest = max(
            (
                name
                for name in names
                if folded.startswith(name, at) and is_border(folded, at) and is_border(folded, at + len(name))
            ),
            key=len,
            default="",
        )
        if longest:
            by_hand.append(longest)
        at += len(longest) or 1
    recogniser = NameRecogniser([EntityName(name, name) for name in names])
    assert [text[one.start : one.end] for one in recogniser.recognise(text)] == by_hand


def test_without_the_extra_it_says_what_to_install(monkeypatch):
    import sys

    from scrapy_bt.errors import BTError

    monkeypatch.setitem(sys.modules, "ahocorasick", None)
    with pytest.raises(BTError, match=r"pip install 'scrapy_bt\[prefer\]'"):
        NameRecogniser(NAMES)


@pytest.mark.parametrize(
    ("label", "kind"),
    [("PERSON", "person"), ("nr", "person"), ("STATE_OR_PROVINCE", "place"), ("DATE", None), ("GADGET", "gadget")],
)
def test_labels_have_our_kinds_or_their_own(label, kind):
    assert kind_of_label(label) == kind


TEXT = "Ada Lovelace met Charles Babbage, and Charles  Babbage wrote. Ada"


def mention(text, score=0.9, start=0):
    at = TEXT.index(text, start)
    return Mention(at, at + len(text), "person", score)


def test_known_names_are_left_and_others_counted():
    known = NameRecogniser([EntityName("Ada Lovelace", "ada", "person")])
    found = [mention("Lovelace"), mention("Charles Babbage"), mention("Charles  Babbage"), mention("wrote", 0.1)]
    counts, new = new_entities(TEXT, found, known)
    assert counts == {"?charles babbage": 2}
    assert new == [Entity("?charles babbage", "Charles Babbage", "person")]


@pytest.mark.parametrize("text", ["", " ", "the", "1837", "…", "x" * 81])
def test_what_is_no_name_is_left_out(text):
    assert provisional_of(text, "person") is None


def test_marks_around_a_name_are_none_of_it():
    assert provisional_of("“巴贝奇”", "person") == Entity("?巴贝奇", "巴贝奇", "person")


@pytest.mark.parametrize(
    ("name", "text", "may"),
    [
        ("Analytical  Engine", "the\nANALYTICAL\n<b>", True),
        ("analytical engine", "the engine", False),
        ("AT&T", "at&amp;t", True),
        ("AT&T", "b", False),
        ("Müller", "M&Uuml;LLER", True),
        ("Müller", "Möler", False),
        ("内核", "磁盘和内核。", True),
        ("内核", "磁盘", False),
        ("内核", "&#20869;&#26680;", True),
        ("Ωδή", "ΩΔΉ", True),
        ("ａｂ", "ＡＢ", True),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "utf-16"])
def test_a_page_without_a_part_of_any_name_need_not_be_read(name, text, may, encoding):
    page = text.encode(encoding)
    is_told = encoding != "utf-16"
    assert NameRecogniser([EntityName(name, "e")]).may_find(page, encoding) is (may or not is_told)
    many = [EntityName(f"{word}{number}", "e") for word in ("a", "b", "c") for number in range(10)]
    assert NameRecogniser(many).may_find(page, encoding)
    assert not NameRecogniser([]).may_find(page, encoding)
