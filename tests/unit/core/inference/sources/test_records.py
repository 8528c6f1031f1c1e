from __future__ import annotations

from dataclasses import replace

from scrapy_bt.core.inference.answers.values import Each, Extraction
from scrapy_bt.core.inference.findings import ListOf, Loop, Records, Step, Target, Unsteady
from scrapy_bt.core.inference.sources.records import RecordsSource
from scrapy_bt.core.samples.traffic import Exchange
from tests.recordings import Known, ask, infer, record

ROWS = "".join(
    f'<div class="row"><b class="name">n{n}</b><i class="size">s{n}</i><p class="more">{"long text " * 5}{n}</p></div>'
    for n in range(4)
)
SINGLE = '<main><h1>Lamp</h1><p class="price">3</p><p class="text">It is a lamp.</p></main>'


def records(*answers: Exchange, more: tuple[object, ...] = ()) -> list[Records]:
    recordings = [record(each) for each in answers]
    known = Known(recordings).tell(Step(0, (0,) * len(recordings)), Target(0, ""), *more)  # type: ignore[arg-type]
    return infer(recordings, RecordsSource(), known=known).findings(Records)


def names(found: list[Records]) -> list[str]:
    return [name for each in found for name, _ in each.fields]


def test_rows_that_the_page_is_about() -> None:
    (found,) = records(ask("/a", ROWS), ask("/a", ROWS))
    assert found.each == Extraction("css", "div.row")
    assert names([found]) == ["name", "size", "more"]


def test_a_page_about_one_thing_has_fields_that_all_recordings_have() -> None:
    (found,) = records(ask("/a", SINGLE), ask("/b", SINGLE.replace("price", "cost")))
    assert (found.each, names([found])) == (None, ["title", "text"])


def test_rows_beside_one_thing_are_not_what_a_detail_is_about() -> None:
    page = SINGLE.replace("It is a lamp.", "It is a lamp. " * 60).replace("</main>", f"{ROWS}</main>")
    listed = ListOf(1, 0, None, Extraction("css", "a::attr(href)", all=True))
    assert names(records(ask("/a", page), more=(listed,)))[:3] == ["title", "price", "text"]


def test_a_detail_may_be_a_thread_of_rows() -> None:
    listed = ListOf(1, 0, None, Extraction("css", "a::attr(href)", all=True))
    (found,) = records(ask("/a", f"<h1>Thread</h1>{ROWS}"), more=(listed,))
    assert found.each == Extraction("css", "div.row")


def test_the_pages_of_a_loop_hold_rows() -> None:
    few = "<p>" + "words " * 200 + "</p>" + ROWS
    loop = Loop(0, (), "counter", None, Each(0))
    (found,) = records(ask("/a", few), more=(loop,))
    assert found.each == Extraction("css", "div.row")


def test_json() -> None:
    (found,) = records(ask("/a", {"items": [{"id": 1, "title": "x"}, {"id": 2, "title": "y"}], "total": 2}))
    assert (found.each, names([found])) == (Extraction("json", "items"), ["id", "title"])
    (found,) = records(ask("/a", {"id": 1, "title": "x"}))
    assert (found.each, names([found])) == (None, ["id", "title"])


def test_without_a_target_or_an_answer_there_are_none() -> None:
    recording = record(ask("/a", ROWS))
    assert infer([recording], RecordsSource(), known=Known([recording]).tell(Step(0, (0,)))).findings(Records) == []
    assert records(ask("/a", "")) == []


def test_an_answer_whose_body_was_lost_says_nothing_of_the_fields() -> None:
    lost = ask("/b", "")
    lost = replace(lost, answer=replace(lost.answer, body=None))
    (found,) = records(lost, ask("/a", SINGLE))
    assert names([found]) == ["title", "price", "text"]


def test_the_parts_of_a_page_about_one_thing_are_no_rows() -> None:
    def detail(n: int) -> Exchange:
        parts = (
            f'<p class="price">{n}.50, as long as it is there</p>',
            f'<h3 class="maker">Made by maker {n} in town {n}</h3>',
            f'<span class="stock">There are {n} of it in house {n}</span>',
            f'<em class="about">What is said of thing {n}, all of it</em>',
        )
        return ask(f"/item/{n}", f"<main><h1>Thing {n}</h1>{''.join(f'<div>{part}</div>' for part in parts)}</main>")

    recordings = [record(ask("/list"), detail(1), detail(2))]
    links = ListOf(0, 1, None, Extraction("css", "a::attr(href)", all=True), (2,))
    known = Known(recordings).tell(*(Step(n, (n,)) for n in range(3)), Target(1, ""), links)
    (found,) = infer(recordings, RecordsSource(), known=known).findings(Records)
    assert found.each is None
    assert {"title", "price", "maker", "stock", "about"} <= set(names([found]))


def test_what_is_another_in_another_session_is_no_field_and_what_else_it_held_gets_one() -> None:
    def detail(n: int) -> Exchange:
        lines = f'<div class="about"><p>What is said of thing {n}</p><p>Size {n} of ten</p></div>'
        return ask(f"/item/{n}", f"<main><h1>Thing {n}</h1>{lines}</main>")

    recordings = [record(detail(1)), record(detail(2))]
    known = Known(recordings).tell(Step(0, (0, 0)), Target(0, ""))
    (before,) = infer(recordings, RecordsSource(), known=known).findings(Records)
    all_of_it = dict(before.fields)["about"]
    found = infer(recordings, RecordsSource(), known=known.tell(Unsteady(0, all_of_it))).findings(Records)[-1]
    assert all_of_it not in dict(found.fields).values()
    assert len(found.fields) == 3


def test_rows_that_are_labels_with_their_values_are_fields_of_a_detail() -> None:
    def page(number: int) -> str:
        values = {"title": f"A thing {number}", "height": number, "note": f"Seen from road {number * 7}"}
        rows = "".join(f"<tr><td>{name}</td><td>{value}</td></tr>" for name, value in values.items())
        return f"<h1>Thing</h1><table><tr><th>Column</th><th>Value</th></tr><tbody>{rows}</tbody></table>"

    listed = ListOf(1, 0, None, Extraction("css", "a::attr(href)", all=True))
    (found,) = records(ask("/things/3", page(3)), ask("/things/8", page(8)), more=(listed,))
    assert found.each is None
    assert {"title", "height", "note"} <= set(names([found]))


def test_sizes_that_are_the_same_on_two_pages_are_no_labels() -> None:
    def page(letter: str) -> str:
        rows = "".join(f"<tr><td>{letter}{n}.jpg</td><td>{n * 17} B</td></tr>" for n in range(1, 6))
        return f"<h1>Folder</h1><table><tr><th>Name</th><th>Size</th></tr><tbody>{rows}</tbody></table>"

    listed = ListOf(1, 0, None, Extraction("css", "a::attr(href)", all=True))
    (found,) = records(ask("/things/3/", page("a")), ask("/things/8/", page("b")), more=(listed,))
    assert found.each is not None
    assert names([found]) == ["name", "size"]
