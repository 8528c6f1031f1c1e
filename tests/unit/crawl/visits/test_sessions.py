import pytest
from scrapy import Request
from scrapy.http import Response
from scrapy.http.cookies import CookieJar

from scrapy_bt.crawl.visits.sessions import SessionJar, SessionJars, decode_jar, encode_jar

REQUEST = Request("https://a.test/x")


def fill(jar: SessionJar, *cookies: str) -> SessionJar:
    jar.extract_cookies(Response(REQUEST.url, headers={"Set-Cookie": list(cookies)}), REQUEST)
    return jar


def sent(jar: CookieJar, url: str = REQUEST.url) -> bytes | None:
    request = Request(url)
    jar.add_cookie_header(request)
    return request.headers.get("Cookie")


def test_a_decoded_jar_sends_what_the_encoded_one_sends() -> None:
    jar = fill(SessionJar(), "a=1", "b=2; Path=/x; Secure", "c=3; Path=/y", "d=4; Max-Age=1000; HttpOnly")
    again = decode_jar(encode_jar(jar))
    for url in ("https://a.test/x", "https://a.test/y", "http://a.test/x", "https://b.test/x"):
        assert sent(again, url) == sent(jar, url)
    assert sent(again) is not None
    assert encode_jar(again) == encode_jar(jar)


@pytest.mark.parametrize("data", [b"", b"\xc1", b"\x93\x01\x02\x03", b"\x91\x91\x01"])
def test_data_that_is_no_jar_is_an_empty_one(data: bytes) -> None:
    assert len(decode_jar(data)) == 0


def test_a_login_is_known_wherever_its_cookies_are(jars: SessionJars) -> None:
    fill(jars[1], "a=1")
    assert not jars.is_logged_in(1)
    jars.note_login(1)
    encoded = jars.take_changed(1)
    assert encoded is not None
    jars.note_login(1)
    assert jars.take_changed(1) is None, "nothing has changed"
    elsewhere = SessionJars(lambda _session: encoded, 2)
    assert elsewhere.is_logged_in(1)
    assert sent(elsewhere[1]) == b"a=1"


@pytest.fixture
def loaded() -> list[int]:
    return []


@pytest.fixture
def jars(loaded: list[int]) -> SessionJars:
    """Two sessions fit; those with even numbers are stored."""
    stored = encode_jar(fill(SessionJar(), "stored=1"))

    def load(session: int) -> bytes | None:
        loaded.append(session)
        return stored if session % 2 == 0 else None

    return SessionJars(load, 2)


def test_a_session_is_loaded_when_it_is_asked_for_and_kept(jars: SessionJars, loaded: list[int]) -> None:
    assert sent(jars[2]) == b"stored=1"
    assert jars[2] is jars[2]
    assert sent(jars[1]) is None
    assert loaded == [2, 1]


def test_the_session_that_was_not_used_for_longest_is_let_go(jars: SessionJars, loaded: list[int]) -> None:
    for session in (1, 2):
        jars[session]
    jars.touch(1)
    jars[3]
    assert set(jars) == {1, 3}
    jars[2]
    assert loaded == [1, 2, 3, 2]


def test_a_session_with_changes_is_not_let_go_before_they_are_stored(jars: SessionJars) -> None:
    fill(jars[1], "a=1")
    jars.mark_changed(1)
    for session in (2, 3, 4):
        jars[session]
    assert 1 in jars
    assert sent(decode_jar(jars.take_changed(1))) == b"a=1"
    jars[5]
    assert 1 not in jars


def test_changes_are_taken_once(jars: SessionJars) -> None:
    jars.mark_changed(1)
    assert jars.take_changed(2) is None
    assert jars.take_changed(1) is not None
    assert jars.take_changed(1) is None


def test_jars_of_ordinary_requests_are_never_loaded_or_let_go(jars: SessionJars, loaded: list[int]) -> None:
    jars[None]
    jars["own"]
    for session in range(5):
        jars[session]
    assert {None, "own"} <= set(jars)
    assert loaded == list(range(5))


def stored_as(value: str) -> bytes:
    return encode_jar(fill(SessionJar(), f"a={value}"))


def test_a_jar_is_loaded_anew_only_when_somebody_else_has_stored_another() -> None:
    stored = {1: stored_as("0")}
    jars = SessionJars(stored.get, 10)
    fill(jars[1], "a=1")
    jars.mark_changed(1)
    ours = jars.take_changed(1)
    jars.renew(1, stored[1])  # ours is on its way
    assert sent(jars[1]) == b"a=1"
    assert ours is not None
    stored[1] = ours
    jars.renew(1, stored[1])
    assert sent(jars[1]) == b"a=1"
    stored[1] = stored_as("2")
    jars.renew(1, stored[1])
    assert sent(jars[1]) == b"a=2"


def test_a_jar_that_has_changed_here_is_kept() -> None:
    jars = SessionJars({1: stored_as("0")}.get, 10)
    fill(jars[1], "a=1")
    jars.mark_changed(1)
    jars.renew(1, stored_as("2"))
    assert sent(jars[1]) == b"a=1"


def test_the_session_of_another_user_begins_with_the_cookies_from_before_the_first_login(jars: SessionJars) -> None:
    fill(jars[1], "language=en")
    jars.begin("session", 1, source=1)
    fill(jars[1], "member=ann")
    jars.begin("token", -1, source=1)
    assert sent(jars[-1]) == b"language=en; member=ann"
    jars[-1] = decode_jar(encode_jar(jars[-1]))
    fill(jars[-1], "token=1")
    jars.begin("session", -2, source=-1)
    assert sent(jars[-2]) == b"language=en"
    jars.begin("token", -3, source=-1)
    assert sent(jars[-3]) == b"language=en; member=ann"
