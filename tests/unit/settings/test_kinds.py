import pytest

from scrapy_bt.errors import BTError
from scrapy_bt.settings.kinds import (
    Flag,
    LimitValue,
    Maybe,
    Names,
    NamesByKind,
    Number,
    NumberOrShare,
    OneOf,
    Statuses,
    Table,
    Values,
)


def read(kind, value):
    return kind.read("BT_SOME", value)


@pytest.mark.parametrize(
    "value",
    [["title", "text"], ("title", "text"), "title, text", "title,text,", '["title", "text"]', ' ["title","text"]'],
)
def test_a_list_of_names_may_be_json_or_a_text_with_commas(value):
    assert read(Names(), value) == ("title", "text")
    assert read(NamesByKind(), value) == ("title", "text")


@pytest.mark.parametrize("value", [None, "", " ", [], (), "[]"])
def test_nothing_is_no_names(value):
    assert read(Names(), value) == read(Values(), value) == ()


def test_a_list_may_have_anything_and_a_set_has_an_order():
    assert read(Values(), "[403, 429]") == read(Values(), [403, 429]) == read(Values(), {429, 403}) == (403, 429)
    assert read(Values(), "403,429") == ("403", "429")


@pytest.mark.parametrize(
    "value", [{"a": "x", "b": ["y", "z"]}, '{"a": "x", "b": ["y", "z"]}', {"a": ["x"], "b": "y,z"}]
)
def test_names_may_be_given_by_kind(value):
    assert read(NamesByKind(), value) == {"a": ("x",), "b": ("y", "z")}


def test_a_dict_may_be_json():
    assert read(Table(), '{"a": 1}') == read(Table(), {"a": 1}) == {"a": 1}
    assert read(Table(), "") == read(Table(), None) == read(Table(), {}) == {}


@pytest.mark.parametrize(
    ("reader", "value", "message"),
    [
        (Names(), "[title]", r"in a shell put all of it in quotes: -s 'BT_SOME=…'"),
        (NamesByKind(), '{"a": ', "begins as JSON, and is not"),
        (Names(), ["title", 3], "lists names"),
        (Names(), '["title", ""]', "lists names"),
        (Names(), {"a": "b"}, "is a dict: it is a list"),
        (Values(), 7, "is a number: it is a list"),
        (NamesByKind(), {"a": 7}, "is a number: it is a list"),
        (Table(), "sesame", "is a text: it is a dict"),
        (Table(), "[1]", "is of the type list: it is a dict"),
    ],
)
def test_what_cannot_be_read_names_the_setting(reader, value, message):
    with pytest.raises(BTError, match=f"^BT_SOME .*{message}") as caught:
        read(reader, value)
    assert "sesame" not in str(caught.value)


@pytest.mark.parametrize(
    ("kind", "value", "message"),
    [
        (OneOf(("wait", "fail")), "cry", "'cry': it is 'wait' or 'fail'"),
        (OneOf(("exact", "near", "")), "some", "'some': it is 'exact', 'near' or empty"),
        (Flag(), 2, "2: it is True or False"),
        (Number(above=0, is_finite=True), "inf", "'inf': it is a number above 0"),
        (Number(above=0, unit="seconds"), 0, "0: it is a number of seconds above 0"),
        (Number(least=1, most=100), 101, "101: it is a number from 1 to 100"),
        (Number(least=0.01), 0, "0: it is a number from 0.01 on"),
        (Number(is_whole=True), 1.5, "1.5: it is a whole number"),
        (Statuses(), [4], "[4]: it is a list of HTTP statuses"),
        (Statuses(), ["bad"], "['bad']: it is a list of HTTP statuses"),
    ],
)
def test_what_a_setting_may_be_is_told(kind, value, message):
    with pytest.raises(BTError) as caught:
        read(kind, value)
    assert str(caught.value) == f"BT_SOME is {message}"


def test_values_come_as_their_kind():
    assert read(Statuses(), "403, 429") == frozenset({403, 429})
    assert [read(Flag(), value) for value in (True, "true", 1, "False", 0)] == [True, True, True, False, False]
    assert (read(Maybe(Flag()), None), read(Maybe(Flag()), "1")) == (None, True)
    assert read(Number(least=1, most=100), "90") == 90.0


@pytest.mark.parametrize(
    ("value", "limit"),
    [
        ("", LimitValue()),
        (None, LimitValue()),
        (0, LimitValue()),
        ("0", LimitValue()),
        (100, LimitValue(number=100)),
        (" 100 ", LimitValue(number=100)),
        (1, LimitValue(number=1)),
        (0.2, LimitValue(share=0.2)),
        ("0.2", LimitValue(share=0.2)),
        ("20%", LimitValue(share=0.2)),
        ("100%", LimitValue(share=1.0)),
    ],
)
def test_a_limit_is_a_number_or_a_share(value, limit):
    assert read(NumberOrShare(), value) == limit


@pytest.mark.parametrize("value", ["many", "120%", "-1", -1, 2.5, "%", "nan", "inf", True, [3]])
def test_a_limit_that_is_none_is_named(value):
    with pytest.raises(BTError, match=r"BT_SOME is .*: it is a whole number, a share such as 0\.2 or 20%"):
        read(NumberOrShare(), value)
