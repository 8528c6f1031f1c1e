import pytest

from scrapy_bt.testing.site.process import PracticeSite


@pytest.mark.parametrize(
    ("settings", "message"),
    [({"latensy": 1}, "there is no setting 'latensy'"), ({"latency": "slow"}, "latency must be a number")],
)
def test_settings_are_checked_before_a_process_starts(settings, message):
    with pytest.raises(ValueError, match=message):
        PracticeSite(**settings)


def test_a_site_that_was_not_started_has_no_process_and_stops_without_a_word():
    site = PracticeSite()
    site.stop()
    assert site.pid is None
