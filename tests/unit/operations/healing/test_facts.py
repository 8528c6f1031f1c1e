"""All that is known of a proposal."""

import pytest
from scrapy.settings import Settings

from scrapy_bt.core.healing.perception.fieldwatch import FieldWatch
from scrapy_bt.core.healing.perception.observations import Observation
from scrapy_bt.core.healing.proposals import State
from scrapy_bt.errors import BTError
from scrapy_bt.operations.healing.deciding import accept, check_selector, choice_of, roll_back
from scrapy_bt.operations.healing.facts import diff_for, facts_of
from scrapy_bt.operations.healing.stores import chosen_spiders, opened_store
from scrapy_bt.storage.healing import HealingStore


def test_facts_are_plain_and_have_the_edit(filing):
    facts = facts_of(filing.file())
    assert (facts["id"], facts["state"], facts["old"], facts["choices"][0]["selector"]) == (
        1, "open", "h1::text", "h2::text",
    )  # fmt: skip
    assert '+        yield response.css("h2::text").get()' in facts["diff"]
    assert facts_of(filing.file(), ("diff", "why"))["hindrance"] == "why"


def test_what_is_decided_has_no_edit(filing):
    one = filing.store.proposals.decide(filing.file().id, State.REJECTED)
    assert diff_for(one, "h2::text") == ("", "")


def test_a_field_whose_selector_was_mended_is_learned_anew(filing):
    store = filing.store
    watch = FieldWatch("Shop.parse", "css h1::text", views={})
    for number in range(60):
        watch.note(Observation("Shop.parse", "css h1::text", "h1::text", int(number < 40), int(number >= 40), ("x",)))
    assert watch.changed
    store.save("shop", [(watch, 40, 20)])
    store.add_page("shop", "Shop.parse", state="failing", url="/9", status=200, markup="<p>", seen=())
    accept(store, filing.file(), "h2::text", write=True)
    assert (store.fields("shop"), store.pages("shop", "Shop.parse", "failing")) == ([], [])


def test_selectors_are_tried_before_they_are_taken(filing):
    for selector in ("//[", "h1[", "a::nothing"):
        with pytest.raises(BTError, match="is no selector"):
            check_selector(selector)
    check_selector("//a/@href")
    assert choice_of(filing.file(), None) == "h2::text"
    with pytest.raises(BTError, match="there is nothing to roll back"):
        roll_back(filing.store, filing.file(), write=True)


def test_it_is_opened_where_it_is_and_not_made(tmp_path):
    path = tmp_path / "healing.db"
    settings = Settings({"BT_HEALING_STORE": str(path)})
    with pytest.raises(BTError, match="no crawl was watched here"), opened_store(settings):
        pass
    HealingStore(path).close()
    with opened_store(settings) as store:
        assert (store.spiders(), chosen_spiders(store, [])) == ([], [])
        with pytest.raises(BTError, match="nothing is known of 'x'; watched were: none"):
            chosen_spiders(store, ["x"])
