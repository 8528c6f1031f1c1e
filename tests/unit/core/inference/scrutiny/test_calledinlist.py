"""What a list calls the pages that were opened from it."""

from __future__ import annotations

from scrapy_bt.core.inference.answers.extraction import pages_of
from scrapy_bt.core.inference.scrutiny.calledinlist import called_in_list_alone
from tests.recordings import ask, record

_NAMES = ("Amber lamp", "Calm lamp")


def called(names: tuple[str, ...] = _NAMES, page: str = "<p>5.00", held: str = "5.00") -> str:
    links = "".join(f'<a href="/thing/{number}">{name}</a>' for number, name in enumerate(names))
    details = [ask(f"/thing/{number}", page.format(name)) for number, name in enumerate(names)]
    recording = record(ask("/list", links), *details)
    answers = [each.answer for each in recording.exchanges[1:] if each.answer is not None]
    return called_in_list_alone([pages_of(recording.exchanges)], [(answer, {held}) for answer in answers])


def test_a_name_that_the_pages_do_not_say_is_told() -> None:
    assert called() == "Amber lamp"


def test_a_name_that_pages_or_records_say_or_that_is_the_same_for_all_is_not() -> None:
    assert called(page="<p>The {}, 5.00") == ""
    assert called(held="lamp") == ""
    assert called(("Details", "Details")) == ""
    assert called(("1", "2")) == ""
    assert called(("Entry 1", "Entry 2")) == ""
    assert called(_NAMES[:1]) == ""
