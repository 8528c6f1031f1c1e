from pathlib import Path

import pytest

from scrapy_bt.console.access.roles import Role
from scrapy_bt.console.access.users import Users
from scrapy_bt.errors import BTError
from tests.contracts.workshop import Clock

PASSWORD = "correct horse battery"


def test_a_password_is_checked_and_nowhere_to_be_read(tmp_path: Path) -> None:
    path = tmp_path / "users.json"
    Users(path).set("ann", PASSWORD, Role.EDITOR)
    users = Users(path)
    assert users.check("ann", PASSWORD) is Role.EDITOR
    assert users.check("ann", PASSWORD + "!") is None
    assert users.check("bob", PASSWORD) is None
    assert PASSWORD not in path.read_text()
    assert path.stat().st_mode & 0o777 == 0o600
    assert [user.name for user in users.all()] == ["ann"]


def test_failures_are_slowed_and_forgotten_after_a_success(tmp_path: Path) -> None:
    clock = Clock()
    users = Users(tmp_path / "users.json", clock=clock)
    users.set("ann", PASSWORD, Role.VIEWER)
    for _ in range(3):
        assert users.wait("ann") == 0.0
        users.check("ann", "wrong password")
    assert users.wait("ann") == 1.0
    users.check("ann", "wrong password")
    assert users.wait("ann") == 2.0
    clock.turn(2.0)
    assert users.wait("ann") == 0.0
    users.check("ann", PASSWORD)
    assert users.wait("ann") == 0.0


def test_who_is_changed_by_another_process_has_to_log_in_again(tmp_path: Path) -> None:
    path = tmp_path / "users.json"
    here, there = Users(path), Users(path)
    there.set("ann", PASSWORD, Role.EDITOR)
    there.set("bob", PASSWORD, Role.VIEWER)
    assert here.check("ann", PASSWORD) is Role.EDITOR
    ann, bob = here.claim("ann"), here.claim("bob")
    here.set("bob", PASSWORD, Role.EDITOR)
    assert (ann(), bob()) == (True, False)
    assert [user.name for user in there.all()] == ["ann", "bob"]  # what the other has written is not lost
    there.remove("ann")
    assert not ann()
    assert here.check("ann", PASSWORD) is None
    bob = here.claim("bob")
    assert not here.claim("nobody")()


def test_what_cannot_be_is_told(tmp_path: Path) -> None:
    users = Users(tmp_path / "users.json")
    with pytest.raises(BTError, match="too short"):
        users.set("ann", "short", Role.VIEWER)
    with pytest.raises(BTError, match="no user"):
        users.remove("ann")
    (tmp_path / "users.json").write_text("[1]")
    with pytest.raises(BTError, match="cannot be read"):
        Users(tmp_path / "users.json")
