import pytest

from scrapy_bt.core.rules.compiler import rule_document
from scrapy_bt.core.rules.visits import LAYERS, RULE, find_visits
from scrapy_bt.core.tree.operations import Fetch
from scrapy_bt.core.tree.program import Program
from tests.trees import program
from tests.unit.core.rules.test_compiler import RULES


@pytest.mark.parametrize("name", RULES)
def test_each_visit_of_a_rule_stays_at_its_hosts(name):
    tree = Program(rule_document(RULES[name], "r.yaml"), name="r", text="")
    found = find_visits(tree)
    for step in tree.operations:
        if isinstance(step, Fetch):
            says_it = step.visit.attributes is not None and RULE in str(step.visit.attributes)
            assert says_it is not (found.get(step.id, {}).get(RULE) == "r.yaml")


def test_a_page_is_read_for_the_layers_that_are_asked_until_the_next_visit():
    tree = program(
        """
        main :: and {
            visit "https://a.test/"
            goroutine { item each rules "r.yaml" "list" "rows" "g" { a = json "a" } }
            if x = rules "r.yaml" "other.link" "urls" { visit "{x}" }
            visit "https://b.test/"
            y = rules "r.yaml" "list.title"
            z = rules "r.yaml" "list" "url" from 1
            print "{y} {z}"
        }
        """
    )
    assert sorted(meta[LAYERS] for meta in find_visits(tree).values()) == [["list", "other"]]
