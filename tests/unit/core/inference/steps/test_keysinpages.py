"""What finds keys that no link tells."""

from __future__ import annotations

from scrapy_bt.core.inference.steps.keysinpages import keys_in_page
from tests.recordings import answer


def test_a_key_stands_in_an_attribute_or_is_written_of_a_text() -> None:
    rows = "".join(f"<li class=boat data-key=b{n}><h3>Blue Gull {n}</h3><p>at sea</p></li>" for n in range(3))
    page = answer("/boats", f"<ul>{rows}</ul>")
    attributes = {(each.text, each.coding) for each, _ in keys_in_page(page, ["b1"])}
    assert ("li.boat::attr(data-key)", "") in attributes
    assert all(coding == "" for _, coding in attributes), "a single word may be anything"
    assert ("li.boat h3::text", "slug") in {(each.text, each.coding) for each, _ in keys_in_page(page, ["blue-gull-1"])}
