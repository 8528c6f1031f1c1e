"""What speaks for a selector beside the models."""

from random import Random

import pytest

from scrapy_bt.core.healing.perception.observations import Observation
from scrapy_bt.core.healing.perception.views import form_of
from scrapy_bt.learning.cases import Case
from scrapy_bt.learning.evidence import FieldEvidence
from scrapy_bt.learning.proposals import propose
from scrapy_bt.learning.trials import KeptPage, values_of

FACTS = {
    "Colour": ["Red", "Dark blue", "Ivory", "Green", "Black", "Grey", "Rose"],
    "Maker": ["Northgate", "Casa Verde", "Lumen Works", "Blue Heron", "Sable", "Ember", "Willow"],
}
LAYOUTS = {
    "table": (
        "<table class=spec>{}</table>",
        "<tr><th>{}</th><td>{}</td></tr>",
        "table.spec tr:nth-child({}) td::text",
    ),
    "dl": ("<main><dl>{}</dl></main>", "<dt>{}</dt><dd>{}</dd>", "dl dd:nth-of-type({})::text"),
    "list": ("<ul class=facts>{}</ul>", "<li><b>{}:</b> {}</li>", "ul.facts li:nth-child({})::text"),
    "spans": ("<section>{}</section>", "<div><span>{}</span><i>{}</i></div>", "section div:nth-child({}) i::text"),
}


def pages(layout, numbers, *, state, shuffled=False):
    around, row, _ = LAYOUTS[layout]
    found = []
    for number in numbers:
        names = list(FACTS)
        if shuffled:
            Random(number).shuffle(names)
        facts = "".join(row.format(name, FACTS[name][number]) for name in names)
        markup = f"<html><body><h1>Thing {number}</h1>{around.format(facts)}<p>Ask us.</p></body></html>"
        found.append(KeptPage(f"https://a.test/{number}", state, markup))
    return found


def case(before, now):
    good, failing = pages(before, range(3), state="good"), pages(now, range(3, 7), state="failing", shuffled=True)
    selectors = {name: LAYOUTS[before][2].format(at) for at, name in enumerate(FACTS, 1)}
    seen = [Observation("parse", name, text, 1, 0, (FACTS[name][0],)) for name, text in selectors.items()]
    forms = {name: {form_of(value) for value in values} for name, values in FACTS.items()}
    return Case(good[0], seen, [*good, *failing], dict.fromkeys(FACTS, ("found",)), forms)


@pytest.mark.parametrize(
    ("before", "now"), [("table", "dl"), ("dl", "table"), ("list", "spans"), ("spans", "list"), ("table", "spans")]
)
def test_facts_are_found_behind_their_labels_in_whatever_order(before, now):
    one = case(before, now)
    for proposal in propose(one):
        assert proposal.is_sure
        given = [values_of(proposal.new, page.markup)[0] for page in one.now]
        assert given == FACTS[proposal.field][3:7]


def test_a_label_says_nothing_where_the_values_are_one_or_it_stands_at_two_places():
    one = case("table", "dl")
    colour, _ = one.observations
    path = '//dt[.="Colour"]/following-sibling::dd[1]/text()'
    assert FieldEvidence(colour, one, "", "").speaks_for(path)
    assert not FieldEvidence(colour, one, "", "").speaks_for("//dd[1]/text()")
    same = [
        KeptPage(page.url, page.state, one.before.markup if page.state == "good" else page.markup) for page in one.pages
    ]
    twice = [KeptPage(page.url, page.state, page.markup.replace("Maker", "Colour")) for page in one.pages]
    for changed in (same, twice):
        other = Case(changed[0], one.observations, changed, one.changed, one.forms)
        assert not FieldEvidence(colour, other, "", "").speaks_for(path)


def test_rows_are_found_by_their_labels_and_the_values_behind_these():
    before = "<div class=offer><dl>{}</dl></div>", "<dt>{}</dt><dd>{}</dd>"
    now = "<article><ul>{}</ul></article>", "<li><b>{}:</b> {}</li>"
    kept = []
    for number in range(6):
        (around, row), is_now = (now, True) if number >= 3 else (before, False)
        rows = ""
        for at in range(5):
            names = sorted(FACTS, reverse=is_now and bool(at % 2))
            rows += around.format("".join(row.format(name, FACTS[name][(number + at) % 7]) for name in names))
        state = "failing" if is_now else "good"
        kept.append(KeptPage(f"https://a.test/{number}", state, f"<html><body><h1>All</h1>{rows}</body></html>"))
    seen = [Observation("parse", "rows", "div.offer", 5, 0)]
    seen += [
        Observation("parse", name, f"dd:nth-of-type({at})::text", 5, 0, (FACTS[name][0],), within="div.offer")
        for at, name in enumerate(FACTS, 1)
    ]
    forms = {name: {form_of(value) for value in values} for name, values in FACTS.items()}
    proposals = {one.field: one for one in propose(Case(kept[0], seen, kept, {"rows": ("found",)}, forms))}
    assert all(one.is_sure for one in proposals.values())
    for name in FACTS:
        given = values_of(proposals[name].new, kept[4].markup, within=proposals["rows"].new)
        assert given == [FACTS[name][(4 + at) % 7] for at in range(5)]
