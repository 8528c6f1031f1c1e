"""The joint choice over all fields."""

from math import exp, log

import pytest

from scrapy_bt.core.healing import joint
from scrapy_bt.core.healing.joint import AS_MARGIN, ConfidenceLine, choose_jointly
from scrapy_bt.core.healing.pages import Page

OLD = Page("<html><body><h1>title</h1><p>lead</p><i>name</i></body></html>")
NEW = Page("<html><body><h1>heading</h1><p>first</p><b>who</b></body></html>")


def at(page, text):
    return page.by_text[text][0]


def scores(**values):
    return [values.get(one.text, -9.0) for one in NEW.candidates]


def test_the_best_is_chosen_for_each_with_what_it_would_cost_to_forbid_it():
    found = choose_jointly({"a": scores(heading=0.0, first=-3.0)}, {"a": at(OLD, "title")}, NEW.candidates)
    assert found["a"].number == at(NEW, "heading").number
    assert found["a"].margin == pytest.approx(3.0)
    assert found["a"].top[:2] == (at(NEW, "heading").number, at(NEW, "first").number)


def test_elements_of_one_text_do_not_stand_against_each_other():
    page = Page("<html><body><nav><a>Sport</a></nav><i>News</i><b>Sport</b><u>Politics</u></body></html>")
    worths = [{"Sport": -0.1, "News": -2.0, "Politics": -4.0}.get(one.text, -9.0) for one in page.candidates]
    last = page.by_text["sport"][1].number
    worths[last] = 0.0
    (found,) = choose_jointly({"a": worths}, {"a": at(OLD, "name")}, page.candidates).values()
    assert found.margin == pytest.approx(2.0)
    assert [page.candidates[number].text for number in found.top] == ["Sport", "News", "Politics"]
    assert found.number == last


def test_two_fields_do_not_become_the_same_element():
    found = choose_jointly(
        {"a": scores(heading=0.0, first=-4.0), "b": scores(heading=0.0, first=-1.0)},
        {"a": at(OLD, "title"), "b": at(OLD, "lead")},
        NEW.candidates,
    )
    assert (found["a"].number, found["b"].number) == (at(NEW, "heading").number, at(NEW, "first").number)


def test_the_share_is_that_of_the_own_scores_of_a_field_whatever_others_chose():
    found = choose_jointly(
        {"a": scores(heading=0.0, first=-4.0), "b": scores(heading=0.0, first=-1.0)},
        {"a": at(OLD, "title"), "b": at(OLD, "lead")},
        NEW.candidates,
    )
    assert found["a"].share == pytest.approx(log(1 / (1 + exp(-4))), abs=0.001)
    assert found["b"].share == pytest.approx(log(exp(-1) / (1 + exp(-1))), abs=0.001)
    same = Page("<html><body><i>Sport</i><b>Sport</b></body></html>")
    fields = {"a": at(OLD, "name")}
    assert choose_jointly({"a": [-0.1, 0.0]}, fields, same.candidates[-2:])["a"].share == pytest.approx(0.0)


def test_the_order_of_fields_decides_what_is_nearly_equal():
    found = choose_jointly(
        {"a": scores(first=0.0), "b": scores(heading=0.0, who=-0.2)},
        {"a": at(OLD, "lead"), "b": at(OLD, "name")},
        NEW.candidates,
    )
    assert found["b"].number == at(NEW, "who").number


def test_nothing_is_chosen_where_there_is_nothing():
    assert choose_jointly({}, {}, NEW.candidates) == {}
    assert choose_jointly({"a": []}, {"a": at(OLD, "lead")}, []) == {}


def test_what_many_fields_take_grows_with_their_number_alone(monkeypatch):
    asked = []
    monkeypatch.setattr(joint, "_inside", lambda *_: bool(asked.append(1)))
    page = Page("<html><body>" + "".join(f"<p>text {n}</p>" for n in range(32)) + "</body></html>")
    texts = [one for one in page.candidates if one.text.startswith("text ") and len(one.text) < 8]
    worths = [1.0 if one in texts else -9.0 for one in page.candidates]
    counts = []
    for count in (16, 32):
        asked.clear()
        fields = {one.text: one for one in texts[:count]}
        assert len(choose_jointly(dict.fromkeys(fields, worths), fields, page.candidates)) == count
        counts.append(len(asked))
    assert counts[1] == 2 * counts[0]


def test_margins_become_probabilities():
    assert AS_MARGIN.probability(0.0) == 0.5
    assert AS_MARGIN.probability(1e9) == pytest.approx(1.0)
    assert AS_MARGIN.probability(-1e9) == pytest.approx(0.0)


def test_a_choice_is_less_sure_where_others_have_pushed_it_aside():
    line = ConfidenceLine(0.5, 1.0, 0.6)
    assert line.probability(1.0, -2.0) < line.probability(1.0, -0.1)
    assert line.probability(1.0, -30.0) == line.probability(1.0, -4.0)
