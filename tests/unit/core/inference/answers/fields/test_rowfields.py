from __future__ import annotations

from lxml.html import fromstring

from scrapy_bt.core.inference.answers.elements.shown import shown_in
from scrapy_bt.core.inference.answers.extraction import extract_within
from scrapy_bt.core.inference.answers.fields.fieldnames import field_name
from scrapy_bt.core.inference.answers.fields.jsonfields import json_fields
from scrapy_bt.core.inference.answers.fields.rowfields import row_fields
from scrapy_bt.core.inference.answers.values import Extraction


def test_names_of_fields() -> None:
    assert [field_name(text) for text in ("While", "In stock (pcs)", "2x", "", "priceEur", "价格")] == [
        "while_value",
        "in_stock_pcs",
        "field_2x",
        "",
        "price_eur",
        "价格",
    ]


def test_fields_of_objects_are_named_by_their_paths() -> None:
    rows = [{"id": 1, "maker": {"name": "Acme"}}, {"id": 2, "tags": ["a"], "parts": [{"id": 3}]}]
    assert list(json_fields(rows)) == [
        ("id", Extraction("json", "id")),
        ("maker_name", Extraction("json", "maker.name")),
        ("tags", Extraction("json", "tags", all=True)),
        ("parts_id", Extraction("json", "parts[].id", all=True)),
    ]


def test_objects_with_changing_keys_are_their_keys_and_the_values_within() -> None:
    rows = [{"name": "a", "dist": {"latest": {"v": 1}}}, {"name": "b", "dist": {"next": {"v": 2}, "rc": {"v": 3}}}]
    assert dict(json_fields(rows)) == {
        "name": Extraction("json", "name"),
        "dist": Extraction("json", "keys(dist || `{}`)", all=True),
        "dist_v": Extraction("json", "dist.*.v", all=True),
    }
    assert extract_within({"name": "c"}, dict(json_fields(rows))["dist"]) == []


def test_long_paths_whose_names_are_cut_alike_are_all_fields() -> None:
    row = {"made_by_them_all": {"of_one": {"x": 1}, "of_two": {"x": 2}}, "very_long_name_of_it": {"a_1": 3, "a_2": 4}}
    fields = dict(json_fields([row, row]))
    assert sorted(each for extraction in fields.values() for each in extract_within(row, extraction)) == list("1234")
    assert "name" not in dict(json_fields([{"a": {"b": {"name": 1}}, "c": {"b": {"name": 2}}, "name": 3}])).values()


def test_fields_of_very_many_rows_are_made_of_some() -> None:
    rows = [fromstring(f"<li><b>name {n}</b>{'<i>new</i>' if n >= 1_200 else ''}</li>") for n in range(2_400)]
    few = [fromstring(f"<li><b>name {n}</b>{'<i>new</i>' if n >= 12 else ''}</li>") for n in range(24)]
    assert list(row_fields(rows)) == list(row_fields(few))


def test_what_a_person_sees_of_a_page() -> None:
    page = "<body>a<!-- b --> c<script>d</script> e<style>f</style> <p>g <b>h</b>  i</p>j</body>"
    assert shown_in(fromstring(f"<html><head><title>k</title></head>{page}</html>")) == "a c e g h ij"


def test_a_picture_and_a_title_that_lead_to_the_same_place_are_one_link() -> None:
    rows = "".join(
        f'<li><div class="cover"><a href="/{n}"><img src="{n}.png"></a></div>'
        f'<h3><a class="name" href="/{n}">N{n}</a></h3></li>'
        for n in range(3)
    )
    found = dict(row_fields(fromstring(f"<ul>{rows}</ul>").findall("li")))
    assert [name for name in found if name.endswith("link")] == ["name_link"]


def test_words_behind_a_child_that_is_a_value_are_a_field_of_their_own() -> None:
    rows = [
        f'<li><span class="what">\n<b class="payee">Store {n}</b><i class="sep"></i> Bought part {n}\n</span></li>'
        for n in range(1, 5)
    ]
    listing = fromstring(f"<ol>{''.join(rows)}</ol>")
    fields = dict(row_fields(listing.xpath("//li")))
    taken = {name: extract_within(listing[1], extraction) for name, extraction in fields.items()}
    assert taken == {"what": ["Bought part 2"], "payee": ["Store 2"]}


def markup_rows(*htmls: str) -> dict[str, tuple[str, str, str]]:
    rows = [{"id": number, "html": html} for number, html in enumerate(htmls)]
    return {name: (each.how, each.text, each.of) for name, each in json_fields(rows, is_parted=True)}


