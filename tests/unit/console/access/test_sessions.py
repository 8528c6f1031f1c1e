import json
from pathlib import Path

from scrapy_bt.console.access.audit import Audit
from scrapy_bt.console.access.roles import Role
from scrapy_bt.console.access.sessions import Sessions, digest, new_secret
from tests.contracts.workshop import Clock


def test_key_and_cookie_are_two_secrets_of_one_session() -> None:
    sessions = Sessions()
    session = sessions.open("ann", Role.OPERATOR)
    assert session.key != session.cookie
    assert sessions.of_key(session.key) is session
    assert sessions.of_cookie(session.cookie) is session
    assert sessions.of_key(session.cookie) is None
    assert sessions.of_cookie(session.key) is None
    sessions.close(session)
    assert sessions.of_key(session.key) is None


def test_a_session_ends_by_itself_unless_it_lasts() -> None:
    clock = Clock()
    sessions = Sessions(clock=clock)
    ends, lasts = sessions.open("ann", Role.VIEWER), sessions.open("local", Role.ADMIN, lasts=True)
    clock.turn(13 * 3600)
    assert sessions.of_key(ends.key) is None
    assert sessions.of_cookie(ends.cookie) is None
    assert sessions.of_key(lasts.key) is lasts


def test_read_only_caps_every_role() -> None:
    assert Sessions(most=Role.VIEWER).open("ann", Role.ADMIN).role is Role.VIEWER


def test_secrets_have_256_bits_and_are_compared_by_their_hashes() -> None:
    assert len(new_secret()) == 43
    assert digest("a") != digest("b")


def test_every_change_is_a_line_without_secrets(tmp_path: Path) -> None:
    clock, path = Clock(), tmp_path / "own" / "audit.jsonl"
    audit = Audit(path, clock=clock)
    audit.note("ann", "pause", crawl="shop", node="list")
    audit.note("bob", "start run", arguments={"password": "sesame"})
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert lines[0] == {"time": clock.now, "user": "ann", "action": "pause", "crawl": "shop", "node": "list"}
    assert lines[1]["arguments"] == {"password": "…"}
    assert path.stat().st_mode & 0o777 == 0o600
