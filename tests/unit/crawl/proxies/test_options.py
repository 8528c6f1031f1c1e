import pytest
from scrapy.settings import Settings

from scrapy_bt.core.proxies.health import HealthPolicy
from scrapy_bt.crawl.proxies.options import ProxyOptions
from scrapy_bt.errors import BTError


def read(**settings):
    return ProxyOptions.read(Settings(settings))


def test_without_the_add_on_the_defaults_are_the_same():
    options = read(BT_PROXIES=["a:1"])
    assert options.source == ("a:1",)
    assert options.policy == HealthPolicy(delay=0.0, latency=10.0, cooling=10.0, longest_cooling=600.0)
    assert options.ban_codes == {403, 407, 429, 503}
    assert (options.retries, options.when_none, options.is_shared, options.file) == (
        3,
        "wait",
        False,
        "bt-proxies.json",
    )


def test_workers_that_share_a_queue_learn_together_unless_told_otherwise():
    assert read(BT_FRONTIER="redis").is_shared
    assert read(SCHEDULER="scrapy_bt.crawl.redis.scheduler.RedisScheduler").is_shared
    assert not read(BT_FRONTIER="redis", BT_PROXIES_SHARED=False).is_shared
    assert read(BT_PROXIES_SHARED="True").is_shared


def test_settings_of_a_command_line_are_texts():
    options = read(BT_PROXIES=" proxies.txt ", BT_PROXY_BAN_CODES="403,418", BT_PROXY_DELAY="1.5", BT_PROXY_RETRIES="0")
    assert (options.source, options.ban_codes, options.policy.delay) == ("proxies.txt", {403, 418}, 1.5)
    assert options.retries == 0
    assert read(BT_PROXIES="[]", BT_PROXY_BAN_CODES="[403, 418]").ban_codes == {403, 418}


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ('["http://u:p@one.test:1", "two.test:2"]', ("http://u:p@one.test:1", "two.test:2")),
        ("http://one.test:1,two.test:2", ("http://one.test:1", "two.test:2")),
        ("https://lists.test/get?types=http,socks5", "https://lists.test/get?types=http,socks5"),
        ("http://lists.test:8080", "http://lists.test:8080"),
        ("ours, new.txt", "ours, new.txt"),
        ("u:pw@h1:8080,u:pw@h2", ("u:pw@h1:8080", "u:pw@h2")),
        ("http://u:pw@h1:bad,http://u:pw@h2:8080", ("http://u:pw@h1:bad", "http://u:pw@h2:8080")),
    ],
)
def test_a_text_is_a_list_in_json_or_with_commas_or_a_place(text, source):
    assert read(BT_PROXIES=text).source == source


@pytest.mark.parametrize(
    "settings",
    [
        {"BT_PROXIES": 7},
        {"BT_PROXIES": [1]},
        {"BT_PROXIES": "[one.test:1]"},
        {"BT_PROXIES": '{"a": 1}'},
        {"BT_PROXIES_REFRESH": 0},
        {"BT_PROXY_DELAY": -1},
        {"BT_PROXY_LATENCY": "fast"},
        {"BT_PROXY_COOLING": "inf"},
        {"BT_PROXY_BAN_CODES": ["bad"]},
        {"BT_PROXY_BAN_CODES": [4]},
        {"BT_PROXY_RETRIES": 1.5},
        {"BT_PROXY_NONE": "cry"},
    ],
    ids=str,
)
def test_what_cannot_be_meant_names_its_setting(settings):
    with pytest.raises(BTError, match=next(iter(settings))):
        read(**settings)
