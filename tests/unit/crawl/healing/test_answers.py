"""JSON answers that a spider reads as a whole."""

import json

import pytest
from scrapy import Spider
from scrapy.http import HtmlResponse, JsonResponse

from scrapy_bt.core.healing.proposals import Choice, Filed, Proposal, State, Trial
from scrapy_bt.crawl.healing.looks import PageLooks
from scrapy_bt.crawl.healing.selectors import CURRENT, leave_selectors, observe_selectors
from scrapy_bt.crawl.healing.switches import Switches
from scrapy_bt.crawl.healing.watching import Healing
from tests.unit.crawl.healing.test_watching import crawler

ANSWER = {
    "took": 3,
    "product": {"label": "Chair", "costs": {"euros": 1.5}, "weight": None, "other": "unread"},
    "offers": [{"seller": "a"}, {"seller": "b"}, {"seller": ""}],
}


class Shop(Spider):
    name = "shop"

    def parse(self, response):
        product = response.json()["product"]
        return self.cost_of(product), product["label"], product.get("weight")

    def cost_of(self, product):
        return product["costs"]["euros"], [each["seller"] for each in product.get("offers", [])]


@pytest.fixture
def look():
    response = JsonResponse("https://a.test/", body=json.dumps(ANSWER).encode())
    look = PageLooks(response)
    look.callback = "Shop.parse"
    token = CURRENT.set(look)
    observe_selectors()
    yield look
    leave_selectors()
    CURRENT.reset(token)


def test_values_are_seen_whose_keys_the_module_names(look):
    before = JsonResponse.json
    assert Shop().parse(look.response)[1] == "Chair"
    seen = {one.field: (one.found, one.missing, one.values) for one in look.observations}
    assert {name: seen[f"json {name}"] for name in ("product.label", "product.costs.euros", "product.weight")} == {
        "product.label": (1, 0, ("Chair",)),
        "product.costs.euros": (1, 0, ("1.5",)),
        "product.weight": (0, 1, ()),
    }
    assert seen["json offers[*].seller"][:2] == (2, 0)
    (one, *_) = look.observations
    assert (one.node, one.place.partition(":")[0]) == ("Shop.parse", "tests/unit/crawl/healing/test_answers.py")
    assert JsonResponse.json is before


def test_another_answer_than_the_page_is_none_of_its_fields(look):
    JsonResponse("https://a.test/2", body=b'{"product": {"label": "x"}}').json()
    assert not look.observations


def test_what_other_answers_had_is_missing(look, tmp_path):
    healing = Healing.from_crawler(crawler(tmp_path / "h.db"))
    Shop().parse(look.response)
    for answer in (ANSWER, {"product": {"label": "Chair"}}):
        look.response = JsonResponse("https://a.test/", body=json.dumps(answer).encode())
        look.has_answer = look.is_taken = False
        look._seen.clear()
        look._expected = healing._expected
        look.response.json()
        healing.take_in(look)
    watch = healing._watcher.fields["Shop.parse", "json product.costs.euros"]
    assert (watch.found, watch.missing) == (1, 1)


def test_what_stands_elsewhere_is_there_for_the_callback(look):
    switches = Switches()
    for number, (old, new) in enumerate(
        (("product.label", "product.name"), ("offers[*].seller", "offers[*].vendor")), 1
    ):
        choice = Choice(f"$.{new}", 0.9, Trial(4, 4, 4))
        proposal = Proposal("Shop.parse", f"json {old}", f"$.{old}", (choice,), how="json")
        switches.put(Filed(number, "shop", proposal, State.LIVE, 0.0, f"$.{new}"))
    look.switches = switches
    answer = {"product": {"name": "Desk", "costs": {"euros": 2}}, "offers": [{"vendor": "c"}, {"vendor": "d"}]}
    look.response = JsonResponse("https://a.test/", body=json.dumps(answer).encode())
    assert Shop().parse(look.response) == ((2, []), "Desk", None)
    assert [each["seller"] for each in look.response.json()["offers"]] == ["c", "d"]
    assert look.healed == {("Shop.parse", "json product.label"): 1, ("Shop.parse", "json offers[*].seller"): 2}
    assert "json product.label" not in {one.field for one in look.observations if one.found}


def test_an_answer_without_what_would_be_put_stays_as_it_is(look):
    choice = Choice("$.items[*].cost", 0.9, Trial(4, 4, 4))
    proposal = Proposal("Shop.parse", "json offers[*].price", "$.offers[*].price", (choice,), how="json")
    look.switches = Switches()
    switch = look.switches.put(Filed(1, "shop", proposal, State.LIVE, 0.0, "$.items[*].cost"))
    for answer in ({"items": [{"name": "a"}]}, {"items": [{"cost": {"euros": 1}}], "offers": None}):
        look.response = JsonResponse("https://a.test/", body=json.dumps(answer).encode())
        assert look.response.json() == answer
        look.has_answer = False
    assert (look.healed, switch.vain) == ({}, 2)


class Scripts(Spider):
    name = "scripts"

    def parse(self, response):
        data = json.loads(response.css('script[type="application/ld+json"]::text').get())
        rating = response.xpath("//script[@type='application/ld+json']/text()").jmespath("rating.score").get()
        return data.get("label"), data["offers"].get("price"), rating


PAGE = "<script type=application/ld+json>{}</script><script>let x = [1]</script><p>[no JSON</p>"


def page_with(data):
    return HtmlResponse("https://a.test/", body=PAGE.format(json.dumps(data)).encode(), encoding="utf-8")


def test_what_is_read_of_a_script_is_seen_by_its_keys(look):
    look.response = page_with({"label": "Chair", "offers": {"price": 2.5}, "rating": {"score": 4}, "unread": 1})
    assert Scripts().parse(look.response) == ("Chair", 2.5, 4)
    seen = {one.field: one for one in look.observations}
    assert {"json label", "json offers.price", "jmespath rating.score"} <= seen.keys()
    assert (seen["json label"].values, "ld+json" in seen["json label"].within) == (("Chair",), True)
    assert seen["jmespath rating.score"].within == "//script[@type='application/ld+json']/text()"
    look.response.css("p::text").getall()
    assert len(look.observations) == len(seen) + 1, "what is no JSON is a text as any other"


def test_what_stands_elsewhere_in_a_script_is_there_for_the_callback(look):
    switches = Switches()
    moves = (("label", "title"), ("offers.seller", "rating.by"), ("offers.price", "offers[0].cost"))
    for number, (old, new) in enumerate(moves, 1):
        choice = Choice(f"$.{new}", 0.9, Trial(4, 4, 4))
        proposal = Proposal("Shop.parse", f"json {old}", f"$.{old}", (choice,), how="json")
        switches.put(Filed(number, "shop", proposal, State.LIVE, 0.0, f"$.{new}"))
    look.switches = switches
    look.response = page_with({"title": "Stuhl ü", "offers": [{"cost": 1}], "rating": {"score": 4, "by": "Ann"}})
    text = look.response.css('script[type="application/ld+json"]::text').get()
    assert (json.loads(text)["label"], json.loads(text)["offers"]) == (
        "Stuhl ü",
        {"cost": 1, "seller": "Ann", "price": 1},
    )
    assert look.healed == {("Shop.parse", f"json {old}"): number for number, (old, _) in enumerate(moves, 1)}
    look.response = page_with({"title": "Stuhl", "offers": [{"cost": 1}, {}], "rating": {"score": 4}})
    assert Scripts().parse(look.response) == ("Stuhl", 1, 4)
