from __future__ import annotations

from dataclasses import replace

import pytest

from scrapy_bt.core.inference.blackboard.workflow import workflow_of
from scrapy_bt.core.inference.sources.alignment import AlignmentSource
from scrapy_bt.core.inference.steps.series import series_of
from scrapy_bt.core.samples.traffic import Exchange
from tests.recordings import ask, infer, record

ROWS = '<ul class="rows"><li class="row">{0}</li></ul><p class="pager">{0}</p>'


def page(number: int) -> Exchange:
    return ask(f"/list?page={number}", ROWS.format(number))


def series(*recordings: list[Exchange]) -> list[list[tuple[int, tuple[int, ...], tuple[int, ...]]]]:
    known = infer([record(*each) for each in recordings], AlignmentSource())
    return [[(own.recording, own.steps, tuple(own.again)) for own in group] for group in series_of(workflow_of(known))]


def test_pages_of_one_outline_follow_each_other_whatever_is_between() -> None:
    other = ask("/item/1", "<h1>One</h1><table><tr><td>1</td></tr></table>")
    assert series([page(1), other, page(2)], [page(1), page(2), page(3)]) == [[(0, (0, 2), ()), (1, (0, 2, 3), ())]]


def test_going_back_is_no_new_page() -> None:
    found = series([page(1), page(2), ask("/item", "<h1>x</h1><b class='y'>y</b>"), page(2)])
    assert found == [[(0, (0, 1), (3,))]]


def test_what_a_form_was_sent_for_since_begins_a_series_of_its_own() -> None:
    form = ask("/filter", "<p>Filtered</p>", form={"kind": "lamp"})
    assert series([page(1), page(2), form, page(1), page(2)]) == [[(0, (0, 1), ()), (0, (3, 4), ())]]
    assert series([page(1), page(2), replace(form, kind="xhr"), page(1)]) == [[(0, (0, 1), (3,))]]


def test_failures_and_single_pages_are_no_series() -> None:
    assert series([page(1), ask("/list?page=9", ROWS, status=404)]) == []


def test_the_first_page_may_be_left_out() -> None:
    known = infer([record(page(1), page(2), page(3))], AlignmentSource())
    ((own,),) = series_of(workflow_of(known))
    shorter = own.without(1)
    assert shorter is not None
    assert shorter.steps == (1, 2)
    assert shorter.without(1) is None
    assert [(one[0], other[0]) for one, other in own.pairs()] == [(0, 1), (1, 2)]


def test_what_asks_again_for_a_page_that_is_left_out_is_left_out() -> None:
    known = infer([record(page(1), page(2), page(1), page(3), page(3))], AlignmentSource())
    ((own,),) = series_of(workflow_of(known))
    assert own.again == {2: 0, 4: 3}
    assert (shorter := own.without(1)) is not None
    assert shorter.again == {4: 3}


def test_a_list_that_is_filtered_after_some_pages_begins_a_series_of_its_own() -> None:
    def piece(start: int, more: str = "") -> Exchange:
        return ask(f"/api?order=up&start={start}{more}", [{"title": f"{start} {place}{more}"} for place in range(3)])

    whole, filtered = [piece(start) for start in (0, 3)], [piece(start, "&kind=lamp") for start in (0, 3, 6)]
    assert series([*whole, *filtered]) == [[(0, (0, 1), ())], [(0, (2, 3, 4), ())]]
    later = [piece(6, "&from=a"), piece(9, "&from=b")]
    assert series([*whole, *later]) == [[(0, (0, 1, 2, 3), ())]], "it goes on"
    assert series([whole[0], *filtered]) == [[(0, (1, 2, 3), ())]]
    assert series([whole[0], piece(0, "&cursor=3"), piece(3, "&cursor=6")]) == [[(0, (1, 2), ())]]
    sized = [ask(f"/api?size=1{more}", [{"title": more}]) for more in ("", "&after=a", "&after=b")]
    assert series(sized) == [[(0, (0, 1, 2), ())]], "it is no number of a page"


def test_details_at_the_address_of_their_list_are_no_pages_of_it() -> None:
    def rows(asked: str, *names: str) -> Exchange:
        return ask(f"/api/things?{asked}", {"rows": [{"name": name} for name in names], "total": len(names)})

    found = series([rows("q=a&page=1", "x", "y"), rows("slug=x", "x"), rows("slug=y", "y"), rows("q=a&page=2", "z")])
    assert found == [[(0, (0, 3), ())], [(0, (1, 2), ())]]
    begun = series([rows("q=a", "x", "y"), rows("q=a&page=2", "z"), rows("q=a&page=3", "v"), rows("q=a", "x", "y")])
    assert begun == [[(0, (0, 1, 2), (3,))]]


