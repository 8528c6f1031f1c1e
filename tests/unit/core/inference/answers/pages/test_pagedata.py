"""Data within pages."""

from __future__ import annotations

import json

from scrapy_bt.core.inference.answers.extraction import page_of
from scrapy_bt.core.inference.answers.pages.contents import content_of
from scrapy_bt.core.inference.answers.pages.innerpages import inner_page, page_within
from scrapy_bt.core.inference.answers.pages.pagedata import data_within
from scrapy_bt.core.inference.answers.values import Extraction
from tests.recordings import answer

ROWS = {"rows": [{"name": f"Lamp {number}", "price": f"{number}.50 €"} for number in range(6)]}
TEXT = json.dumps(ROWS)


def taken(html: str) -> Extraction | None:
    page = answer("/", html)
    within = page_within([page])
    if within is not None:
        assert page_of(inner_page(page, within)).json == ROWS
    return within


def test_data_that_a_page_shows_with_something_in_front_of_it() -> None:
    assert taken(f'<h1>API</h1><pre id="body"><b>HTTP 200 OK</b> {TEXT}</pre>') == Extraction(
        "xpath", 'concat("{", substring-after(string(//pre[@id="body"]), "{"))'
    )
    head = '<pre class="shown">GET /api</pre>'
    assert taken(f'{head}<div class="answer"><pre class="shown">{TEXT}</pre></div>') == Extraction(
        "xpath",
        'string(//div[contains(concat(" ", normalize-space(@class), " "), " answer ")]'
        '//pre[contains(concat(" ", normalize-space(@class), " "), " shown ")])',
    )
    assert taken(f"<textarea>{TEXT}</textarea>") == Extraction("xpath", "string(//textarea)")


def test_data_for_scripts_that_draw_the_page() -> None:
    other = "<h1>Shop</h1><div id=app></div><script>var a = 1</script>"
    typed = taken(f"{other}<script type=application/json>{TEXT}</script>")
    assert typed == Extraction("xpath", 'string(//script[@type="application/json"])')
    assert taken(f"{other}<script>{TEXT}</script>") is None
    kept = taken(f"{other}<script>window.state = {TEXT};</script>")
    assert kept == Extraction("re", r"(?s)window\.state\s*=\s*([{\[].+?)\s*;?\s*</script")
    quoted = TEXT.replace('"', "&quot;")
    assert taken(f'<div class="app" data-page="{quoted}"></div>') == Extraction(
        "xpath", 'string(//div[contains(concat(" ", normalize-space(@class), " "), " app ")]/@data-page)'
    )


def test_what_a_script_draws_is_said_by_its_page() -> None:
    page = answer("/", f"<h1>Shop</h1><script>state = {TEXT}</script>")
    assert content_of(page).texts[:3] == ("Shop", "Lamp 0", "0.50 €")
    assert "$.rows[].price" in content_of(page).outline


def test_a_page_that_says_it_itself_holds_no_data() -> None:
    shown = "".join(f"<li>{row['name']} for {row['price']}</li>" for row in ROWS["rows"])
    assert taken(f"<ul>{shown}</ul><script>state = {TEXT}</script>") is None
    assert taken(f"<pre>{TEXT} and so on</pre>") is None
    assert taken(f"<p>{'Much of something else. ' * 40}</p><script>state = {TEXT}</script>") is None
    root = page_of(answer("/", f"<i>x</i><script>state = {TEXT}</script>")).root
    found = data_within(root, ())
    assert found is not None
    assert (found.value, found.is_shown) == (ROWS, False)
