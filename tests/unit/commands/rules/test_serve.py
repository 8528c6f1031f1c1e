import io

import pytest


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