def test_html_of_one_kind_in_rows_of_json_has_fields_of_its_own() -> None:
    card = '<li class="card"><a class="card__name" href="/x/{0}">Thing {0}</a><i class="card__price">{0}.50</i></li>'
    assert markup_rows(*(card.format(number) for number in range(5))) == {
        "id": ("json", "id", ""),
        "name": ("css", "a.card__name::text", "html"),
        "name_link": ("css", "a.card__name::attr(href)", "html"),
        "price": ("css", "i.card__price::text", "html"),
    }


def test_prose_in_rows_of_json_is_a_value_as_it_is() -> None:
    prose = [f"<p>It is {word}.</p><p>Or <em>not</em>.</p>" * times for times, word in enumerate(("a", "b", "c"), 1)]
    assert markup_rows(*prose) == {"id": ("json", "id", ""), "html": ("json", "html", "")}
    assert markup_rows("1 < 2", "<p>x</p>") == {"id": ("json", "id", ""), "html": ("json", "html", "")}


def test_cells_that_are_built_alike_stay_apart_however_deep_their_texts_stand() -> None:
    cell = '<td><div><span class="cell">{} <i>and</i> more</span></div></td>'
    rows = [fromstring(f"<table><tr>{cell.format(f'a{n}')}{cell.format(f'b{n}')}</tr></table>")[0] for n in range(3)]
    told = [extract_within(rows[1], extraction) for _, extraction in row_fields(rows)]
    assert ["a1 and more"] in told
    assert ["b1 and more"] in told


def test_lists_of_json_of_which_some_are_short_have_no_fields() -> None:
    for rows in ([[1, "a"], [2]], [[1], [2]], [[], []], [[1, "a"], {"id": 2}]):
        assert list(json_fields(rows)) == []


def test_what_a_line_says_behind_a_link_with_a_class_is_a_value_of_its_own() -> None:
    page = fromstring("<ul><li><a class=name href=/1>Oak</a> of granite</li><li><a class=name href=/2>Elm</a> of slate")
    rows = page.xpath("//li")
    found = [extraction for _, extraction in row_fields(rows)]
    assert [[text for each in found for text in extract_within(row, each)] for row in rows] == [
        ["of granite", "Oak", "/1"],
        ["of slate", "Elm", "/2"],
    ]


def test_what_one_of_several_classes_says_is_one_field() -> None:
    moods = ("good", "bad", "good", "good")
    told = (f"<li><b>Oak {n}</b><i class=mood-{mood}>{mood}!</i></li>" for n, mood in enumerate(moods))
    rows = fromstring(f"<ul>{''.join(told)}</ul>").xpath("//li")
    found = dict(row_fields(rows))
    assert [extract_within(row, found["mood"]) for row in rows] == [[f"{mood}!"] for mood in moods]
    two = (f"<li><i class=size-small>{n}</i><i class=size-large>{n + 5}</i></li>" for n in range(4))
    assert [name for name, _ in row_fields(fromstring(f"<ul>{''.join(two)}</ul>").xpath("//li"))] == [
        "size_small",
        "size_large",
    ]


def test_a_cell_is_told_whole_beside_a_link_in_it_that_has_a_class() -> None:
    page = fromstring(
        "<table>"
        + "".join(f"<tr><td>{n}<td><a class=bug href=/{n}>Bug {n}</a>: rust at post {n * 7}" for n in range(4))
        + "</table>"
    )
    rows = list(page.iter("tr"))
    told = [[extract_within(row, each) for row in rows] for _, each in row_fields(rows)]
    assert next(own[:3] for own in told if ": rust" in own[1][0]) == [
        ["Bug 0: rust at post 0"],
        ["Bug 1: rust at post 7"],
        ["Bug 2: rust at post 14"],
    ]
    assert [["Bug 0"], ["Bug 1"], ["Bug 2"], ["Bug 3"]] in told


def test_a_link_below_a_heading_that_leads_to_the_same_in_all_rows_is_a_column() -> None:
    head = "<tr><th>Walk<th>Guide<th>Actions<th>"
    row = "<tr><td>Post {0}<td><a href=/people/5>Kit Lane</a><td><a class=go href=/go/{0}>Go</a><td><a href=/>Up</a>"
    page = fromstring(f"<table>{head}{''.join(map(row.format, range(4)))}</table>")
    rows = [each for each in page.iter("tr") if each.find("td") is not None]
    told = [extract_within(rows[0], each) for _, each in row_fields(rows)]
    assert ["Kit Lane"] in told
    assert ["Go"] not in told
    assert ["Up"] not in told
