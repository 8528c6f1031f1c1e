"""How many records pages say that there are."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.answers.fields.valuenames import kind_of_values
from scrapy_bt.core.inference.scrutiny import totals
from scrapy_bt.core.inference.scrutiny.totals import all_said, short_of, stated
from tests.recordings import answer


def test_numbers_are_told_by_what_stands_around_them_whatever_was_asked_for() -> None:
    page = "<h1>1,204 results for lamp</h1><p>7</p><p>Page 1 of 9</p>"
    other = "<h1>31 results for rope</h1><p>7</p><p>Page 1 of 2</p>"
    assert stated(answer("/", page), ["lamp"]) == {"# results for * 0": 1204, "Page # of # 0": 1, "Page # of # 1": 9}
    assert stated(answer("/", other), ["rope"]).keys() == stated(answer("/", page), ["lamp"]).keys()


def test_a_number_that_stands_twice_in_one_way_tells_nothing() -> None:
    assert stated(answer("/", "<p>3 left</p><p>5 left</p><p>2 right</p>")) == {"# right 0": 2}


def test_times_and_dates_tell_no_number() -> None:
    moments = ("11/24/26 06:10:26 AM", "2026-11-24T06:10", "24.11.2026, 6:10", "at 23:59")
    assert stated(answer("/", f"<p>By reader on {moments[0]}, 12 seen</p>")) == {"By reader on @ @ AM, # seen 0": 12}
    assert stated(answer("/", "".join(f"<p>{moment}</p>" for moment in moments))) == {}
    for moment in ("March 16, 2021, 7 p.m.", "16 Mar 2021", "Sept. 4", "4. May 2021"):
        assert not {4, 16} & set(stated(answer("/", f"<p>Published {moment}</p>")).values())
    assert stated(answer("/", "<p>12 marked, 7 decades</p>")) == {
        "# marked, # decades 0": 12,
        "# marked, # decades 1": 7,
    }
    assert {1204, 57} <= set(stated(answer("/", "<p>1.204 results, 10/57 shown</p>")).values())


@pytest.mark.parametrize("between", ["sur", "von", "van", "of", "posts in", "из", "sobre", "marked"])
def test_a_number_of_so_many_is_no_date(between: str) -> None:
    assert 24 in stated(answer("/", f"<p>24 {between} 2015</p>")).values()
    assert not kind_of_values([f"24 {between} 2015"])


@pytest.mark.parametrize("month", ["Mär", "de mayo de", "août", "мая", "Μαΐου", "Ekim", "maggio", "يناير", "tháng 3"])
def test_days_with_months_by_name_are_dates(month: str) -> None:
    assert not stated(answer("/", f"<p>24 {month} 2015</p>"))
    assert kind_of_values([f"24 {month} 2015"]) == "date"


def test_numbers_of_data_are_told_by_their_place_but_not_those_of_rows() -> None:
    data = {"meta": {"total": 30, "ok": True}, "found": [{"id": 4}]}
    assert stated(answer("/", data)) == {".meta.total": 30}


def test_what_is_right_for_one_run_is_said_of_the_others() -> None:
    place = "# results 0"
    assert list(short_of([({place: 12}, 12), ({place: 36}, 20)])) == [(1, 36, 20)]
    assert list(short_of([({place: 12}, 12), ({place: 36}, 36)])) == []


def test_a_number_that_is_never_right_or_once_too_low_is_none_of_all_records() -> None:
    place = "# results 0"
    assert list(short_of([({place: 13}, 12), ({place: 36}, 20)])) == []
    assert list(short_of([({place: 12}, 12), ({place: 10}, 20), ({place: 36}, 20)])) == []
    assert list(short_of([({place: 2}, 2), ({place: 36}, 20)])) == [], "two are a chance"


def test_what_is_the_same_for_all_input_is_no_total() -> None:
    place = "entries # 0"
    assert list(short_of([({place: 50}, 50), ({place: 50}, 36)])) == []


def test_what_records_say_tells_no_total() -> None:
    page = answer("/list", "<p>9 hits</p><ul><li>Ada, 9 May</li></ul>")
    assert list(stated(page).values()) == [9, 9]
    assert list(stated(page, (), all_said([{"by": ["Ada, 9 May", {"at": "x"}], "count": 9}])).values()) == [9]


def test_what_links_to_pages_beside_say_is_no_total_of_this_one() -> None:
    related = '<aside><a href="/news/harbour-8">Harbour 8: a vote</a></aside>'
    page = f'<p>5 comments</p>{related}<a href="/news/old-1?all=1">All 12 pictures</a><a href="/help/9">Help 9</a>'
    found = stated(answer("https://town.test/news/old-1", page))
    assert sorted(found.values()) == [5, 9, 12]


def test_a_total_may_end_as_a_number_of_a_record_does() -> None:
    page = answer("/", "<p>17 lamps</p>")
    assert list(stated(page, (), all_said([{"stock": "217 lamps"}])).values()) == [17]
    assert not stated(page, (), all_said([{"stock": "all 17 lamps"}]))


def test_what_a_record_is_called_tells_no_total_where_it_stands_among_other_words() -> None:
    page = answer("/part/36", "<p>9 parts</p><p>title = {On the mill, part 36}, kept</p><p>On the mill, part 367</p>")
    said = all_said([{"title": "On the mill, part 36"}])
    assert sorted(stated(page, ("mill",), said).values()) == [9, 367]
    assert sorted(stated(answer("/", "<p>All: 9 parts</p>"), (), all_said([{"kept": "9 parts"}])).values()) == [9]


def test_names_are_looked_up_however_many_records_a_page_has(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = list[str]()

    def is_said(text: str, _: str) -> bool:
        searched.append(text)
        return False

    monkeypatch.setattr(totals, "_is_said", is_said)
    names = [f"On the mill, part {number}" for number in range(9)]
    page = answer("/", f"<p>None of 9</p>{''.join(f'<p>{name}</p><b>see {name}!</b>' for name in names)}")
    assert sorted(stated(page, (), all_said([{"title": name} for name in names])).values()) == [9]
    assert searched == ["None of 9", *(f"see {name}!" for name in names)]
