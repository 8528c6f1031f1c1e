from scrapy_bt.testing.site.exchange import Ask
from scrapy_bt.testing.site.sections.single import Single
from scrapy_bt.testing.site.settings import SiteSettings


def test_one_request_is_worked_on_for_a_while():
    reply = Single().answer(Ask("/single/", settings=SiteSettings(single_seconds=0.5)))
    assert (reply.status, reply.work, reply.is_violation) == (200, 0.5, False)


def test_a_second_one_meanwhile_is_a_violation_on_any_path():
    single = Single()
    single.answer(Ask("/single/1"))
    reply = single.answer(Ask("/single/2"))
    assert (reply.status, reply.is_violation, reply.finish) == (409, True, None)


def test_the_next_one_is_served_when_the_first_is_finished():
    single = Single()
    single.answer(Ask("/single/1")).finish()
    assert single.answer(Ask("/single/2")).status == 200


def test_a_reset_does_not_free_the_desk_under_a_request():
    single = Single()
    first = single.answer(Ask("/single/"))
    single.reset()
    assert single.answer(Ask("/single/")).status == 409
    first.finish()
    assert b"Request 1 was served" in single.answer(Ask("/single/")).body
