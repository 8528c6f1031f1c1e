from scrapy_bt.core.inference.preparation import as_read
from scrapy_bt.core.samples.traffic import Answer, Event, Exchange, Recording, Sent

PAGE = Exchange(0, Sent("GET", "https://a.test/"), Answer(200, "https://a.test/"))


def test_marks_are_no_acts_and_requests_stay_as_they_are() -> None:
    recording = Recording("one", (PAGE,), (Event(1.0, "mark"), Event(2.0, "click")))
    (read,) = as_read([recording])
    assert read.exchanges == (PAGE,)
    assert [event.type for event in read.events] == ["click"]
