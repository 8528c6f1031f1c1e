from pathlib import Path

import pytest

from scrapy_bt.console.access.roles import Role
from scrapy_bt.console.access.tokens import Tokens
from scrapy_bt.errors import BTError
from tests.contracts.workshop import Clock


def test_a_token_is_known_until_it_ends_and_stored_hashed(tmp_path: Path) -> None:
    clock, path = Clock(), tmp_path / "tokens.json"
    secret = Tokens(path, clock=clock).add("ci", Role.OPERATOR, seconds=60.0)
    tokens = Tokens(path, clock=clock)
    identity = tokens.identify(secret)
    assert identity is not None
    assert (identity.user, identity.role, identity.is_program, identity.has_key) == ("ci", Role.OPERATOR, True, True)
    assert secret not in path.read_text()
    assert path.stat().st_mode & 0o777 == 0o600
    assert tokens.identify("other") is None
    clock.turn(61.0)
    assert tokens.identify(secret) is None


def test_names_are_used_once_and_can_be_removed(tmp_path: Path) -> None:
    tokens, others = Tokens(tmp_path / "tokens.json"), Tokens(tmp_path / "tokens.json")
    other = others.add("cd", Role.VIEWER, seconds=60.0)
    secret = tokens.add("ci", Role.VIEWER, seconds=60.0)
    assert (tokens.identify(other) is None, others.identify(secret) is None) == (False, False)
    with pytest.raises(BTError, match="already"):
        tokens.add("ci", Role.VIEWER, seconds=60.0)
    others.remove("ci")
    assert tokens.identify(secret) is None
    assert [token.name for token in tokens.all()] == ["cd"]
    with pytest.raises(BTError, match="no token"):
        tokens.remove("ci")


@pytest.mark.parametrize("text", ["{", '[{"name": "a", "role": "root", "hash": "", "expires": 1}]'])
def test_a_file_that_is_none_is_told(tmp_path: Path, text: str) -> None:
    path = tmp_path / "tokens.json"
    path.write_text(text)
    with pytest.raises(BTError, match="cannot be read"):
        Tokens(path)
