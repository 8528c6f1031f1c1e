from scrapy_bt.console.views.settings import SETTINGS
from tests.unit.console.conftest import Client


def test_every_setting_is_there_without_secrets(client: Client) -> None:
    client.console.settings.set("BT_STORE_URL", "postgresql://ann:sesame@a.test/x", priority="project")
    text = client.get("/settings").text
    assert all(f"<code>{each.name}</code>" in text for each in SETTINGS)
    assert "sesame" not in text
    assert "ann:…@a.test" in text


def test_language_and_theme_are_kept(client: Client) -> None:
    answer = client.get("/settings?language=zh_CN&theme=dark")
    assert (answer.status, answer.headers["location"]) == (303, "/settings")
    assert "bt_theme=dark" in answer.headers["set-cookie"]
    assert client.get("/settings?language=evil").status == 200
