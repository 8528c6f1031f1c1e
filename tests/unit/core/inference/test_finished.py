"""What is told of an inference when it is finished, and not before."""

import pytest

from scrapy_bt.core.inference.explanation.explain import explain
from scrapy_bt.core.inference.explanation.report import report_of
from scrapy_bt.core.inference.goal import Goal, PathOptions
from scrapy_bt.core.inference.growth import grow, print_grown
from scrapy_bt.core.samples.traffic import Answer
from tests.login_site import LOGIN, record
from tests.mechanisms.mechanism import Asked, Mechanism, Visitor, as_site, html, things
from tests.mechanisms.running import infer
from tests.pure_site import finish

SIZE = 9


def test_nothing_is_told_before_it_is_finished() -> None:
    inference, _ = record(*LOGIN, goal=Goal(level="none"))
    with pytest.raises(ValueError, match="not finished"):
        inference.conclusion  # noqa: B018  # it raises


def test_what_was_given_is_known_by_the_arguments_and_secrets_are_told_apart() -> None:
    inference, site = record(*LOGIN, goal=Goal(level="none"))
    finish(inference, site)
    names = [given.name for given in inference.conclusion.arguments]
    given = inference.input_of(0, [*names, "unknown"])
    assert list(given) == names
    assert given["password"] in inference.secrets


def test_all_parts_of_a_proven_tree_are_proven_also_what_was_not_left_out_to_try() -> None:
    inference, site = record(*LOGIN, goal=Goal(level="all", path=PathOptions(keep=frozenset({"1"}))))
    finish(inference, site)
    evidence = inference.conclusion.evidence
    assert inference.summary.is_proven
    assert (evidence[0, None].text, evidence[0, None].replays) == ("kept", 0)
    assert all(each.is_proven for each in evidence.values())
    assert "not proven" not in print_grown(grow(inference.conclusion))
    assert any(line.endswith("kept; not tried without it") for line in explain(report_of(inference)))


def _page(asked: Asked) -> Answer:
    word, page = asked.one("word"), int(asked.one("page", "1"))
    own = things(word)[SIZE * (page - 1) :] if word else []
    rows = "".join(f"<li><b>{each.title}</b> <i>{each.price}</i></li>" for each in own[:SIZE])
    onward = f"<a rel=next href='/list?word={word}&amp;page={page + 1}'>Older</a>" if own[SIZE:] else ""
    return html(f"<form action=/list><input name=word></form><ul>{rows}</ul>{onward}")


def _browse(visitor: Visitor, word: str, pages: int) -> None:
    visitor.visit("/")
    visitor.visit("/list", word=word)
    for page in range(2, pages + 1):
        visitor.visit("/list", word=word, page=page)


@pytest.mark.parametrize(("pages", "goes_on"), [(1, True), (3, False)])
def test_a_list_goes_on_where_nobody_turned_to_its_next_page(pages: int, *, goes_on: bool) -> None:
    inputs = ({"word": "lamp", "pages": pages}, {"word": "rope", "pages": pages})
    outcome = infer(Mechanism("pages", lambda: as_site(_page), _browse, inputs, {"word": "kettle"}, lambda **_: ()))
    assert outcome.inference.summary.goes_on is goes_on
    assert outcome.inference.summary.is_proven
