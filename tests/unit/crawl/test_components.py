"""The components that settings ask for: their names lead to classes, and each is asked for by its own setting."""

import subprocess
import sys

import pytest
from scrapy.settings import BaseSettings
from scrapy.utils.misc import load_object

from scrapy_bt.crawl import components
from scrapy_bt.settings import SETTINGS

PLACED = [value for name, value in vars(components).items() if name.isupper() and f"{name}_PLACE" in vars(components)]
PATHS = [path for value in PLACED for path in ([value] if isinstance(value, str) else value)]


@pytest.mark.parametrize("path", [*PATHS, *(path for _, path, _ in components.RECORD_PIPELINES)])
def test_a_name_leads_to_its_class(path):
    assert isinstance(load_object(path), type)


def test_settings_that_nobody_has_set_get_their_defaults():
    settings = BaseSettings({"BT_ENGINE": "lean"}, priority="project")
    components.add_defaults(settings)
    assert settings["BT_ENGINE"] == "lean"
    assert {name for name in settings if name.startswith("BT_")} == {setting.name for setting in SETTINGS}


@pytest.mark.parametrize(
    ("asks", "given", "expected"),
    [
        ("has_metrics", {"BT_METRICS_PORT": "0"}, False),
        ("has_metrics", {"BT_METRICS_PORT": 9100}, True),
        ("is_polite_together", {}, False),
        ("is_polite_together", {"BT_CLUSTER_DELAY": 0.5}, True),
        ("is_polite_together", {"BT_CLUSTER_CONCURRENCY": 2}, True),
    ],
)
def test_a_component_is_asked_for(asks, given, expected):
    assert getattr(components, asks)(BaseSettings(given)) is expected


@pytest.mark.parametrize(
    ("mode", "is_watched", "is_healed"), [("off", False, False), ("watch", True, False), ("auto", True, True)]
)
def test_a_spider_is_watched_and_healed_by_its_mode(mode, is_watched, is_healed):
    settings = BaseSettings({"BT_HEALING": mode})
    assert (components.is_watched(settings, "shop"), components.is_healed(settings, "shop")) == (is_watched, is_healed)


@pytest.mark.parametrize("loads", ["", ", scrapy_bt.crawl.healing.watching"], ids=["off", "watched"])
def test_a_project_of_ordinary_spiders_loads_no_language(loads):
    """A third of what this package takes of memory."""
    program = f"import sys, scrapy_bt.addon{loads}; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert not {"lark", "regex", "re2", "rich", "scrapy_bt.core.language", "scrapy_bt.core.tree"} & {*loaded}
