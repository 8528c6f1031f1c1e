"""Outlines and texts of answers."""

import pytest

from scrapy_bt.core.inference.answers.pages.contents import common, content_of, likeness, says_something
from scrapy_bt.core.samples.traffic import Answer


def html(body: str) -> Answer:
    return Answer(200, "https://shop.test/", (("Content-Type", "text/html"),), body.encode())


def data(body: str) -> Answer:
    return Answer(200, "https://shop.test/", (("Content-Type", "application/json"),), body.encode())


def test_a_page_has_the_texts_that_are_seen_in_their_order() -> None:
    content = content_of(
        html("<title>Shop  one</title><p>a <b>bold</b> tail</p><script>var x</script><p>/a/link?x=1</p>\n<i> </i>")
    )
    assert content.kind == "html"
    assert content.title == "Shop one"
    assert content.texts == ("Shop one", "a", "bold", "tail")
    assert not content.has_password


def test_the_length_of_a_list_does_not_change_the_outline() -> None:
    short = content_of(html("<ul><li class='row odd'>1</ul>")).outline
    long = content_of(html("<ul><li class='row'>1<li class=row>2<li class=row>3</ul>")).outline
    assert short == long
    assert "/html/body/ul/li.row" in short


def test_json_is_told_by_its_keys() -> None:
    content = content_of(data('{"items": [{"id": 1, "at": "/x"}, {"id": 2}], "next": null}'))
    assert content.kind == "json"
    assert content.texts == ("1", "2")
    assert {"$.items[].id", "$.next", "$.items[]{}"} <= content.outline


def test_a_password_field_is_seen_whatever_its_spelling() -> None:
    assert content_of(html("<input type=PassWord>")).has_password


def test_json_that_is_nested_deeply_is_read() -> None:
    assert content_of(data("[" * 500 + "1" + "]" * 500)).texts == ("1",)
    endless = "[" * 100_000 + "1" + "]" * 100_000
    assert content_of(data(endless)).texts == (endless,)


def test_pictures_and_nothing_have_no_texts_to_speak_of() -> None:
    assert content_of(Answer(200, "u", (("Content-Type", "image/png"),), b"12345")).texts == ("5",)
    assert content_of(Answer(204, "u")).kind == "empty"


def test_a_page_has_one_title_whatever_its_pictures_are_called() -> None:
    assert content_of(html("<title>All  lamps</title><svg><title>Lamp</title></svg> 12 <p>x")).title == "All lamps"


def test_likeness_and_common_texts() -> None:
    assert likeness(content_of(data('{"a": 1, "b": 2}')), content_of(data('{"b": 1, "c": 2}'))) == 0.5
    assert likeness(content_of(Answer(204, "u")), content_of(Answer(204, "u"))) == 1
    assert common(("a", "a", "b"), ("a", "c")) == {"a": 1}


def test_what_scripts_note_on_a_page_as_a_whole_is_no_part_of_how_it_is_built() -> None:
    shown = "<main class=list><ul><li>Lamp</ul></main>"
    served = f"<html class=no-js><title>{{}}</title><body>{shown}"
    seen = f"<html class=js data-theme=dark><title>{{}}</title><body class=by-mouse>{shown}"
    assert likeness(content_of(html(served.format("Lamps"))), content_of(html(seen.format("Lamps")))) == 1
    assert likeness(content_of(html(served.format("Lamps"))), content_of(html(seen.format("Desks")))) == 1
    other = f"{seen.format('Desks')}<p>None"
    assert likeness(content_of(html(served.format("Lamps"))), content_of(html(other))) == 0


@pytest.mark.parametrize("text", ["?a=b", " ?a==b", "/x", " https://a.test/?q=1", "??=", "?" + "=" * 300_000])
def test_an_address_says_nothing(text: str) -> None:
    assert not says_something(text)


@pytest.mark.parametrize("text", ["?a", "?=", "?a=b c", "a/x", "?" + "=" * 300_000 + " x"])
def test_what_is_no_address_says_something(text: str) -> None:
    assert says_something(text)
