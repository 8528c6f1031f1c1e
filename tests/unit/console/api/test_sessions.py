import json
from collections.abc import Callable

from scrapy_bt.console.access.roles import Role
from scrapy_bt.console.access.users import Users
from scrapy_bt.console.api.sessions import Login
from scrapy_bt.console.state import Console
from tests.unit.console.conftest import Client

LOGIN = "/api/v1/login"


def test_the_key_brings_a_cookie_that_no_script_reads(client: Client) -> None:
    session = client.console.sessions.open("local", Role.ADMIN, lasts=True)
    answer = client.post(LOGIN, json.dumps({"key": session.key}), role=None)
    assert answer.json == {"user": "local", "role": "admin", "key": session.key}
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(f"bt_console_8765={session.cookie};")
    assert {"HttpOnly", "SameSite=strict", "Path=/"} <= set(cookie.split("; "))
    assert session.key not in cookie


def test_a_wrong_key_is_told(client: Client) -> None:
    for body in ('{"key": "guessed"}', '{"name": "ann", "password": "x"}', "{}"):
        assert client.post(LOGIN, body, role=None).status == 401


def test_users_log_in_by_password_and_wait_after_failures(
    console: Console, make_client: Callable[[Console], Client]
) -> None:
    console.users = Users(console.project / "users.json")
    console.users.set("ann", "correct horse battery", Role.OPERATOR)
    client = make_client(console)
    wrong = json.dumps({"name": "ann", "password": "wrong"})
    assert [client.post(LOGIN, wrong, role=None).status for _ in range(4)] == [401, 401, 401, 429]
    console.users = Users(console.project / "users.json")
    answer = client.post(LOGIN, json.dumps({"name": "ann", "password": "correct horse battery"}), role=None)
    assert answer.json["role"] == "operator"
    session = console.sessions.of_key(answer.json["key"])
    assert session is not None
    client.post("/api/v1/logout", role=Role.VIEWER, cookie=f"{console.cookie}={session.cookie}")
    assert console.sessions.of_key(answer.json["key"]) is None
    assert Login().key == ""
