import datetime as dt

from scrapy_bt.testing.site.content.filings import FILING_COUNT, STATES, make_filings


def test_filings_have_real_dates_and_every_state_occurs():
    filings = make_filings("practice")
    assert len(filings) == FILING_COUNT
    assert {filing.state for filing in filings} == set(STATES)
    for filing in filings:
        assert dt.date.fromisoformat(filing.filed).isoformat() == filing.filed


def test_a_reference_holds_the_year_and_the_number():
    filing = make_filings("practice")[6]
    assert filing.reference == f"F-{filing.filed[:4]}-007"
