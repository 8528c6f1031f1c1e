import argparse
from pathlib import Path

import pytest
from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from scrapy_bt.commands.rules.servers import device_name, key_file, one_server
from scrapy_bt.core.rules.sharing.statements import is_name
from scrapy_bt.errors import BTError


def test_a_command_works_with_one_server():
    options = argparse.Namespace(server="")
    settings = Settings({"BT_RULE_SERVERS": ["https://a.test", "https://b.test/"], "BT_RULE_LIBRARY": "x/library"})
    with pytest.raises(UsageError, match=r"--server, one of https://a\.test, https://b\.test"):
        one_server(options, settings)
    assert one_server(argparse.Namespace(server="https://b.test"), settings).url == "https://b.test"
    with pytest.raises(BTError, match="no rule server is named"):
        one_server(options, Settings())


def test_the_key_of_the_settings_is_taken_where_none_is_named():
    settings = Settings({"BT_RULE_KEY": "keys/ann.pem"})
    assert key_file(argparse.Namespace(sign=None), settings) == Path("keys/ann.pem")
    assert key_file(argparse.Namespace(sign=Path("other.pem")), settings) == Path("other.pem")


def test_a_machine_has_a_name_that_servers_take():
    assert is_name(device_name())
