from __future__ import annotations

from scrapy_bt.core.inference.answers.values import Each, Extraction, Taken
from scrapy_bt.core.inference.blackboard.workflow import workflow_of
from scrapy_bt.core.inference.findings import Loop
from scrapy_bt.core.inference.sources.alignment import AlignmentSource
from scrapy_bt.core.inference.steps.firstpages import FirstPage, first_page
from scrapy_bt.core.samples.parameters import Key
from tests.recordings import ask, infer, record

EACH = Extraction("css", "li.row")
FIELDS = (("title", Extraction("css", "a::text")), ("price", Extraction("css", "i::text")))


def page(*numbers: int) -> str:
    return "".join(f"<li class=row><a>Thing {number}</a><i>{number}.5</i></li>" for number in numbers)


def step_of(found: FirstPage | None) -> int | None:
    assert found is None or found.each == EACH
    return None if found is None else found.step


def found(first: str, start: int = 2, by: int = 1, more: str = page(4, 5, 6)) -> int | None:
    recording = record(ask("/about", "<p>x</p>"), ask("/things", first), ask(f"/more?page={start}", {"html": more}))
    loop = Loop(2, (), "counter", Key("query", "page"), Each(2), by)
    workflow = workflow_of(infer([recording], AlignmentSource()))
    return step_of(first_page(workflow, loop, EACH, FIELDS, Extraction("json", "html")))


def test_the_page_before_holds_the_first_rows() -> None:
    assert found(page(1, 2, 3)) == 1
    assert found(page(1, 2, 3), start=3, by=3) == 1, "as many as there were rows"


def test_it_does_not_where_pieces_begin_with_the_first_or_the_rows_are_others() -> None:
    assert found(page(1, 2, 3), start=1) is None
    assert found(page(1, 2, 3), start=7, by=3) is None
    assert found(page(4, 5, 6)) is None, "the same rows once more"
    assert found("<li class=row><b>Menu</b></li>" * 3) is None
    assert found("<p>nothing</p>") is None


def test_a_link_of_the_page_before_leads_to_the_first_piece() -> None:
    def by_link(first: str) -> int | None:
        more = '<p class=more data-url="/things?page=3">'
        asked = ask("/things?page=2", page(4, 5, 6) + more)
        workflow = workflow_of(infer([record(ask("/things", first), asked)], AlignmentSource()))
        following = Taken(1, Extraction("css", "p.more::attr(data-url)"))
        return step_of(first_page(workflow, Loop(1, (), "link", None, following), EACH, FIELDS, None))

    assert by_link(page(1, 2, 3) + '<p class=more data-url="/things?page=2">') == 0
    assert by_link(page(1, 2, 3) + '<p class=more data-url="/things?page=9">') is None
    assert by_link(page(1, 2, 3)) is None


def test_a_cursor_stands_in_the_page_before() -> None:
    def by_cursor(first: str) -> int | None:
        asked = ask("/more?after=q8Zr2Lw0", {"html": page(4, 5)})
        workflow = workflow_of(infer([record(ask("/things", first), asked)], AlignmentSource()))
        loop = Loop(1, (), "cursor", Key("query", "after"), Each(1))
        return step_of(first_page(workflow, loop, EACH, FIELDS, Extraction("json", "html")))

    assert by_cursor(f"{page(1, 2)}<button data-after=q8Zr2Lw0>") == 0
    assert by_cursor(page(1, 2)) is None


def test_other_data_at_the_same_place_may_come_between() -> None:
    def rows(*numbers: int) -> dict[str, object]:
        return {"data": [{"title": f"Thing {number}", "price": f"{number}.5", "id": number} for number in numbers]}

    kept = ask("/views/4", {"data": {"id": 4, "search": "thing", "columns": 3}})
    asked = [ask("/things?page=1", rows(1, 2, 3)), kept, ask("/things?page=2", rows(4, 5, 6))]
    workflow = workflow_of(infer([record(*asked)], AlignmentSource()))
    each = Extraction("json", "data")
    fields = tuple((name, Extraction("json", name)) for name in ("title", "price", "id"))
    loop = Loop(2, (), "counter", Key("query", "page"), Each(2), 1)
    assert first_page(workflow, loop, each, fields, None) == FirstPage(0, each)


def test_data_may_hold_the_first_rows_elsewhere() -> None:
    def rows(*numbers: int) -> list[dict[str, object]]:
        return [{"title": f"Thing {number}", "price": f"{number}.5", "note": None} for number in numbers]

    def by_cursor(first: object) -> FirstPage | None:
        asked = ask("/more?after=q8Zr2Lw0", {"node": {"things": rows(4, 5, 6)}})
        workflow = workflow_of(infer([record(ask("/things", first), asked)], AlignmentSource()))
        each = Extraction("json", "node.things")
        fields = tuple((name, Extraction("json", name)) for name in ("title", "price", "note"))
        return first_page(workflow, Loop(1, (), "cursor", Key("query", "after"), Each(1)), each, fields, None)

    menu = [{"title": f"Entry {number}"} for number in range(9)]
    known = {"menu": menu, "shop": {"things": rows(1, 2, 3), "end": "q8Zr2Lw0"}}
    assert by_cursor(known) == FirstPage(0, Extraction("json", "shop.things"))
    assert by_cursor({**known, "shop": {"things": rows(1, 2, 3)}}) is None, "does not lead on"
    assert by_cursor({**known, "shop": {"things": rows(4, 5, 6), "end": "q8Zr2Lw0"}}) is None, "the same once more"
    assert by_cursor({"menu": menu, "end": "q8Zr2Lw0"}) is None, "other rows"
