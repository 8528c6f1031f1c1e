import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from scrapy_bt.commands.shared.console_access import DAYS
from scrapy_bt.console.access.roles import Role
from scrapy_bt.console.access.tokens import Tokens
from scrapy_bt.console.access.users import Users

Bt = Callable[..., tuple[int, str, str]]


@pytest.fixture
def project(bt: Bt, tmp_path: Path) -> Path:
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = scrapy.settings.default_settings\n")
    return tmp_path


def test_somebody_is_added_and_removed(bt: Bt, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("correct horse battery\n"))
    status, out, _ = bt("console", "--users", "users.json", "--add-user", "ann:operator")
    assert (status, out) == (0, "users.json: ann (operator)\n")
    assert Users(project / "users.json").check("ann", "correct horse battery") is Role.OPERATOR
    assert bt("console", "--users", "users.json", "--remove-user", "ann")[1] == "users.json: nobody\n"
    assert "no user" in bt("console", "--users", "users.json", "--remove-user", "ann")[2]


def test_a_token_is_printed_once_and_stored_hashed(bt: Bt, project: Path) -> None:
    status, out, _ = bt("console", "--add-token", "ci:viewer")
    assert (status, DAYS) == (0, 90)
    path = project / ".scrapy" / "bt-tokens.json"
    identity = Tokens(path).identify(out.strip())
    assert identity is not None
    assert (identity.user, identity.role) == ("ci", Role.VIEWER)
    assert out.strip() not in path.read_text()
    assert bt("console", "--remove-token", "ci")[0] == 0
    assert Tokens(path).identify(out.strip()) is None


@pytest.mark.parametrize("words", [["--add-user", "ann:operator"], ["--add-token", "ci"], ["--add-token", "ci:root"]])
def test_what_makes_no_sense_is_told(bt: Bt, project: Path, words: list[str]) -> None:
    with pytest.raises(SystemExit):
        bt("console", *words)
