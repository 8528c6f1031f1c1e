"""Where a line of a page stands."""

from __future__ import annotations

from typing import Any

from scrapy_bt.core.inference.answers.details.lineplaces import BY_PLACE, called_by_class, is_steady, path_of
from scrapy_bt.core.inference.answers.extraction import page_of
from tests.recordings import answer


def page(label: str, path: str, more: str = "") -> Any:
    told = f"<ul><li class=desc>{label}</li><li class=files><a href=/{path}>{path}</a></li>{more}</ul>"
    return page_of(answer("/", f"<div id=box><p>{label}</p></div><div><p>{path}</p></div>{told}")).root


ROOTS = [page("Files changed:", "a.txt"), page("Files changed:", "b.txt")]


def test_a_class_that_says_a_word_of_the_label_tells_a_line_whatever_the_label_is() -> None:
    own = called_by_class(ROOTS, ROOTS[0].find(".//li[2]"), "Files changed:")
    assert own is not None
    name, path = own
    assert name == "files"
    (added,) = page("Files added:", "c.txt").xpath(path)
    assert "".join(added.itertext()) == "c.txt"


def test_a_class_that_says_another_word_or_stands_twice_does_not() -> None:
    line = ROOTS[0].find(".//li[2]")
    assert called_by_class(ROOTS, line, "Changed:") is None
    twice = page("Files changed:", "a.txt", "<li class=files>b.txt</li>")
    assert called_by_class([*ROOTS, twice], line, "Files changed:") is None


def test_a_line_stands_by_an_id_or_a_class_or_else_by_its_place() -> None:
    paths = [path_of(ROOTS[0], line) for line in ROOTS[0].iter("p", "a")]
    assert paths[0] == '//*[@id="box"]/p'
    assert paths[1].startswith(BY_PLACE)
    assert 'concat(" ", normalize-space(@class), " ")' in paths[2]
    assert is_steady(paths[1], ROOTS)
