"""A run is started, its record looked at, and a part of a tree carried into another file, in a real browser."""

from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from scrapy_bt.console.sources.outline import make_rows
from tests.integration.console.keyboard import leaving

SHOP = """page :: visit "data:text/html,<h1>Lamp {number}</h1>"
lamp :: item { title = css "h1::text" }
main :: and (number) { :page  :lamp }
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = shop\n")
    store = f"sqlite:///{tmp_path}/records.db"
    (tmp_path / "shop.py").write_text(f'ADDONS = {{"scrapy_bt.Addon": 300}}\nBT_STORE_URL = "{store}"\n')
    (tmp_path / "trees").mkdir()
    (tmp_path / "trees" / "shop.bt").write_text(SHOP)
    (tmp_path / "trees" / "turned.bt").write_text('page :: and { log "\u202eabc" }\nmain :: and { :page }\n')
    (tmp_path / "goods.jl").write_text("".join(f'{{"n": {n}, "title": "Lamp"}}\n' for n in range(230)))
    return tmp_path


@pytest.mark.server
def test_a_run_leads_to_its_records_and_a_record_to_its_run(page: Page, project: Path) -> None:
    with leaving(page):
        page.get_by_role("link", name="Runs", exact=True).click()
    card = page.locator("details", has_text="shop").filter(has=page.locator("[data-start=shop]"))
    card.locator("summary").click()
    card.get_by_label("number").fill("7")
    with leaving(page):
        card.get_by_role("button", name="Start").click()
    run = page.locator("table.runs a", has_text="-shop-")
    while not list(project.glob(".scrapy/bt-runs/*.json")):
        page.wait_for_timeout(500)
    page.reload()
    expect(run).to_have_count(1)
    name = run.inner_text()
    run.click()
    expect(page.get_by_role("row", name="item_scraped_count")).to_contain_text("1")
    page.get_by_role("link", name="Records", exact=True).click()
    page.get_by_role("link", name="lamp", exact=True).click()
    page.get_by_role("link", name="The whole record").click()
    expect(page.get_by_role("cell", name="Lamp 7")).to_be_visible()
    expect(page.locator("main")).to_contain_text("with the tree as it is now")
    expect(page.get_by_role("link", name=name)).to_have_count(1)
    page.get_by_role("link", name="all of its records here").click()
    expect(page.locator("tbody tr td:nth-child(2)")).to_have_text(["Lamp 7"])


@pytest.mark.server
def test_a_part_is_carried_into_another_file_under_a_free_name(page: Page, project: Path) -> None:
    page.goto(page.url + "trees/shop.bt")
    text = page.locator("bt-editor .cm-content")
    rows = page.locator("[data-outline] tr")
    expect(text).to_be_visible()  # the page's script is there
    rows.first.focus()
    page.keyboard.press("Control+c")
    expect(page.locator("#notices")).to_contain_text("Copied")
    page.goto(page.url.replace("shop.bt", "turned.bt"))
    expect(text).to_be_visible()
    rows.first.click()
    page.get_by_role("button", name="Paste").click()
    dialog = page.locator("#edit")
    expect(dialog.locator("textarea")).to_have_value("page_2")
    dialog.get_by_role("button", name="Confirm").click()
    expect(dialog).to_contain_text('+page_2 :: visit "data:')
    expect(dialog).to_contain_text("⟦U+202E⟧abc")
    dialog.get_by_role("button", name="Confirm").click()
    expect(page.locator("[data-outline]")).to_contain_text("page_2 :: visit")
    assert (
        '\npage_2 :: visit "data:text/html,<h1>Lamp {number}</h1>"\nmain'
        in (project / "trees" / "turned.bt").read_text()
    )


@pytest.mark.server
def test_of_many_records_those_stand_in_the_page_that_are_seen(page: Page) -> None:
    page.goto(page.url + "records/feed:goods.jl")
    rows = page.locator("bt-records tbody tr")
    expect(rows.nth(63)).to_have_count(0)
    last = page.get_by_role("cell", name="229", exact=True)
    while not last.count():  # each end is that of the pages that have come
        page.locator("bt-records .window").evaluate("box => box.scrollTo(0, box.scrollHeight)")
        page.wait_for_timeout(100)
    expect(rows.nth(63)).to_have_count(0)
    page.locator("bt-records .window").evaluate("box => box.scrollTo(0, 0)")
    expect(page.get_by_role("cell", name="0", exact=True)).to_have_count(1)


ADD_ROWS = """async ([rows, late]) => {
    const { Outline } = await import("/static/outline.js");
    const table = document.createElement("table");
    table.createTBody();
    document.querySelector("main").append(table);
    const outline = new Outline(table, rows, 0, () => {});
    for (const row of late) outline.keep([row], [], false);
    outline.show(0);
    return outline.visible.map((row) => row.key);
}"""


@pytest.mark.server
def test_nodes_that_come_later_stand_where_the_server_has_them(page: Page) -> None:
    nodes = ("p10", "p2/a", "p2", "p", "p1/b", "p01", "p1a2", "p1a10", "Z", "main#2", "main", "main/a", "p1\U0001f600")
    rows = make_rows(
        {"nodes": [], "orders": {"pauses": []}}, [(tree, node) for tree in ("t2", "t10") for node in nodes]
    )
    late = [row for row in rows.values() if row["key"].startswith("t2") and row["node"] not in ("", "p", "p10", "Z")]
    late.sort(key=lambda row: (row["level"], -len(row["name"])))
    early = [row for row in rows.values() if row not in late]
    # At first nothing is open; what comes later opens what it stands in.
    shown = [key for key, row in rows.items() if row["tree"] == "t2" or not row["node"]]
    assert page.evaluate(ADD_ROWS, [early, late]) == shown


@pytest.mark.server
@pytest.mark.parametrize("there", ["//evil.test/", "/\\evil.test/", "https://evil.test/", "javascript:alert(1)"])
def test_a_login_leads_to_no_other_site(page: Page, console: str, there: str) -> None:
    address, _, key = console.partition("/login")
    page.goto(f"{address}/login?next={quote(there)}{key}")
    page.wait_for_url(f"{address}/")
