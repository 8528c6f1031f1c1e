from __future__ import annotations

from scrapy_bt.core.inference.answers.details.labelled import labelled_of
from scrapy_bt.core.inference.answers.extraction import extract
from scrapy_bt.core.samples.traffic import Answer
from tests.recordings import answer
from tests.waiting import takes_at_most


def page(maker: str, size: str, note: str, more: str = "") -> Answer:
    return answer(
        "/",
        f"<main><h1>Thing</h1><ul>{more}<li><strong>Maker:</strong> {maker}</li>"
        f"<li><b>Size:</b> <i>{size}</i></li></ul>"
        f'<div><div>Remarks</div><div>{note}</div></div><div id="foot"><p>All of {maker}</p></div></main>',
    )


def test_what_differs_is_found_by_its_label_or_its_place() -> None:
    pages = [page("Acme", "3 m", "old"), page("Brill", "5 m", "new", "<li>Sold</li>")]
    fields = dict(labelled_of(pages, ()))
    assert {name: extract(pages[1], extraction) for name, extraction in fields.items()} == {
        "maker": ["Brill"],
        "size": ["5 m"],
        "remarks": ["new"],
        "text": ["All of Brill"],
    }


def test_a_colon_behind_a_label_is_no_part_of_the_value() -> None:
    pages = [
        answer(
            "/",
            f"<ul><li><b>Name</b>: {name}</li><li><b>At</b>：{hour}:30</li><li><b>Tool</b>: <a>{tool}</a></li></ul>",
        )
        for name, hour, tool in (("Ada", 5, "lathe"), ("Ben", 6, "saw"))
    ]
    fields = dict(labelled_of(pages, ()))
    held = {name: extract(pages[1], extraction) for name, extraction in fields.items()}
    assert held == {"name": ["Ben"], "at": ["6:30"], "tool": ["saw"]}


def test_paragraphs_that_are_not_as_many_on_each_page_are_one_text() -> None:
    pages = [
        answer("/", f"<body><h1>{name}</h1>{''.join(f'<p>{text} of {name}</p>' for text in texts)}</body>")
        for name, texts in (("Acme", ("Old", "New", "Seen")), ("Brill", ("Old", "Heard")))
    ]
    values = [extract(pages[1], extraction) for _, extraction in labelled_of(pages, ())]
    assert ["Old of Brill", "Heard of Brill"] in values


def test_an_address_in_angle_brackets_is_no_element_of_a_path() -> None:
    pages = [
        answer("/", f"<body>To <{name}@shop.test> dear {name}</{name}@shop.test><p>It is {name}s.</p></body>")
        for name in ("acme", "brill")
    ]
    assert ["It is brills."] in [extract(pages[1], extraction) for _, extraction in labelled_of(pages, ())]


def test_one_page_or_equal_ones_tell_nothing() -> None:
    assert list(labelled_of([page("Acme", "3 m", "old")], ())) == []
    assert list(labelled_of([page("Acme", "3 m", "old")] * 2, ())) == []


def test_what_is_known_is_not_told_again() -> None:
    pages = [page("Acme", "3 m", "old"), page("Brill", "5 m", "new")]
    known = [extraction for _, extraction in labelled_of(pages, ())]
    assert list(labelled_of(pages, known[1:])) == list(labelled_of(pages, ()))[:1]


def told_of(layout: str) -> dict[str, list[str]]:
    """What the fields hold of the second of two pages."""
    pages = [answer("/", layout.format(p=price, k=kind)) for price, kind in (("3.00", "lamp"), ("5.50", "rope"))]
    return {name: extract(pages[1], extraction) for name, extraction in labelled_of(pages, ())}


def test_labels_stand_within_a_line_before_a_text_or_an_element() -> None:
    price, both = {"price": ["5.50"]}, {"price": ["5.50"], "kind": ["rope"]}
    assert told_of("<main><div><b>Price:</b> {p}<br><b>Kind:</b> {k}</div></main>") == both
    assert told_of("<main><div>Price: <b>{p}</b><br>Kind: <b>{k}</b></div></main>") == both
    assert told_of("<main><p>Price: {p}</p><p>Kind: {k}</p></main>") == both
    assert told_of("<main><ul><li><span>Price</span><span>{p}</span></li></ul></main>") == price
    assert told_of("<main><div><label>Price</label><div class=v>{p}</div></div></main>") == price


def test_what_has_no_label_is_found_by_an_attribute_or_by_its_place() -> None:
    assert list(told_of("<main><div data-testid=price>{p}</div></main>").values()) == [["5.50"]]
    assert list(told_of("<main><div><p>x</p><div>{p}</div></div></main>").values()) == [["5.50"]]


def test_a_comment_between_a_label_and_its_value_is_no_value() -> None:
    line = "<main><ul><li><span>Price</span><!-- in euros --><span>{p}</span></li></ul></main>"
    assert told_of(line) == {"price": ["5.50"]}


def test_once_there_are_as_many_fields_as_a_page_may_have_nothing_more_is_looked_for() -> None:
    pages = [
        answer("/", f"<main>{''.join(f'<p>by <a>{name} {number}</a></p>' for number in range(500))}</main>")
        for name in ("Acme", "Brill")
    ]
    with takes_at_most(3):
        assert len(list(labelled_of(pages, ()))) == 60
