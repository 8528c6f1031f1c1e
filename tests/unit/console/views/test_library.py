import pytest

from scrapy_bt.console.access.roles import Role
from tests.ruleservers import Signer, release_of, rule_server, rule_text
from tests.unit.console.conftest import Client

ANN = Signer()


def test_without_servers_the_page_says_how_to_name_one(client: Client) -> None:
    text = client.get("/library").text
    assert "BT_RULE_SERVERS" in text
    assert "scrapy bt rules subscribe ACCOUNT/NAME" in text


@pytest.mark.parametrize("role", [Role.VIEWER, Role.EDITOR])
def test_what_servers_offer_is_shown_and_strangers_texts_do_nothing(client: Client, tmp_path, role) -> None:
    (tmp_path / "server").mkdir()
    with rule_server(tmp_path / "server") as server:
        author = server.author(ANN)
        hostile = rule_text("<img src=x onerror=alert(1)>")
        author.send("/v1/rules/ann/news", ANN.sign(release_of(author.origin, 1, hostile)), hostile)
        client.console.settings.set("BT_RULE_SERVERS", [server.url, "http://127.0.0.1:9"])
        client.console.settings.set("BT_RULE_LIBRARY", str(tmp_path / "user" / "library"))
        text = client.get("/library?q=news", role=role).text
    assert "ann/news@1" in text
    assert "<img" not in text
    assert "cannot be reached" in text
    assert ('data-take="subscribe"' in text) == (role is Role.EDITOR)
