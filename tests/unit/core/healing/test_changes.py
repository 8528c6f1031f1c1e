"""How much a page has changed."""

import pytest

from scrapy_bt.core.healing.changes import (
    PageNode,
    edit_distance,
    edit_steps,
    measure_change,
    prune,
    shrink,
    shrink_both,
    usual_change,
)
from scrapy_bt.core.healing.pages import Page
from tests.redesigns import NEW, OLD


def leaf(label):
    return PageNode(label, ())


def test_a_page_is_not_far_from_itself():
    change = measure_change(Page(OLD), Page(OLD))
    assert (change.cosine, change.edits) == (pytest.approx(1.0), 0.0)
    assert change.divergence == pytest.approx(0.0)


def test_other_texts_change_nothing_and_a_redesign_much():
    other = measure_change(Page(OLD), Page(OLD.replace("storm", "flood").replace("<li><a>coast</a></li>", "")))
    redesign = measure_change(Page(OLD), Page(NEW))
    assert other.cosine > 0.99
    assert other.edits == 0.0
    assert redesign.cosine < other.cosine
    assert redesign.divergence > other.divergence
    assert redesign.edits > 0.2


def test_how_far_pages_of_one_time_are_from_each_other_at_most():
    same, other = Page(OLD), Page(OLD.replace("</h1>", "</h1><ul><li>x</li></ul><table><tr><td>y</td></tr></table>"))
    assert usual_change([same]) is None
    usual = usual_change([same, same, other, other])
    assert usual == measure_change(same, other)
    assert usual.edits < measure_change(same, Page(NEW)).edits


def test_the_edit_distance_counts_what_is_left_out_put_in_and_renamed():
    tree = PageNode("a", (PageNode("b", (leaf("c"), leaf("d"))), leaf("e")))
    assert edit_distance(tree, tree) == 0
    assert edit_distance(tree, PageNode("a", (PageNode("b", (leaf("c"), leaf("x"))), leaf("e")))) == 1
    assert edit_distance(tree, PageNode("a", (leaf("c"), leaf("d"), leaf("e")))) == 1
    assert edit_distance(tree, leaf("a")) == 4


def test_repeated_structures_are_one():
    rows = Page("<html><body>" + "<div class='row'><p>x</p></div>" * 9 + "</body></html>")
    body = prune(rows.root).children[0]
    assert [(child.label, child.count) for child in body.children] == [("div.row", 9)]


def test_hostile_pages_are_made_small():
    wide = "".join(f"<div class='a{n}'><p class='b{n}'>x</p></div>" for n in range(600))
    assert shrink(prune(Page(f"<html><body>{wide}</body></html>").root)).size <= 260
    deep = Page("<div>" * 3_000 + "x")
    assert measure_change(deep, Page(OLD)).edits <= 1.0


def test_trees_whose_distance_would_take_too_many_steps_lose_levels():
    tree = PageNode("end", tuple(leaf(f"l{n}") for n in range(130)))
    for n in range(58):
        tree = PageNode(f"a{n}", (leaf("x"), tree))
    assert edit_steps(shrink(tree), shrink(tree)) > 100_000_000
    one, other = shrink_both(tree, tree)
    assert edit_steps(one, other) <= 6_000_000
    assert one.size > 20
