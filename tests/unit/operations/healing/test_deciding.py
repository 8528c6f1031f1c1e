"""What becomes of a proposal when a person has decided."""

import pytest

from scrapy_bt.core.healing.perception.fieldwatch import FieldWatch, Observation
from scrapy_bt.errors import BTError
from scrapy_bt.operations.healing.deciding import accept, check_selector, choice_of, roll_back


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
