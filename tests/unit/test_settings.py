import re
from pathlib import Path

import pytest
from scrapy.settings import Settings

import scrapy_bt
from scrapy_bt.errors import BTError
from scrapy_bt.settings import (
    DEFAULTS,
    SETTINGS,
    Limit,
    Setting,
    check_settings,
    read_dict,
    read_limit,
    read_list,
    read_names,
    read_names_by_kind,
)

PACKAGE = Path(scrapy_bt.__file__).parent


def test_no_setting_is_listed_twice() -> None:
    assert len(DEFAULTS) == len(SETTINGS)


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_every_setting_says_what_it_means(setting: Setting) -> None:
    assert setting.name.startswith("BT_")
    assert setting.meaning.endswith(".")
    assert DEFAULTS[setting.name] == setting.default


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_every_setting_is_read_somewhere(setting: Setting) -> None:
    readers = [path for path in PACKAGE.rglob("*.py") if path.name != "settings.py"]
    assert any(f'"{setting.name}"' in path.read_text("utf8") for path in readers)


def test_every_setting_that_is_read_is_listed() -> None:
    read = {
        name
        for path in PACKAGE.rglob("*.py")
        for name in re.findall(r"settings\S*\W*[(\[]\"(BT_\w+)\"", path.read_text("utf8"))
    }
    assert read
    assert read <= set(DEFAULTS)


def read(reader, value, name="BT_DUPLICATES_FIELDS"):
    return reader(Settings({name: value}), name)


@pytest.mark.parametrize(
    "value",
    [["title", "text"], ("title", "text"), "title, text", "title,text,", '["title", "text"]', ' ["title","text"]'],
)
def test_a_list_of_names_may_be_json_or_a_text_with_commas(value):
    assert read(read_names, value) == ("title", "text")
    assert read(read_names_by_kind, value) == ("title", "text")


@pytest.mark.parametrize("value", [None, "", " ", [], (), "[]"])
def test_nothing_is_no_names(value):
    assert read(read_names, value) == read(read_list, value) == ()


def test_a_list_may_have_anything_and_a_set_has_an_order():
    assert read(read_list, "[403, 429]") == read(read_list, [403, 429]) == read(read_list, {429, 403}) == (403, 429)
    assert read(read_list, "403,429") == ("403", "429")


@pytest.mark.parametrize(
    "value", [{"a": "x", "b": ["y", "z"]}, '{"a": "x", "b": ["y", "z"]}', {"a": ["x"], "b": "y,z"}]
)
def test_names_may_be_given_by_kind(value):
    assert read(read_names_by_kind, value) == {"a": ("x",), "b": ("y", "z")}


def test_a_dict_may_be_json():
    assert read(read_dict, '{"a": 1}') == read(read_dict, {"a": 1}) == {"a": 1}
    assert read(read_dict, "") == read(read_dict, None) == read(read_dict, {}) == {}


def test_what_nobody_has_set_is_its_default():
    assert read_list(Settings(), "BT_PROXY_BAN_CODES") == DEFAULTS["BT_PROXY_BAN_CODES"]


@pytest.mark.parametrize(
    ("reader", "value", "message"),
    [
        (read_names, "[title]", r"in a shell put all of it in quotes: -s 'BT_DUPLICATES_FIELDS=…'"),
        (read_names_by_kind, '{"a": ', "begins as JSON, and is none"),
        (read_names, ["title", 3], "lists names"),
        (read_names, '["title", ""]', "lists names"),
        (read_names, {"a": "b"}, "is a dict: it is a list"),
        (read_list, 7, "is a number: it is a list"),
        (read_names_by_kind, {"a": 7}, "is a number: it is a list"),
        (read_dict, "sesame", "is a text: it is a dict"),
        (read_dict, "[1]", "is of the type list: it is a dict"),
    ],
)
def test_what_cannot_be_read_names_the_setting(reader, value, message):
    with pytest.raises(BTError, match=f"^BT_DUPLICATES_FIELDS .*{message}") as caught:
        read(reader, value)
    assert "sesame" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("BT_STORE_TIMEOUT", "long", "'long': it is a number of seconds"),
        ("BT_STORE_TIMEOUT", "nan", "'nan': it is a number of seconds"),
        ("BT_STORE_TIMEOUT", "", "'': it is a number of seconds"),
        ("BT_WAIT_DELAY", -5, "-5: it is a number of seconds, which cannot be negative"),
        ("BT_RERANK_RATIO", [1], "[1]: it is a number"),
        ("BT_STEP_BUDGET", "many", "'many': it is a whole number"),
        ("BT_STEP_BUDGET", "2.5", "'2.5': it is a whole number"),
        ("BT_SESSIONS", float("inf"), "inf: it is a whole number"),
        ("BT_PREFETCH", "-1", "'-1': it is a whole number, which cannot be negative"),
        ("BT_CAPACITY", "perhaps", "'perhaps': it is True or False"),
        ("BT_START_MESSAGES", [True], "[True]: it is True or False"),
    ],
)
def test_what_is_no_number_and_no_flag_is_told_in_one_line(name, value, message):
    with pytest.raises(BTError) as caught:
        check_settings(Settings({name: value}))
    assert str(caught.value) == f"{name} is {message}"


def test_numbers_and_flags_may_be_texts_as_the_command_line_gives_them():
    check_settings(Settings({"BT_STORE_TIMEOUT": "0", "BT_SESSIONS": "7", "BT_CAPACITY": "false", "BT_LINGER": None}))
    check_settings(Settings(DEFAULTS))


@pytest.mark.parametrize(
    ("value", "limit"),
    [
        ("", Limit()),
        (None, Limit()),
        (0, Limit()),
        ("0", Limit()),
        (100, Limit(number=100)),
        (" 100 ", Limit(number=100)),
        (1, Limit(number=1)),
        (0.2, Limit(share=0.2)),
        ("0.2", Limit(share=0.2)),
        ("20%", Limit(share=0.2)),
        ("100%", Limit(share=1.0)),
    ],
)
def test_a_limit_is_a_number_or_a_share(value, limit):
    assert read_limit(Settings({"BT_DEAD_LIMIT": value}), "BT_DEAD_LIMIT") == limit


@pytest.mark.parametrize("value", ["many", "120%", "-1", -1, 2.5, "%", "nan", "inf", True, [3]])
def test_a_limit_that_is_none_is_named(value):
    with pytest.raises(BTError, match=r"BT_DEAD_LIMIT is .*: it is a whole number, a share such as 0\.2 or 20%"):
        check_settings(Settings({"BT_DEAD_LIMIT": value}))
