from pathlib import Path

import pytest

from scrapy_bt.core.inference.explanation.evidence import places_of_fact
from scrapy_bt.errors import SampleError
from scrapy_bt.operations.evidence import RecordedEvidence
from scrapy_bt.operations.inferences import read_report
from tests.unit.console.inferred import infer


def test_a_fact_is_shown_in_the_recordings_that_it_is_from(tmp_path: Path) -> None:
    report = read_report(infer(tmp_path))
    origin = next(fact for fact in report["facts"] if fact["kind"] == "Origin")
    evidence = RecordedEvidence()
    shown = evidence.show(report["asked"]["samples"], places_of_fact(report, origin))
    assert [(one.recording, one.side, one.about) for one in shown] == [
        (0, "request", "POST /login"),
        (1, "request", "POST /login"),
        (0, "answer", "GET /login"),
        (1, "answer", "GET /login"),
    ]
    assert all(one.mark for one in shown)
    assert [one.mark for one in shown[:2]] == [one.mark for one in shown[2:]]
    (tmp_path / "1.har").unlink()
    with pytest.raises(SampleError, match="not there any more"):
        evidence.show(report["asked"]["samples"], places_of_fact(report, origin))
