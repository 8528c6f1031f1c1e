from __future__ import annotations

import pytest

from scrapy_bt.core.inference.steps.addresses import AddressKind, what_selects

SHOP = "https://shop.test"


@pytest.mark.parametrize(
    ("known", "same", "other"),
    [
        (("/item/2", "/item/4"), "/item/9", "/maker/9"),
        (("/item/2",), "/item/9", "/maker/9"),
        (("/item/2",), "/item/9", "/item/9/edit"),
        (("/issue2",), "/issue14", "/user14"),
        (("/wiki/Lamp",), "/wiki/Kettle", "/user/Lamp"),
        (("/2026/05/a-lamp", "/2026/05/a-kettle"), "/2025/11/a-chair", "/2025/11/a-chair/comments"),
        (("/show?id=2",), "/show?id=3", "/show?id=3&edit=1"),
    ],
)
def test_addresses_of_one_kind(known: tuple[str, ...], same: str, other: str) -> None:
    kind = AddressKind.of([SHOP + path for path in known])
    assert kind is not None
    assert kind.has(SHOP + same)
    assert not kind.has(SHOP + other)
    assert not kind.has(f"https://elsewhere.test{same}")


def test_addresses_of_several_kinds() -> None:
    assert AddressKind.of([f"{SHOP}/item/2", f"{SHOP}/item"]) is None
    assert AddressKind.of([f"{SHOP}/item/lamp", f"{SHOP}/maker/kettle"]) is None


def test_what_begins_alike_and_what_is_excluded() -> None:
    assert what_selects(["/item/1", "/item/2"], ["#", "/maker/1"]) == '[href^="/item/"]'
    assert (
        what_selects(["/item/1", "/item/2"], ["/item/1/edit", "/item/2/edit"]) == '[href^="/item/"]:not([href*=edit])'
    )
    assert what_selects(["/item/1", "/item/2"], ["/item/1/edit", "/item/2/copy"]) == ""
    assert what_selects(["/a", "/b"], ["/c"]) == ""
    assert what_selects(["./a/", "./b/"], ["./c.jpg", "..", "?sort=size"]) == '[href^="./"][href$="/"]'
    assert what_selects(["a/", "b/"], ["c.jpg", "?sort=size"]) == '[href$="/"]'
    assert what_selects(["a.html", "b.html"], ["c.html", "d.txt"]) == ""


def test_what_addresses_elsewhere_do_not_begin_with_selects_nothing() -> None:
    own, beside = ["/red/1/", "/red/2/"], ["/red/1/all/", "/red/2/all/"]
    assert what_selects(own, beside) == '[href^="/red/"]:not([href*=all])'
    assert what_selects(own, beside, ["/blue/7/", "/red/1/"]) == ":not([href*=all])"
