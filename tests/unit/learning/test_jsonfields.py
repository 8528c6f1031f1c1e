"""Paths into JSON that stands in scripts of pages."""

import json
from dataclasses import replace

import pytest

from scrapy_bt.core.healing.perception.observations import Observation
from scrapy_bt.learning.cases import Case
from scrapy_bt.learning.proposals import propose
from scrapy_bt.learning.trials import KeptPage, values_of

SCRIPT = "//script[@type='application/ld+json']/text()"
PAGE = """<html><head><script type=application/ld+json>{crumbs}</script><script type=application/ld+json>{data}</script>
</head><body><h1>{name}</h1></body></html>"""
NAMES = ["Amber lamp", "Quiet bell", "Stone", "Velvet rug", "Old kettle", "Frost", "Green desk", "Clock"]


def page(number, state, data):
    crumbs = json.dumps({"path": ["Home", "Shop"]})
    markup = PAGE.format(crumbs=crumbs, data=json.dumps(data), name=NAMES[number])
    return KeptPage(f"https://a.test/{number}", state, markup)


@pytest.mark.parametrize("new", [{}, {"item": {"title": "Home"}}])
def test_keys_that_were_renamed_in_a_script_are_found_in_it_also_behind_a_new_script(new):
    pages = [
        page(number, "good", {"name": NAMES[number], "offers": {"price": number + 0.5}, "sku": f"A-{number}"})
        for number in range(4)
    ]
    pages += [
        page(number, "failing", {"title": NAMES[number], "offer": {"price": number + 0.5}, "sku": f"A-{number}"})
        for number in range(4, 8)
    ]
    script = f"<script type=application/ld+json>{json.dumps(new)}</script>"
    pages[4:] = [replace(one, markup=one.markup.replace("<head>", f"<head>{script}")) for one in pages[4:]]
    seen = [
        Observation("parse", f"json {path}", f"$.{path}", 1, 0, (str(value),), "shop.py:3", SCRIPT)
        for path, value in (("name", NAMES[0]), ("offers.price", 0.5), ("sku", "A-0"))
    ]
    found = {one.old: one for one in propose(Case(pages[0], seen, pages, {"json name": ("found",)}))}
    assert {old: one.new for old, one in found.items()} == {"$.name": "$.title", "$.offers.price": "$.offer.price"}
    assert values_of("$.offer.price", pages[-1].markup, within=SCRIPT) == ["7.5"]
    assert found["$.name"].choices[0].trial.found == 4
    assert found["$.name"].choices[0].values[0].before == NAMES[0]
