import gzip
import json

from scrapy_bt.console.access.policy import FRAME_POLICY
from scrapy_bt.console.access.roles import Role
from scrapy_bt.console.state import Console
from tests.proposals import Filing
from tests.unit.console.conftest import Client


def test_where_nothing_is_watched_the_page_says_how(client: Client) -> None:
    assert "BT_HEALING = &#34;review&#34;" in client.get("/healing").text or "BT_HEALING" in client.get("/healing").text


def test_cases_and_one_of_them(client: Client, console: Console) -> None:
    filing = Filing()
    filed = filing.file("shop.bt:1")
    markup = "<html><body><h2 onclick='x'>B</h2></body></html>"
    filing.store.add_page("shop", "product", state="failing", url="/9", status=200, markup=markup, seen=())
    page = filing.store.pages("shop", "product", "failing")[0].id
    filing.store.close()
    assert "shop.test" in client.get("/healing").text
    assert "data-decide" not in client.get(f"/healing/{filed.id}").text
    shown = client.get(f"/healing/{filed.id}", role=Role.EDITOR).text
    assert "h1::text" in shown
    assert "data-decide" in shown
    assert 'data-policy="product"' in shown
    assert "BT_HEALING" not in shown, "its file can say it"
    try:
        framed = client.get(f"/healing/{filed.id}/pages/{page}/frame")
    finally:
        console.trials.close()
    assert framed.headers["content-security-policy"].startswith(FRAME_POLICY.partition("NONCE")[0])
    assert "onclick" not in framed.text
    exported = client.get(f"/healing/{filed.id}/case.json.gz")
    assert json.loads(gzip.decompress(exported.body))["format"] == 1
    assert client.get("/healing/x").status == 404
