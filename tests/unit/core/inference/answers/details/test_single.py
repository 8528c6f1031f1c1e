from __future__ import annotations

import pytest

from scrapy_bt.core.inference.answers.details.single import single_of, singles_of
from scrapy_bt.core.inference.answers.extraction import extract, page_of
from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.samples.traffic import Answer
from tests.recordings import answer


def test_a_page_about_one_thing() -> None:
    own = answer(
        "/",
        '<nav class="bar">x</nav><main><h1>Lamp</h1><p class="price">3 €</p>'
        "<table><tr><th>In stock</th><td>7</td></tr></table>"
        '<span itemprop="brand">Acme</span></main>',
    )
    assert dict(single_of(own)) == {
        "title": Extraction("css", "h1::text"),
        "price": Extraction("css", "p.price::text"),
        "in_stock": Extraction("xpath", '//th[normalize-space()="In stock"]/following-sibling::td[1]/text()'),
        "brand": Extraction("css", '[itemprop="brand"]::text'),
    }
    assert single_of(answer("/", {"id": 1, "tags": ["a"]})) == (
        ("id", Extraction("json", "id")),
        ("tags", Extraction("json", "tags", all=True)),
    )
    assert single_of(answer("/", [1])) == ()


def test_a_page_to_change_something_holds_it_in_its_fields() -> None:
    own = answer(
        "/",
        '<form method="get"><input name="q" value="x"></form>'
        '<form method="post"><input type="hidden" name="t" value="k">'
        '<input name="title" value="Lamp"><input name="empty"><textarea name="notes">It is</textarea>'
        '<select name="size"><option>S</option><option selected>M</option></select></form>',
    )
    assert dict(single_of(own)) == {
        "title": Extraction("css", "input[name=title]::attr(value)"),
        "notes": Extraction("css", "textarea[name=notes]::text"),
        "size": Extraction("css", "select[name=size] option[selected]::text"),
    }


def test_what_is_there_for_browsers_without_scripts_is_no_field() -> None:
    own = answer(
        "/",
        '<noscript><div class="warning">Switch on scripts for suggestions</div></noscript>'
        '<template><p class="draft">Nothing yet</p></template><h1>Lamp</h1><p class="price">3 €</p>',
    )
    assert [name for name, _ in single_of(own)] == ["title", "price"]
    drawn = answer("/", '<template><h1>Lamp</h1><p class="price">3 €</p></template>')
    assert [name for name, _ in single_of(drawn)] == ["title", "price"]


def test_a_line_that_a_link_begins_has_its_name_apart() -> None:
    own = answer("/", '<div class="about"><a href="/file">plan.pdf</a>: 3 pages</div>')
    assert dict(single_of(own))["name"] == Extraction("css", "div.about > a::text")
    indented = answer("/", '<div class="about">\n <a href="/file">\n plan.pdf</a>:\n 3 pages</div>')
    assert dict(single_of(indented))["name"] == Extraction("css", "div.about > a::text")
    beside = answer("/", '<div class="about">See <a href="/file">plan.pdf</a>: 3 pages</div>')
    assert "name" not in dict(single_of(beside))


def test_what_a_label_stands_before_is_what_is_read_there() -> None:
    own = answer(
        "/",
        "<table><tr><td><dl><dt>Time</dt><dd><div><p>10:24 UTC</p><dl><dt>Stored</dt><dd>09:24</dd></dl></div></dd>"
        "<dt>Rating</dt><dd><form method=post><select name=stars><option selected>none<option>1</select>"
        "<script>rate(1)</script></form></dd>"
        "<dt>Place</dt><dd><p>Bay 7</p><p>Pier 2</p><script>map(7)</script></dd></dl></td></tr></table>",
    )
    found = dict(single_of(own))
    page = page_of(own)
    assert page.extract(found["time"]) == ["10:24 UTC"]
    assert page.extract(found["place"]) == ["Bay 7", "Pier 2"]
    assert "rating" not in found
    assert page.extract(found["stars"]) == ["none"]


def test_one_thing_that_stands_in_a_list_of_its_own_has_the_fields_of_its_entry() -> None:
    def found(number: int, *others: int) -> Answer:
        rows = [{"id": each, "about": {"name": f"No. {each}", "maker": {"name": "Ann"}}} for each in (number, *others)]
        return answer("/", {"data": rows, "meta": {"total": 1}})

    fields = dict(singles_of([found(7), found(9)]))
    assert {name: (each.text, each.all) for name, each in fields.items()} == {
        "id": ("data[0].id", False),
        "about_name": ("data[0].about.name", False),
        "maker_name": ("data[0].about.maker.name", False),
    }
    assert all(own.all for name, own in singles_of([found(7), found(9, 8)]) if "meta" not in own.text)
    pictures = [answer("/", {"name": f"No. {n}", "price": n, "pictures": [{"file": f"{n}.png"}]}) for n in (1, 2)]
    assert {name for name, each in singles_of(pictures) if not each.all} == {"name", "price"}


def test_what_stands_around_a_list_of_one_is_said_of_the_thing_unless_all_say_it() -> None:
    def order(number: int) -> Answer:
        item = {"id": f"s{number}", "name": f"Lamp {number}", "price": number * 10, "quantity": 1}
        told = {"id": number, "date": f"2024-01-0{number}", "status": "ok", "items": [item]}
        return answer(f"https://shop.test/api/order/{number}", told)

    assert {name: own.text for name, own in singles_of([order(1), order(2)])} == {
        "id": "items[0].id",
        "name": "items[0].name",
        "price": "items[0].price",
        "quantity": "items[0].quantity",
        "id2": "id",
        "date": "date",
    }


@pytest.mark.parametrize(
    ("heading", "where"),
    [
        ('<h1 class="lead">{}</h1>', '//h1[contains(concat(" ", normalize-space(@class), " "), " lead ")]'),
        ("<h1>{}</h1>", "//h1"),
    ],
)
def test_a_heading_that_stands_behind_a_menu_is_the_title(heading: str, where: str) -> None:
    menu = "<div class=menu><button>Acts</button><ul><li><a href=/edit>Edit</a></li></ul></div>"
    found = dict(single_of(answer("/", heading.format(f"{menu} Old mill 7 "))))
    assert found["title"] == Extraction("xpath", f"normalize-space({where}/text()[normalize-space()])")
    assert "title" not in dict(single_of(answer("/", heading.format(menu))))


def test_the_last_link_of_a_heading_that_is_the_way_to_a_page_is_its_title():
    way = '<h2 class="top"><a href="/a">Shelf</a> » <a href="/a/{0}">Lamp {0}</a> » <b>{0} left</b></h2><h2>Facts</h2>'
    own = answer("/", f'<div class="top"></div>{way.format(3)}<p class="price">4.50</p>')
    fields = dict(single_of(own))
    assert extract(own, fields["title"]) == ["Lamp 3"]
    assert extract(own, fields["subtitle"]) == ["3 left"]


def test_links_with_words_between_them_are_no_way():
    own = answer("/", '<h2 class="top"><a href="/a">Ada</a> wrote to <a href="/b">Lu</a></h2>')
    assert [extract(own, field) for _, field in single_of(own)] == [["Ada wrote to Lu"]]
