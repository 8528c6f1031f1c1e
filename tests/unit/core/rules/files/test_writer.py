from hypothesis import given

from scrapy_bt.core.rules.files.formatter import format_rule
from scrapy_bt.core.rules.files.reader import read_rule
from scrapy_bt.core.rules.files.writer import write_rule
from scrapy_bt.core.rules.rule import Rule
from tests.rulefiles import NEWS, rules


def test_a_canonical_file_is_written_as_it_was_read():
    written = write_rule(read_rule(NEWS, file="f"))
    assert written == NEWS.replace("            at: 0\n", "")


def test_a_rule_of_nothing_is_a_name():
    assert write_rule(Rule("a: b")) == "rule: 'a: b'\n\nlayers: []\n"


@given(rules())
def test_what_is_written_is_read_as_the_same_rule(rule):
    text = write_rule(rule)
    assert read_rule(text, file="f") == rule
    assert format_rule(text, file="f") == text
