import math

import pytest

from scrapy_bt.testing.site.settings import MOST_PRODUCTS, SettingError, SiteSettings


def test_changes_give_new_settings_and_leave_the_old():
    before = SiteSettings()
    after = before.changed({"latency": 1, "login_wall": "redirect", "products": 7})
    assert (after.latency, after.login_wall, after.products) == (1.0, "redirect", 7)
    assert before == SiteSettings()


def test_the_longest_prefix_decides_the_latency():
    settings = SiteSettings(latency=1.0, latency_by_prefix={"/shop/": 2.0, "/shop/lamps/": 3.0})
    assert [settings.latency_for(path) for path in ("/", "/shop/", "/shop/lamps/page/2/")] == [1.0, 2.0, 3.0]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"latensy": 1}, "there is no setting 'latensy'; the settings are products, seed"),
        ({"latency": -1}, "latency must be a number from 0 on, not -1"),
        ({"latency": math.nan}, "latency must be a number"),
        ({"latency": True}, "latency must be a number"),
        ({"latency": "1"}, "latency must be a number"),
        ({"products": 0}, f"products must be a whole number from 1 to {MOST_PRODUCTS}, not 0"),
        ({"products": 1.5}, "products must be a whole number"),
        ({"products": MOST_PRODUCTS + 1}, "products must be a whole number"),
        ({"seed": 5}, "seed must be text, not 5"),
        ({"login_wall": "open"}, "login_wall must be forbidden or redirect, not 'open'"),
        ({"latency_by_prefix": 1}, "latency_by_prefix must map path prefixes to seconds"),
        ({"latency_by_prefix": {"shop": 1}}, "the path prefix 'shop' must begin with /"),
        ({"latency_by_prefix": {"/shop": "x"}}, "latency_by_prefix of /shop must be a number"),
    ],
)
def test_what_cannot_be_set_is_named(changes, message):
    with pytest.raises(SettingError) as caught:
        SiteSettings().changed(changes)
    assert message in str(caught.value)


@pytest.mark.parametrize("name", ["products", "seed"])
def test_the_content_is_fixed_once_the_site_runs(name):
    value = getattr(SiteSettings(), name)
    with pytest.raises(SettingError, match=f"{name} can only be set when the site starts"):
        SiteSettings().changed({name: value}, is_running=True)
