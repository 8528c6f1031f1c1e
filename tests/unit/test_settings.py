import re
from pathlib import Path

import pytest

import scrapy_bt
from scrapy_bt.settings import DEFAULTS, SETTINGS, Setting

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
