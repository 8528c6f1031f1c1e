import pytest

from scrapy_bt.crawl.project.rulereader import read_rule
from scrapy_bt.errors import RuleError
from tests.rulefiles import NEWS


def test_a_rule_is_read() -> None:
    rule = read_rule(NEWS, file="news.yaml")
    assert (rule.name, rule.site_url) == ("News", "https://news.test/")


def test_faults_name_the_file() -> None:
    with pytest.raises(RuleError) as caught:
        read_rule("rule: 1", file="news.yaml")
    assert {fault.place.file for fault in caught.value.faults} == {"news.yaml"}
