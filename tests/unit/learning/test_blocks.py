"""A block in which a spider looks for all fields of a page."""

from scrapy_bt.core.healing.perception.observations import Observation
from scrapy_bt.learning.cases import Case
from scrapy_bt.learning.proposals import propose
from scrapy_bt.learning.trials import KeptPage, values_of

NAMES = ["Amber Lantern", "Quiet Harbor Bell", "Cedar and Stone", "Velvet Meadow", "Old Copper Kettle", "Frost River"]
OLD = """<html><body><div class=nav><a href=/>Book Barn</a></div><article class=product><h1>{name}</h1>
<p class=byline>by <a class=author>Ann Lee {n}</a></p><p class=price>£{n}7.50</p></article>
<p>You may also like <b class=price>£5{n}.10</b></p></body></html>"""
NEW = """<html><body><header><a href=/>Book Barn</a> <a href=/cart>Cart</a></header><main class=page><div class=info>
<span class=writer>Ann Lee {n}</span><h2 class=name>{name}</h2><div class=cost>£{n}7<sup>.50</sup></div>
<dl><dt>Tax</dt><dd>£{n}1.20</dd></dl></div></main><aside>You may also like <b>£5{n}.10</b></aside></body></html>"""


def page(number, markup, state):
    return KeptPage(f"https://a.test/{number}", state, markup.format(name=NAMES[number], n=number + 1))


def test_a_block_is_what_holds_its_fields_and_a_text_in_pieces_is_read_as_a_whole():
    good = [page(number, OLD, "good") for number in range(3)]
    now = [page(number, NEW, "failing") for number in range(3, 6)]
    block = "article.product"
    seen = [
        Observation("parse", f"css {block}", block, 1),
        Observation("parse", "css h1::text", "h1::text", 1, 0, (NAMES[0],), within=block),
        Observation("parse", "css .author::text", ".author::text", 1, 0, ("Ann Lee 1",), within=block),
        Observation("parse", "css p.price::text", "p.price::text", 1, 0, ("£17.50",), within=block),
    ]
    forms = {"css p.price::text": {"£0.0"}, "css h1::text": {"words"}, "css .author::text": {"words"}}
    found = {one.old: one for one in propose(Case(good[0], seen, [*good, *now], {f"css {block}": ("found",)}, forms))}
    today = found[block].new
    assert today
    for selector, value in (("h1::text", NAMES[5]), (".author::text", "Ann Lee 6"), ("p.price::text", "£67.50")):
        assert values_of(found[selector].new, now[-1].markup, within=today) == [value], selector


ABOUT = """All about {name}, which is in town for a day or two, with music, food and games for everybody who comes.
Please come early."""
FAIR = f"""<html><body><div id=top><a href=/>Town</a></div><div class=event><h1 class=name>{{name}}</h1>
<p class=when>{{n}}2 May 2026, 1{{n}}:30</p><p class=where>Old Mill, Lyon</p><div class=about>{ABOUT}</div>
<p class=host>Host: <span>Ann Lee {{n}}</span></p></div></body></html>"""
FAIR_NOW = f"""<html><body><header><nav><a href=/>Books</a><a href=/jobs>Jobs</a></nav></header><main class=m-4>
<section class=py-6><h2 class=mt-2>{{name}}</h2><ul class=text-sm><li class=flex><span>Old Mill, Lyon</span></li>
<li class=flex><span>{{n}}2 May 2026, 1{{n}}:30</span></li><li class=flex><span>Ann Lee {{n}}</span></li></ul>
<div class=prose><p>{ABOUT}</p></div></section></main><footer>© 2026 · <a href=/x>Imprint</a></footer></body></html>"""


def test_a_field_of_a_block_that_alone_looks_so_on_its_page_is_found():
    good = [page(number, FAIR, "good") for number in range(3)]
    now = [page(number, FAIR_NOW, "failing") for number in range(3, 6)]
    block, when, name = "div.event", "p.when::text", "h1.name::text"
    seen = [
        Observation("parse", f"css {block}", block, 1),
        Observation("parse", f"css {name}", name, 1, 0, (NAMES[0],), within=block),
        Observation("parse", f"css {when}", when, 1, 0, ("12 May 2026, 11:30",), within=block),
    ]
    forms = {f"css {when}": {"0 a 0, 0:0"}, f"css {name}": {"words"}}
    found = {one.old: one for one in propose(Case(good[0], seen, [*good, *now], {f"css {block}": ("found",)}, forms))}
    today = found[block].new
    assert found[when].is_sure
    assert values_of(found[when].new, now[-1].markup, within=today) == ["62 May 2026, 16:30"]


FACTS = """<html><body><h1>{name}</h1><table class=facts><tr><th>ISBN</th><td>978-{n}</td></tr>
<tr class=pub><th>Publisher</th><td>{name} House</td></tr></table><p>Read {n}</p></body></html>"""
FACTS_NOW = """<html><body><header><a href=/>Home</a></header><h2>{name}</h2>
<dl class=meta><dt>ISBN</dt><dd>978-{n}</dd>
<dt>Publisher</dt><dd class=pub>{name} House</dd></dl><p>Read {n}</p></body></html>"""


def test_a_block_holds_what_stands_behind_the_labels_of_fields_that_are_not_likely():
    good = [page(number, FACTS, "good") for number in range(3)]
    now = [page(number, FACTS_NOW, "failing") for number in range(3, 6)]
    block, isbn, publisher = "table.facts", ".//tr[th='ISBN']/td/text()", "tr.pub td::text"
    seen = [
        Observation("parse", f"css {block}", block, 1),
        Observation("parse", f"xpath {isbn}", isbn, 1, 0, ("978-1",), within=block),
        Observation("parse", f"css {publisher}", publisher, 1, 0, (f"{NAMES[0]} House",), within=block),
    ]
    found = {one.old: one for one in propose(Case(good[0], seen, [*good, *now], {f"css {block}": ("found",)}))}
    assert found[block].new == "dl.meta"
    for selector, value in ((isbn, "978-6"), (publisher, f"{NAMES[5]} House")):
        assert values_of(found[selector].new, now[-1].markup, within="dl.meta") == [value], selector
