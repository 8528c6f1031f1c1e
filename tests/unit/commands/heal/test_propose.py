"""Other selectors for the fields that have changed."""

import json
from pathlib import Path

import pytest

from scrapy_bt.core.healing.modelfiles import ModelFiles
from scrapy_bt.core.healing.perception.fieldwatch import FieldWatch
from scrapy_bt.core.healing.perception.observations import Observation
from scrapy_bt.storage.healing import HealingStore

OLD = "<body><div><h1>Thing {n} of it</h1><i class=price>{n}.50 €</i><p class=text>About {n}</p></div></body>"
NEW = "<body><main><h2>Thing {n} of it</h2><b class=cost>{n}.50 €</b><p class=text>About {n}</p></main></body>"


def seen(number, *, there=True, plain=False):
    title, price = (f"Thing {number} of it",) * there, (f"{number}.5",) * there
    if plain:
        return [Observation("parse", "css h1::text", "h1::text", len(title), int(not there), title)]
    return [
        Observation("product", "title", 'css "h1::text"', len(title), int(not there), title),
        Observation("product", "price", 'css ".price::text" as number', len(price), int(not there), price),
        Observation("product", "code", 're "x{1}"', 1, 0, ("x",)),
    ]


@pytest.fixture
def store():
    opened = HealingStore(Path(".scrapy/bt-healing.db").absolute())
    yield opened
    opened.close()


def watched(store, spider, **options):
    watches = {}
    for number in range(60):
        for one in seen(number, there=number < 40, **options):
            watches.setdefault((one.node, one.field), FieldWatch(one.node, one.field)).note(one)
    store.save(spider, [(watch, watch.found, watch.missing) for watch in watches.values()])
    node = one.node
    for number, state, markup in ((3, "good", OLD), (50, "failing", NEW), (51, "failing", NEW)):
        store.add_page(
            spider, node, state=state, url=f"https://a.test/{number}", status=200, markup=markup.format(n=number),
            seen=seen(number, there=number < 40, **options),
        )  # fmt: skip


def test_fields_of_trees_and_of_ordinary_spiders(heal, store, capsys):
    watched(store, "shop")
    watched(store, "plain", plain=True)
    assert heal("propose") == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "product/title h1::text main h2::text" in told
    assert "2 of 2 2 of 2 Thing 50 of it" in told
    assert "2 of 2 2 of 2 50.50 €" in told
    assert heal("propose", "plain", "--json") == 0
    (one,) = map(json.loads, capsys.readouterr().out.splitlines())
    assert (one["spider"], one["field"], one["selector"]) == ("plain", "css h1::text", "main h2::text")


def test_where_nothing_has_changed_it_says_so(heal, store, capsys):
    store.save("shop", [(FieldWatch("product", "title"), 1, 0)])
    assert heal("propose") == 0
    assert capsys.readouterr().out == "No field has changed.\n"
    assert heal("propose", "none") == 1
    assert "nothing is known of 'none'; watched were: shop" in capsys.readouterr().err


def test_a_field_without_a_proposal_is_told(heal, store, capsys):
    watched(store, "shop")
    for number in (50, 51):
        store.add_page(
            "shop", "product", state="failing", url=f"https://a.test/{number}", status=200, markup="<p>", seen=()
        )
    assert heal("propose") == 1
    assert "none" in capsys.readouterr().out


def test_a_sequence_model_that_is_none_is_told(heal, store, capsys, monkeypatch):
    watched(store, "plain", plain=True)
    monkeypatch.setattr("scrapy_bt.commands.heal.propose.model_files", lambda settings: ModelFiles(None, Path("none")))
    assert heal("propose") == 1
    assert "none: the model cannot be read" in capsys.readouterr().err
