from scrapy_bt.console.access.roles import Role
from tests.unit.console.conftest import Client


def test_without_recordings_the_page_says_how_to_make_one(client: Client) -> None:
    assert "scrapy bt record URL" in client.get("/samples", role=Role.EDITOR).text
