import re
from pathlib import Path

import pytest
from scrapy.settings import Settings

import scrapy_bt
from scrapy_bt.errors import BTError
from scrapy_bt.settings import DEFAULTS, SETTINGS, BTSettings, Setting

PACKAGE = Path(scrapy_bt.__file__).parent


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_every_setting_says_what_it_means(setting: Setting) -> None:
    assert setting.meaning.endswith(".")


def test_every_setting_is_read_somewhere() -> None:
    readers = [path for path in PACKAGE.rglob("*.py") if path.parent.name != "settings"]
    code = "\n".join(path.read_text("utf8") for path in readers)
    unread = [
        setting.name
        for setting in SETTINGS
        if f'"{setting.name}"' not in code and not re.search(rf"\.{setting.name[3:].lower()}\b", code)
    ]
    assert unread == []


def test_no_default_of_a_setting_is_refused() -> None:
    assert BTSettings.read(Settings(DEFAULTS)) == BTSettings.read(Settings()) == BTSettings.read({})


def test_settings_that_cannot_change_any_more_are_read_once() -> None:
    settings = Settings({"BT_SESSIONS": 7})
    BTSettings.read(settings)
    settings.set("BT_SESSIONS", 8)
    settings.freeze()
    assert BTSettings.read(settings).sessions == 8
    assert BTSettings.read(settings) is BTSettings.read(settings)
    other = settings.copy()
    other.frozen = False
    other.set("BT_SESSIONS", 9)
    other.freeze()
    assert BTSettings.read(other).sessions == 9


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
        BTSettings.read(Settings({name: value}))
    assert str(caught.value) == f"{name} is {message}"


def test_numbers_and_flags_may_be_texts_as_the_command_line_gives_them():
    given = {"BT_STORE_TIMEOUT": "0", "BT_SESSIONS": "7", "BT_CAPACITY": "false", "BT_LINGER": None}
    bt = BTSettings.read(Settings(given))
    assert (bt.store_timeout, bt.sessions, bt.capacity, bt.linger) == (0.0, 7, False, DEFAULTS["BT_LINGER"])


@pytest.mark.parametrize(("given", "name"), [("", "url"), (None, "url"), ("address", "address")])
def test_a_name_that_is_needed_is_its_default_where_it_is_empty(given, name):
    assert BTSettings.read({"BT_STORE_ADDRESS": given}).store_address == name


def test_a_mistyped_setting_is_told_with_the_nearest_name():
    with pytest.raises(BTError, match=r"^there is no setting BT_LEASE_SECOND: did you mean BT_LEASE_SECONDS\?$"):
        BTSettings.read({"BT_LEASE_SECOND": 3, "BT_OF_ANOTHER_PACKAGE": 1})
