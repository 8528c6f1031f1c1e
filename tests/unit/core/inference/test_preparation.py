from scrapy_bt.core.inference.preparation import as_read
from scrapy_bt.core.samples.traffic import Answer, Event, Exchange, Recording, Sent

PAGE = Exchange(0, Sent("GET", "https://a.test/"), Answer(200, "https://a.test/"))


def test_a_recording_that_is_cut_off_or_ends_early_comes_behind_the_others() -> None:
    found = Exchange(1, Sent("GET", "https://a.test/list?q=a"), Answer(200, "https://a.test/list?q=a"))
    own = Exchange(1, Sent("GET", "https://a.test/news/1"), Answer(200, "https://a.test/news/1"))
    early, whole, other = (
        Recording("early", (PAGE,)),
        Recording("whole", (PAGE, found)),
        Recording("other", (PAGE, own)),
    )
    cut = Recording("cut", (PAGE, found), is_cut=True)
    assert [each.name for each in as_read([early, cut, whole])] == ["whole", "early", "cut"]
    assert [each.name for each in as_read([other, whole])] == ["other", "whole"], "none holds all of the other one"
    longer = Recording("longer", (PAGE, found, found))
    assert [each.name for each in as_read([whole, longer])] == ["whole", "longer"], "further pages are no other kind"


def test_marks_are_no_acts_and_requests_stay_as_they_are() -> None:
    recording = Recording("one", (PAGE,), (Event(1.0, "mark"), Event(2.0, "click")))
    (read,) = as_read([recording])
    assert read.exchanges == (PAGE,)
    assert [event.type for event in read.events] == ["click"]
