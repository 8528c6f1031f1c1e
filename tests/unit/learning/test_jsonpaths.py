"""Paths into JSON whose keys have been renamed."""

import json

import pytest

from scrapy_bt.core.healing.perception.observations import Observation
from scrapy_bt.core.healing.proposals import SWITCH
from scrapy_bt.learning.cases import Case
from scrapy_bt.learning.jsonpaths import find_paths, likeness
from scrapy_bt.learning.proposals import propose
from scrapy_bt.learning.trials import KeptPage, values_of


def old(n):
    return {"product": {"title": f"Chair No. {n}", "price": n + 0.5, "stock": n, "tags": [{"name": f"tag {n}"}]}}


def new(n):
    offer = {"amount": n + 0.5, "currency": "EUR"}
    labels = [{"name": f"tag {n}"}]
    return {"page": 1, "product": {"headline": f"Chair No. {n}", "stock": n, "offer": offer, "labels": labels}}


BEFORE = [KeptPage(f"https://a.test/{n}", "good", json.dumps(old(n))) for n in range(4)]
NOW = [KeptPage(f"https://a.test/{n}", "failing", json.dumps(new(n))) for n in range(4, 8)]


def test_what_means_the_same_and_stands_there_is_more_alike():
    assert likeness(("product", "title"), ("product", "headline")) > likeness(("product", "title"), ("page", "height"))


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("product.title", "$.product.headline"),
        ("product.price", "$.product.offer.amount"),
        ("product.tags[*].name", "$.product.labels[*].name"),
    ],
)
def test_a_renamed_key_is_found_again_among_what_was_not_there_before(path, found):
    field = Observation("parse", f"jmespath {path}", f"$.{path}", 1)
    (first, *others) = find_paths([field], BEFORE[0], NOW)[field.field]
    assert first[0] == found
    assert 0 < sum(likely for _, likely in (first, *others)) < 0.71
    assert values_of(found, NOW[0].markup)


def test_a_path_that_says_more_and_pages_that_are_no_json_have_none():
    field = Observation("parse", "jmespath x", "$.length(product)", 1)
    assert find_paths([field], BEFORE[0], NOW) == {"jmespath x": []}
    plain = Observation("parse", "jmespath y", "$.product.title", 1)
    assert find_paths([plain], BEFORE[0], [KeptPage("https://a.test/9", "failing", "<p>no JSON")]) == {"jmespath y": []}
    assert values_of("$.a", "<p>no JSON") == values_of("$.((", "{}") == []


def test_it_is_proposed_with_what_it_gives_on_all_pages_and_a_person_decides():
    field = Observation("Shop.parse", "jmespath product.title", "$.product.title", 1, 0, ("Chair No. 0",))
    case = Case(BEFORE[0], [field], [*BEFORE, *NOW], {field.field: ("found",)}, {field.field: {"words", "phrase"}})
    (proposal,) = propose(case)
    best = proposal.choices[0]
    assert (proposal.old, best.selector) == ("$.product.title", "$.product.headline")
    assert proposal.kind == "attributes renamed"
    assert (best.trial.found, best.trial.fitting, best.trial.example) == (4, 4, "Chair No. 4")
    assert best.values[0].before == "Chair No. 0"
    assert not proposal.is_sure


def test_other_fields_and_the_form_of_values_tell_where_one_is():
    def today(n):
        similar = [{"title": f"Chair No. {n + 1}"}]
        item = {"title": f"Chair No. {n}", "code": f"4f{n}b7", "state": "new"}
        return {"data": {"item": item, "similar": similar}}

    old = {"product": {"name": "Chair No. 1", "sku": "4f1b7"}}
    before = KeptPage("https://a.test/1", "good", json.dumps(old))
    now = [KeptPage(f"https://a.test/{n}", "failing", json.dumps(today(n))) for n in range(4, 8)]
    fields = [Observation("parse", f"jmespath product.{name}", f"$.product.{name}", 1) for name in ("name", "sku")]
    found = find_paths(fields, before, now, {"jmespath product.name": {"words"}, "jmespath product.sku": {"x"}})
    assert [found[one.field][0][0] for one in fields] == ["$.data.item.title", "$.data.item.code"]


@pytest.mark.parametrize(
    ("beside", "is_sure"),
    [
        ({}, True),
        ({"related": {"title": "Other", "price": 1.5}}, False),
        ({"seller": {"title": "Dr"}}, False),
        ({"related": [{"title": "Other", "price": 1.5}]}, True),
    ],
    ids=["alone", "another of its kind", "another of its name", "rows of its name"],
)
def test_what_has_moved_with_others_under_its_own_key_is_sure_where_there_is_one_alone(beside, is_sure):
    now = [
        KeptPage(page.url, "failing", json.dumps({"data": {"product": old(n)["product"]}, **beside}))
        for n, page in enumerate(NOW, 4)
    ]
    fields = [Observation("parse", f"jmespath product.{key}", f"$.product.{key}", 1) for key in ("title", "price")]
    title, price = find_paths(fields, BEFORE[0], now).values()
    assert (title[0][0], title[0][1] >= SWITCH) == ("$.data.product.title", is_sure)
    if is_sure:
        assert price[0] == ("$.data.product.price", title[0][1])
        alone = find_paths(fields[:1], BEFORE[0], now)
        assert all(likely < SWITCH for _, likely in alone[fields[0].field]), "nothing has moved with it"


def test_what_is_called_so_elsewhere_is_not_sure_where_its_own_place_has_other_names():
    own, other = {"headline": "Chair", "cost": 4.5}, {"title": "Set of two", "price": 9.5}
    now = [KeptPage(page.url, "failing", json.dumps({"product": own, "bundle": other})) for page in NOW]
    fields = [Observation("parse", f"jmespath product.{key}", f"$.product.{key}", 1) for key in ("title", "price")]
    for choices in find_paths(fields, BEFORE[0], now).values():
        assert all(likely < SWITCH for _, likely in choices)
