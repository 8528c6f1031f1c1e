"""What settings of a Redis say, without a server."""

import pytest
from scrapy.settings import Settings

from scrapy_bt.crawl.redis.connection_plan import read_plan
from scrapy_bt.errors import BTError


def complaint(**settings):
    with pytest.raises(BTError) as found:
        read_plan(Settings(settings))
    return str(found.value)


@pytest.mark.parametrize(
    ("settings", "address"),
    [
        ({}, "redis://localhost:6379/0"),
        ({"REDIS_URL": "redis://ann:secret@one:7/2"}, "redis://ann:***@one:7/2"),
        ({"REDIS_HOST": "::1", "REDIS_PARAMS": {"ssl": True}}, "rediss://[::1]:6379/0"),
        ({"REDIS_PARAMS": {"unix_socket_path": "/run/redis", "password": "secret"}}, "unix://:***@/run/redis?db=0"),
    ],
)
def test_the_address_is_shown_without_the_password(settings, address):
    assert read_plan(Settings(settings)).address == address


@pytest.mark.parametrize(
    ("settings", "names"),
    [
        ({"REDIS_URL": "redis://one", "REDIS_HOST": "two"}, ["REDIS_URL ('one')", "REDIS_HOST ('two')", "host"]),
        ({"REDIS_URL": "redis://one:1", "REDIS_PORT": 2}, ["REDIS_URL (1)", "REDIS_PORT (2)", "port"]),
        ({"REDIS_URL": "redis://one/1", "REDIS_DB": 0}, ["REDIS_URL (1)", "REDIS_DB (0)", "db"]),
        (
            {"REDIS_HOST": "one", "REDIS_PARAMS": {"host": "two"}},
            ["REDIS_HOST ('one')", "REDIS_PARAMS['host'] ('two')"],
        ),
        ({"REDIS_URL": "redis://one", "REDIS_PARAMS": {"url": "redis://two"}}, ["REDIS_URL", "REDIS_PARAMS['url']"]),
        ({"REDIS_ENCODING": "utf-8", "REDIS_PARAMS": {"encoding": "latin-1"}}, ["REDIS_ENCODING", "REDIS_PARAMS"]),
        ({"REDIS_URL": "unix:///path", "REDIS_HOST": "one"}, ["REDIS_URL ('/path')", "REDIS_HOST ('one')"]),
        ({"REDIS_PORT": 1, "REDIS_PARAMS": {"unix_socket_path": "/path"}}, ["REDIS_PORT (1)", "'unix_socket_path'"]),
    ],
)
def test_settings_that_contradict_each_other_are_both_named(settings, names):
    said = complaint(**settings)
    assert all(name in said for name in names), said
    assert "contradict each other" in said


def test_passwords_that_contradict_each_other_are_not_shown():
    said = complaint(REDIS_URL="redis://:first@one", REDIS_PARAMS={"password": "second"})
    assert said.startswith("REDIS_PARAMS['password'] and REDIS_URL contradict each other on the password")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"REDIS_DECODE_RESPONSES": True}, "REDIS_DECODE_RESPONSES = True makes text"),
        ({"REDIS_PARAMS": {"decode_responses": True}}, "REDIS_DECODE_RESPONSES = True makes text"),
        ({"REDIS_URL": "http://one"}, "REDIS_URL is no URL of a Redis"),
        ({"REDIS_PARAMS": {"url": "http://one"}}, "REDIS_PARAMS['url'] is no URL of a Redis"),
        ({"REDIS_PORT": "six"}, "REDIS_PORT must be a number, not 'six'"),
        ({"REDIS_DB": []}, "REDIS_DB must be a number, not []"),
        ({"REDIS_PARAMS": "{"}, "REDIS_PARAMS must be a dict"),
        ({"REDIS_PARAMS": {"socket_timeout": "1"}}, "REDIS_PARAMS['socket_timeout'] must be a number of seconds"),
        ({"REDIS_PARAMS": {"redis_cls": "redis.Nothing"}}, "REDIS_PARAMS['redis_cls'] = 'redis.Nothing' cannot be"),
        ({"REDIS_PARAMS": {"redis_cls": "os.path"}}, "REDIS_PARAMS['redis_cls'] = 'os.path' is not a class"),
    ],
)
def test_settings_that_make_no_client_are_named(settings, message):
    assert complaint(**settings).startswith(message)
