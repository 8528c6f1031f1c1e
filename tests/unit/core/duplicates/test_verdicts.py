from scrapy_bt.core.duplicates.verdicts import Sample, Sighting, Verdict


def test_a_verdict_without_more_is_a_claim():
    assert Verdict() == Verdict(sighting=None, busy_for=None)


def test_a_sighting_is_of_the_same_text_unless_told_otherwise():
    sighting = Sighting("http://b/", "http://a/", "00")
    assert (sighting.reason, sighting.similarity, sighting.is_new) == ("same", 1.0, True)
    assert Sample(b"k").signature == b""
