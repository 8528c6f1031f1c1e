from scrapy_bt.core.inference.conclusion import Conclusion
from scrapy_bt.core.inference.findings import Contended, Weight
from scrapy_bt.core.inference.plans.plan import Plan, PlannedStep
from scrapy_bt.core.samples.traffic import Sent

LOGIN = PlannedStep(3, Sent("GET", "https://quotes.test/login"))


def test_findings_are_told_by_their_kind():
    conclusion = Conclusion(Plan((LOGIN,), 3), (Weight(3, 0.2), Contended(3)))
    assert conclusion.of(Contended) == (Contended(3),)


def test_a_step_that_is_not_on_the_path_is_none():
    conclusion = Conclusion(Plan((LOGIN,), 3))
    assert conclusion.step(3) is LOGIN
    assert conclusion.step(0) is None
