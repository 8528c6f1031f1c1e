"""A block in which a spider looks for all fields of a page."""

from scrapy_bt.core.healing.perception.fieldwatch import Observation
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
