from pathlib import Path

import pytest

from scrapy_bt.capture.har_writer import write_har
from scrapy_bt.console.jobs.sampletrials import SampleTrials
from scrapy_bt.errors import BTError
from tests.unit.console.api.test_samples import EXCHANGES


def test_a_recording_is_told_and_its_bodies_given(tmp_path: Path) -> None:
    write_har(tmp_path / "a.har", EXCHANGES)
    samples = SampleTrials()
    told = samples.tell(str(tmp_path / "a.har"))
    assert (told["total"], told["problems"]) == (2, [])
    assert samples.page(str(tmp_path / "a.har"), 0)["content_type"] == "text/html"
    with pytest.raises(BTError, match="no request 2"):
        samples.page(str(tmp_path / "a.har"), 2)
