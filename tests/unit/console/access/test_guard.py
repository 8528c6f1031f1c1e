"""Route × role × attack; the attacks are made for every route that there is."""

import asyncio
import re
from collections.abc import Iterator

import pytest

from scrapy_bt.console.access.guard import SAFE, Guard
from scrapy_bt.console.access.policy import CONTENT_POLICY, HEADERS, WORKER_POLICY
from scrapy_bt.console.access.roles import Role, read_role
from scrapy_bt.console.routes import ADDRESSES, ConsoleRoute
from tests.unit.console.asgi import HOST, Answer, request
from tests.unit.console.conftest import Client

ROLES = [role for role in Role if role is not Role.NOBODY]
CHANGING = [address for address in ADDRESSES if address.method not in SAFE]
READING = [address for address in ADDRESSES if address.method in SAFE and address.role is not Role.NOBODY]
PASSED = {200, 303, 304, 404, 409, 422}
"""What only who has passed the guard can be told."""


def name(address: ConsoleRoute) -> str:
    return f"{address.method} {address.path}"


def url_of(address: ConsoleRoute) -> str:
    filled = re.sub(r"\{task:int\}", "1", address.path)
    return re.sub(r"\{id\}", "nothing", filled)


def ask(client: Client, address: ConsoleRoute, **headers: str) -> Answer:
    sent = {key.replace("_", "-"): value for key, value in headers.items()}
    body = b"{}" if address.method not in SAFE else b""
    return asyncio.run(request(client.application, address.method, url_of(address), headers=sent, body=body))


def fine(client: Client, role: Role) -> dict[str, str]:
    """The headers of a change that is in order."""
    key = client.console.sessions.open("ann", role).key
    return {"authorization": f"Bearer {key}", "content_type": "application/json", "sec_fetch_site": "same-origin"}


def attacks(client: Client, role: Role) -> Iterator[tuple[str, dict[str, str], set[int]]]:
    good = fine(client, role)
    session = client.console.sessions.open("ann", role)
    cookie = f"{client.console.cookie}={session.cookie}"
    without = {key: value for key, value in good.items() if key != "authorization"}
    yield "no token", without, {401, 403}
    yield "cookie only", {**without, "cookie": cookie}, {403}
    yield "cookie as a key", {**good, "authorization": f"Bearer {session.cookie}"}, {401, 403}
    yield "cross-site", {**good, "sec_fetch_site": "cross-site"}, {403}
    yield "same site, other port", {**good, "sec_fetch_site": "same-site"}, {403}
    yield "a link typed by hand", {**good, "sec_fetch_site": "none"}, {403}
    no_fetch = {key: value for key, value in good.items() if key != "sec_fetch_site"}
    yield "foreign origin", {**no_fetch, "origin": "https://evil.test"}, {403}
    yield "no origin", {**no_fetch, "origin": "null"}, {403}
    yield "a key without a browser", no_fetch, {403}
    yield "wrong host", {**good, "host": "evil.test"}, {421}
    yield "rebound host", {**good, "host": "evil.test:8765"}, {421}
    yield "two hosts", {**good, "host": f"{HOST}\nevil.test"}, {421}
    yield "form", {**good, "content_type": "application/x-www-form-urlencoded"}, {415}
    yield "text", {**good, "content_type": "text/plain"}, {415}
    yield "no type", {key: value for key, value in good.items() if key != "content_type"}, {415}
    yield "no bearer", {**good, "authorization": "Basic YTpi"}, {401, 403}


@pytest.mark.parametrize("role", ROLES, ids=lambda role: role.word)
@pytest.mark.parametrize("address", CHANGING, ids=name)
def test_no_attack_changes_anything(client: Client, address: ConsoleRoute, role: Role) -> None:
    for attack, headers, statuses in attacks(client, role):
        # Whoever logs in has no key yet, and needs none.
        if address.role is Role.NOBODY and attack in ("no token", "cookie only", "cookie as a key", "no bearer"):
            continue
        answer = ask(client, address, **headers)
        assert answer.status in statuses, attack
        assert set(answer.json) == {"code", "message", "advice", "place"}


@pytest.mark.parametrize("role", ROLES, ids=lambda role: role.word)
@pytest.mark.parametrize("address", CHANGING, ids=name)
def test_a_change_takes_its_role(client: Client, address: ConsoleRoute, role: Role) -> None:
    answer = ask(client, address, **fine(client, role))
    assert (answer.status in PASSED or address.role is Role.NOBODY) == (role >= address.role)
    if role < address.role:
        assert answer.json["code"] == "role"


@pytest.mark.parametrize("address", READING, ids=name)
def test_nobody_reads_without_being_somebody(client: Client, address: ConsoleRoute) -> None:
    for headers in ({}, {"cookie": f"{client.console.cookie}=guessed"}, {"authorization": "Bearer guessed"}):
        answer = ask(client, address, **headers)
        if address.path.startswith("/api/"):
            assert answer.status == 401
        else:
            assert (answer.status, answer.headers["location"][:12]) == (303, "/login?next=")
    wrong = ask(client, address, **fine(client, Role.ADMIN), host="evil.test")
    assert wrong.status == 421


