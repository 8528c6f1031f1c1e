from pathlib import Path

from scrapy_bt.console.access.policy import FRAME_POLICY
from scrapy_bt.console.access.roles import Role
from scrapy_bt.console.state import Console
from tests.unit.console.conftest import Client


def test_the_page_says_what_to_do_where_nothing_is_kept(client: Client, project: Path) -> None:
    (project / "rules").mkdir()
    (project / "rules" / "shop.yaml").write_text("rule: shop\n")
    shown = client.get("/rules/shop.yaml/try", role=Role.EDITOR).text
    assert "BT_KEEP_PAGES" in shown
    assert "data-save" in shown
    assert "data-save" not in client.get("/rules/shop.yaml/try").text
    assert client.get("/rules/none.yaml/try").status == 404


def test_a_page_is_framed_under_a_policy_of_its_own(client: Client, console: Console) -> None:
    kept = console.pages.add(b"<script>x</script><p>y", "https://s.test/")
    try:
        answer = client.get(f"/pages/{kept.hash}/frame")
    finally:
        console.trials.close()
    assert "<p" in answer.text
    assert "<script>x" not in answer.text
    assert answer.headers["content-security-policy"].startswith(FRAME_POLICY.partition("NONCE")[0])
    assert answer.headers["x-content-type-options"] == "nosniff"
