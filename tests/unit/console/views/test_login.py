from collections.abc import Callable

from scrapy_bt.console.access.users import Users
from scrapy_bt.console.state import Console
from scrapy_bt.console.views.login import show
from tests.unit.console.conftest import Client


def test_it_asks_for_the_key_or_for_name_and_password(
    client: Client, console: Console, make_client: Callable[[Console], Client]
) -> None:
    assert '<input name="key"' in client.get("/login", role=None).text
    console.users = Users(console.project / "users.json")
    assert '<input name="password" type="password"' in make_client(console).get("/login", role=None).text
    assert show.__name__ == "show"