@pytest.mark.parametrize("address", [address for address in READING if "stream" not in address.path], ids=name)
def test_a_cookie_reads(client: Client, address: ConsoleRoute) -> None:
    session = client.console.sessions.open("ann", address.role)
    assert ask(client, address, cookie=f"{client.console.cookie}={session.cookie}").status in PASSED
    # That of a console at another port is none of ours.
    assert ask(client, address, cookie=f"bt_console_1={session.cookie}").status in (303, 401)


@pytest.mark.parametrize("address", [address for address in ADDRESSES if "stream" not in address.path], ids=name)
def test_every_answer_has_the_headers_and_lets_nobody_else_in(client: Client, address: ConsoleRoute) -> None:
    for headers in (fine(client, Role.ADMIN), {"origin": "https://evil.test"}):
        answer = ask(client, address, **headers)
        assert {key: answer.headers.get(key) for key, _ in HEADERS} == dict(HEADERS)
        assert not any(key.startswith("access-control") for key in answer.headers)


def test_programs_change_with_a_token_alone(client: Client) -> None:
    secret = client.console.tokens.add("ci", Role.OPERATOR, seconds=60.0)
    address = next(each for each in CHANGING if each.path.endswith("orders/plan"))
    headers = {"authorization": f"Bearer {secret}", "content_type": "application/json"}
    assert ask(client, address, **headers).status == 422
    assert ask(client, address, **headers, origin="https://evil.test").status == 403


@pytest.mark.parametrize("sign", ["%3F", "%23", "%25", "%5C", "%3B"])
@pytest.mark.parametrize("address", [each for each in CHANGING if "{" in each.path], ids=name)
def test_signs_in_names_lead_around_no_role(client: Client, address: ConsoleRoute, sign: str) -> None:
    path = re.sub(r"\{[^}]*\}", f"a{sign}b", url_of(address))
    less = Role(address.role - 1) if address.role > Role.VIEWER else Role.VIEWER
    answer = client.post(path, role=less)
    assert answer.json["code"] == "role" or less >= address.role


def test_what_is_no_route_is_told_to_viewers_alone(client: Client) -> None:
    assert asyncio.run(request(client.application, "GET", "/nothing")).status == 303
    assert client.get("/nothing").status == 404
    assert client.get("/api/v1/nothing").json["code"] == "http"
    assert client.post("/api/v1/crawls/shop").status == 405


def test_paths_do_not_lead_out_of_the_static_files(client: Client) -> None:
    for path in ("/static/../words.py", "/static/%2e%2e/words.py", "/static//etc/passwd", "/static/..%2fwords.py"):
        assert asyncio.run(request(client.application, "GET", path)).status == 404


def test_browsers_ask_whether_a_script_is_still_the_same(client: Client) -> None:
    whole = client.get("/static/console.js")
    assert whole.headers["cache-control"] == "no-cache"
    assert client.get("/static/console.js", **{"if-none-match": whole.headers["etag"]}).status == 304


def test_other_protocols_are_handed_on() -> None:
    seen = []

    async def application(scope: dict[str, str], receive: object, send: object) -> None:
        seen.append(scope["type"])

    guard = Guard(application, sessions=None, tokens=None, hosts=[HOST], cookie="", needed=lambda *_: Role.VIEWER)  # type: ignore[arg-type]
    asyncio.run(guard({"type": "lifespan"}, None, None))  # type: ignore[arg-type]
    assert seen == ["lifespan"]


def test_who_is_not_logged_in_and_sends_no_body_is_told_and_hung_up_on(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scrapy_bt.console.access.bodies.BODY_SECONDS", 0.0)
    sent = {"content-type": "application/json", "sec-fetch-site": "same-origin"}
    answer = asyncio.run(request(client.application, "POST", "/api/v1/login", headers=sent, body=b"{}"))
    assert (answer.status, answer.json["code"], answer.headers["connection"]) == (408, "slow", "close")
    assert client.post("/api/v1/orders/plan", "{}", role=Role.ADMIN).status != 408


def test_nothing_comes_from_elsewhere_and_nothing_is_written_into_pages() -> None:
    parts = dict(part.split(" ", 1) for part in CONTENT_POLICY.split("; "))
    assert parts["default-src"] == "'none'"
    assert {parts[f"{kind}-src"] for kind in ("script", "style", "connect", "worker", "frame")} == {"'self'"}
    assert parts["trusted-types"] == WORKER_POLICY
    assert "unsafe" not in CONTENT_POLICY
    assert "*" not in CONTENT_POLICY


def test_no_header_lets_other_origins_in() -> None:
    assert not any(name.startswith("access-control") for name, _ in HEADERS)


def test_each_may_do_what_those_before_it_may() -> None:
    assert sorted(Role) == [Role.NOBODY, Role.VIEWER, Role.OPERATOR, Role.EDITOR, Role.ADMIN]
    assert [read_role(role.word) for role in (Role.VIEWER, Role.ADMIN)] == [Role.VIEWER, Role.ADMIN]


@pytest.mark.parametrize("word", ["nobody", "root", ""])
def test_other_words_are_told(word: str) -> None:
    with pytest.raises(ValueError, match="viewer, operator, editor, admin"):
        read_role(word)
