import io

import pytest

from scrapy_bt.core.rules.sharing.trust import fingerprint
from tests.ruleservers import PASSWORD, Signer


@pytest.fixture
def login(rules, server, monkeypatch):
    def run(*arguments, password=PASSWORD):
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{password}\n"))
        return rules("login", "ann", "--server", server.url, "--device", "desk", *arguments)

    return run


def test_the_first_key_is_told_and_another_one_has_to_be_signed(login, folder, capsys):
    assert login("--sign", "ann.pem") == 0
    assert login("--sign", "ann.pem") == 0
    assert f"your key: {fingerprint(Signer(1).public)}" in capsys.readouterr().out
    new = Signer(2).file(folder, "new.pem")
    assert login("--sign", new) == 2
    assert "change it: --sign OLD --new-key" in capsys.readouterr().err
    assert login("--sign", "ann.pem", "--new-key", new) == 0
    assert login("--sign", "ann.pem", "--new-key", new) == 0
    assert login("--sign", new) == 0


def test_a_wrong_password_is_told_without_it(login, capsys):
    assert login(password="wrong horse") == 2
    told = capsys.readouterr().err
    assert "name or password are wrong" in told
    assert "wrong horse" not in told


def test_the_seat_is_free_and_nothing_can_be_published(shared, server, capsys):
    assert shared("logout") == 0
    assert server.service.accounts.all()[0].devices == ()
    assert shared("publish", "news.yaml", "--sign", "ann.pem", "--name", "other") == 2
    assert "nobody is logged in" in capsys.readouterr().err
