"""What is asked to be sent, and what came of it."""

from scrapy_bt.core.inference.replay.experiment import Experiment, Trial
from scrapy_bt.core.inference.replay.plan import Plan


def test_an_experiment_is_sent_once_with_no_cookies_unless_it_says_otherwise() -> None:
    experiment = Experiment(1, Plan((), 0), "as it is")
    assert (experiment.session, experiment.copies) == (None, 1)


def test_a_trial_that_failed_has_no_answers() -> None:
    assert Trial(1, failure="no connection").answers == ()
