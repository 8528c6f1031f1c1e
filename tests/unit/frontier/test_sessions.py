import pytest

from scrapy_bt.frontier.sessions import SharedSessions


@pytest.fixture
def sessions() -> SharedSessions:
    """The session of task 1 has cookies."""
    sessions = SharedSessions()
    sessions.set(1, b"jar")
    return sessions


def test_cookies_go_with_the_task_that_began_the_session(sessions: SharedSessions) -> None:
    assert sessions.end(1)
    assert sessions.get(1) is None
    assert list(sessions) == []


def test_a_guest_keeps_the_cookies_of_a_task_that_has_ended(sessions: SharedSessions) -> None:
    sessions.enter(1, user=2)
    sessions.enter(1, user=3)
    assert not sessions.end(1)
    assert not sessions.leave(1, user=2)
    assert sessions.get(1) == b"jar"
    assert sessions.leave(1, user=3)
    assert sessions.get(1) is None


def test_when_the_sharers_leave_first_the_owner_keeps_its_cookies(sessions: SharedSessions) -> None:
    sessions.enter(1, user=2)
    assert not sessions.leave(1, user=2)
    assert not sessions.has_sharers(1)
    assert sessions.get(1) == b"jar"
    assert sessions.end(1)


def test_a_shared_value_is_a_guest(sessions: SharedSessions) -> None:
    sessions.enter(1)
    assert sessions.has_sharers(1)
    assert not sessions.end(1)
    assert sessions.leave(1)


def test_who_uses_its_own_session_is_no_guest(sessions: SharedSessions) -> None:
    sessions.enter(1, user=1)
    assert not sessions.has_sharers(1)
    assert not sessions.leave(1, user=1)
    assert sessions.get(1) == b"jar"


def test_no_session_is_named_0(sessions: SharedSessions) -> None:
    sessions.enter(0, user=5)
    assert not sessions.has_sharers(0)
    assert not sessions.leave(0, user=5)


def test_to_end_without_cookies_is_no_news() -> None:
    sessions = SharedSessions()
    sessions.enter(1, user=2)
    assert not sessions.end(1)
    assert not sessions.leave(1, user=2)


def test_used_are_those_with_cookies_and_those_with_sharers(sessions: SharedSessions) -> None:
    sessions.enter(7, user=8)
    assert set(sessions.used()) == {1, 7}
