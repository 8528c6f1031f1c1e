"""Progress and summary of an inference."""

from scrapy_bt.core.inference.reports import InferenceProgress, Summary
from tests.login_site import LOGIN, record
from tests.pure_site import Sender


def test_progress_counts_while_it_works_and_the_summary_at_the_end() -> None:
    inference, site = record(*LOGIN)
    assert inference.progress == InferenceProgress(0, 0, 0, 0, 0, 200, "reading")
    sender, seen = Sender(site), []
    while asked := inference.next():
        seen.append(inference.progress)
        sender.run(asked, inference)
    assert [progress.left for progress in seen] == [200 - number for number in range(len(seen))]
    assert seen[0].doing == "the path by all that is known"
    assert seen[0].facts > 20
    last = inference.progress
    assert (last.doing, last.replays) == ("done", sender.replays)
    assert last.verified > 10
    summary = inference.summary
    assert summary == Summary(
        requests=10,
        steps=5,
        kept_steps=3,
        parameters=summary.parameters,
        kept_parameters=7,
        replays=sender.replays,
        is_proven=True,
    )
    assert summary.parameters > 30
