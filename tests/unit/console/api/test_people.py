import json

from scrapy_bt.console.access.roles import Role
from scrapy_bt.console.access.users import Users
from scrapy_bt.console.state import Console
from tests.unit.console.conftest import Client

PASSWORD = "correct horse battery"


def post(client: Client, path: str, **body: object):
    return client.post(f"/api/v1/{path}", json.dumps(body), role=Role.ADMIN)


def test_users_are_added_and_removed_with_their_sessions(client: Client, console: Console) -> None:
    assert post(client, "users", name="ann", password=PASSWORD, role="viewer").status == 409
    console.users = Users(console.project / "users.json")
    told = post(client, "users", name="bob", password=PASSWORD, role="operator")
    assert told.json["users"] == [{"name": "bob", "role": "operator"}]
    assert PASSWORD not in (console.project / "users.json").read_text()
    login = json.dumps({"name": "bob", "password": PASSWORD})
    first, *others = (client.post("/api/v1/login", login, role=None).json["key"] for _ in range(2))
    headers = {"authorization": f"Bearer {first}"}
    assert client.get("/api/v1/crawls", role=None, **headers).status == 200
    post(client, "users", name="bob", password=PASSWORD, role="viewer")
    assert client.get("/api/v1/crawls", role=None, **headers).status == 401
    assert [console.sessions.of_key(key) for key in others] == [None]
    assert "scrapy bt console --users FILE --remove-user=bob" in client.get("/settings", role=Role.ADMIN).text
    assert "bob" not in client.get("/settings").text
    assert post(client, "users/remove", name="bob").json["users"] == []
    assert post(client, "users/remove", name="bob").status == 409
    assert post(client, "users/remove", name="ann").status == 409  # who asks
    for wrong in ({"name": "a b"}, {"role": "king"}, {"name": ""}):
        body = {"name": "eve", "password": PASSWORD, "role": "viewer", **wrong}
        assert post(client, "users", **body).status == 422


def test_a_token_is_told_once_and_can_be_removed(client: Client, console: Console) -> None:
    told = post(client, "tokens", name="ci", role="viewer", days=1).json
    assert console.tokens.identify(told["secret"]) is not None
    listed = client.get("/api/v1/people", role=Role.ADMIN).json
    assert [one["name"] for one in listed["tokens"]] == ["ci"]
    assert told["secret"] not in json.dumps(listed)
    assert "scrapy bt console --remove-token=ci" in client.get("/settings", role=Role.ADMIN).text
    assert post(client, "tokens", name="ci", role="viewer").status == 409
    assert post(client, "tokens", name="x", role="viewer", days=0).status == 422
    post(client, "tokens/remove", name="ci")
    assert console.tokens.identify(told["secret"]) is None
