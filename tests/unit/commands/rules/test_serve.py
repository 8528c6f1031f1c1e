import argparse
import io
from pathlib import Path

import pytest
from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from scrapy_bt.commands.shared.rule_servers import device_name, key_file, one_server
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


@pytest.fixture
def serve(rules, folder, monkeypatch):
    def run(*arguments, password="correct horse"):
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{password}\n"))
        return rules("serve", "--database", f"sqlite:///{folder}/r.db", *arguments)

    return run


def test_accounts_are_added_listed_and_closed(serve, capsys):
    assert serve("--add-account", "ann:3") == 0
    assert serve("--add-account", "bob") == 0
    assert serve("--close-account", "bob") == 0
    capsys.readouterr()
    assert serve("--accounts") == 0
    assert capsys.readouterr().out == "ann  0/3 seats  no key yet\nbob  0/0 seats  no key yet\n"


def test_mistakes_are_told(serve, capsys):
    assert serve("--add-account", "ann", password="short") == 2
    assert "too short" in capsys.readouterr().err
    assert serve("--close-account", "nobody") == 2
    assert serve("--host", "0.0.0.0") == 2
    assert "clear text" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        serve("--add-account", "ann:many")