def test_entries_below_the_address_of_their_list_are_no_pages_of_it() -> None:
    def rows(asked: str, *names: str) -> Exchange:
        return ask(f"/api/things?from={asked}", {"rows": [{"name": name, "of": "oak"} for name in names]})

    def entry(name: str) -> Exchange:
        return ask(
            f"/api/things/{name}", {"name": name, "of": "oak", "rows": [{"of": "oak", "name": f"part of {name}"}]}
        )

    pages = [rows(str(2 * n), f"lamp-{n}", f"rope-{n}") for n in range(4)]
    found = series([*pages[:2], entry("lamp-0"), pages[2], pages[3], entry("rope-3")])
    assert found == [[(0, (0, 1, 3, 4), ())], [(0, (2, 5), ())]]
    told = [{"rows": [{"name": f"lamp {n}"}], "next": f"c{n}x"} for n in range(3)]
    cursors = [ask("/feed", told[0]), ask("/feed/c0x", told[1]), ask("/feed/c1x", {**told[2], "at": "c1x"})]
    assert series(cursors) == [[(0, (0, 1, 2), ())]], "a list tells what leads on beside its entries"


def test_what_is_changed_brings_no_pages() -> None:
    changes = [ask("/group/7", {"id": 7, "name": name}, data={"name": name}, method="PUT") for name in ("a", "b")]
    assert series(changes) == []


@pytest.mark.parametrize("name", ["start", "pg", "current_page", "from", "first", "startIndex"])
def test_a_first_page_that_tells_the_cursor_sent_with_the_next_goes_on_though_a_number_stays(name: str) -> None:
    def rows(more: str | None) -> object:
        return {"rows": [{"id": number} for number in range(101, 109)], "next": more}

    turned = [ask(f"/api?{name}=0", rows("c7x")), ask(f"/api?{name}=0&after=c7x", rows(None))]
    assert series(turned) == [[(0, (0, 1), ())]]
    narrowed = [ask(f"/api?{name}=0", rows("c7x")), ask(f"/api?{name}=0&kind=103", rows(None))]
    assert series(narrowed) == []


def test_entries_that_data_tell_and_a_posted_key_asks_for_are_no_pages_of_them() -> None:
    def folder(path: str, *names: str) -> Exchange:
        rows = [{"path": f"{path}/{name}", "name": name} for name in names]
        return ask("/folders", {"data": rows}, data={"at": path})

    below, south, west = folder("tin", "south", "west"), folder("tin/south", "a", "b"), folder("tin/west", "c", "d")
    assert [own for group in series([below, south, west]) for own in group] == [(0, (1, 2), ())]


def test_a_form_that_going_back_sends_again_is_no_other_list() -> None:
    def rows(number: int) -> str:
        cells = "".join(f"<tr><td><a href='/lamp/{number}{place}'>Lamp {place}</a></td></tr>" for place in range(8))
        return f"<h1>Lamps</h1><table>{cells}</table><p><a href='/find?q=a&page={number + 1}'>Next</a></p>"

    def sent(word: str = "a") -> Exchange:
        return ask("/find", rows(1), form={"q": word})

    opened, after = ask("/lamp/12", "<article><h2>Lamp 2</h2></article>"), ask("/find?q=a&page=2", rows(2))
    assert series([sent(), opened, sent(), after]) == [[(0, (0, 3), (2,))]]
    assert series([sent(), sent("b"), sent(), after]) == [[(0, (0, 1), ())], [(0, (2, 3), ())]]


def test_data_that_were_asked_for_twice_lead_on_as_they_were_told_last() -> None:
    first, later, after = (
        ask(f"/api?page={n}", {"rows": [n], "next": word}) for n, word in ((1, "a"), (1, "b"), (2, "c"))
    )
    known = infer([record(first, later, after)], AlignmentSource())
    ((own,),) = series_of(workflow_of(known))
    assert own.steps == (0, 2)
    assert [exchange.index for _, exchange in own.pages] == [1, 2]


def test_of_data_that_were_asked_for_twice_those_lead_on_whose_cursor_was_sent() -> None:
    ways = (("", "c1x"), ("", "c2x"), ("&after=c1x", "c3x"))
    told = [ask(f"/api?kind=lamp{at}", {"rows": [1], "next": after}) for at, after in ways]
    known = infer([record(*told)], AlignmentSource())
    ((own,),) = series_of(workflow_of(known))
    assert [exchange.index for _, exchange in own.pages] == [0, 2]
