"""Pages are taken apart into candidates; hostile ones are cut off."""

import pytest

from scrapy_bt.core.healing.pages import Page, seen_text
from tests.redesigns import NEW


def test_a_chain_of_elements_with_the_same_text_is_one_candidate():
    page = Page("<html><body><div><p class='writer'><b> Bo\n Chan</b></p></div><i>more</i></body></html>")
    found = next(one for one in page.candidates if one.text == "Bo Chan")
    assert [element.tag for element in found.chain] == ["div", "p", "b"]
    assert page.candidate_of(found.inner) is found is page.candidate_of(found.outer)


def test_candidates_stand_in_the_order_of_the_page_outer_ones_first():
    page = Page("<html><body><div><p>one</p><p>two</p></div><p>three</p></body></html>")
    assert [one.text for one in page.candidates] == ["onetwothree", "onetwo", "one", "two", "three"]
    assert [one.start for one in page.candidates] == [0, 0, 0, 3, 6]


def test_texts_that_nobody_sees_are_left_out():
    page = Page("<html><body><p>seen<script>no()</script><style>p{}</style></p><noscript>off</noscript></body></html>")
    assert {one.text for one in page.candidates} == {"seen"}
    assert seen_text(page.root) == "seen"


def test_what_a_declared_shadow_tree_holds_is_seen():
    page = Page("<x-a><template shadowrootmode=open><p>seen</p></template></x-a><template><p>spare</p></template>")
    assert {one.text for one in page.candidates} == {"seen"}
    assert seen_text(page.root) == "seen"


@pytest.mark.parametrize("source", ["", "   ", "\x00", "not a page", "<!-- only -->", "<html></html>"])
def test_what_is_hardly_a_page_has_few_candidates(source):
    assert len(Page(source).candidates) <= 1


def test_a_deep_page_and_a_wide_page_are_cut_off():
    assert Page("<div>" * 50_000 + "deep").candidates is not None
    wide = Page("<html><body>" + "<p>x</p>" * 45_000 + "</body></html>")
    assert wide.cut
    assert len(wide.candidates) == 3_000


def test_candidates_are_found_by_their_text_in_small_letters():
    assert [one.text for one in Page(NEW).by_text["market opens late"]] == ["Market opens late"]


@pytest.mark.parametrize("most", [1, 7, 40, 10_000])
def test_of_a_long_text_the_first_characters_are_read_alone(most):
    root = Page(NEW.replace(">", ">  \n ")).root
    assert seen_text(root, most=most) == seen_text(root)[:most]
