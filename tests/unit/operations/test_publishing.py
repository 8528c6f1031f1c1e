from scrapy_bt.operations.publishing import name_for
from tests.ruleservers import rule_text


def test_a_rule_is_called_as_it_names_itself_or_as_its_file(tmp_path):
    assert name_for(rule_text(name="My News!"), tmp_path / "x.yaml") == "my-news"
    assert name_for(rule_text(name="新闻"), tmp_path / "news.yaml") == "news"
