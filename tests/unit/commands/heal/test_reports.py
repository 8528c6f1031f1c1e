"""Tables of verdicts."""

from scrapy_bt.commands.heal.reports import print_report
from scrapy_bt.learning.evaluation import Verdict


def test_each_source_has_a_table_and_second_pages_one(capsys):
    one = Verdict("news", "p", "title", True, False, True, True, 0.9, 3.0, 0.4)
    print_report([one], [one], [], [("title", True), ("title", False)], switch=0.8)
    told = capsys.readouterr().out
    assert "news\n" in told
    assert "news, blind to equal texts" in told
    assert "1 of 2 (50.0%)" in told
