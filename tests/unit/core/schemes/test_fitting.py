import pytest

from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.schemes.files.reader import read_scheme
from scrapy_bt.core.schemes.fitting import Fitting
from scrapy_bt.core.tree.program import Program
from scrapy_bt.errors import ArgumentsError
from tests.schemefiles import TOPIC

SCHEME = read_scheme(TOPIC, file="topic.toml")
SEED = {"url": "http://a", "platform": "portal", "keywords": "a b", "page_number": 2}


def tree(parameters):
    return Program(
        parse(f'main :: and ({parameters}) {{ :page }}\npage :: visit "http://a"\n', file="nav.bt"), name="nav"
    )


@pytest.mark.parametrize(
    ("parameters", "expected"),
    [
        ("url, platform", {"url": "http://a", "platform": "portal"}),
        ("keywords, page_number, depth = 3", {"keywords": "a b", "page_number": 2}),
        ("site, url", {"url": "http://a", "site": "http://127.0.0.1:8000"}),
        ("url, seed_time", {"url": "http://a", "seed_time": 12.5}),
    ],
)
def test_a_tree_gets_what_it_takes(parameters, expected):
    fitting = Fitting(tree(parameters), SCHEME)
    assert fitting.arguments(SEED, 12.5) == expected
    assert set(fitting.names) == set(expected)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [("url, depth", "needs 'depth', which no seed has"), ("page_number", "takes neither 'url' nor 'keywords'")],
)
def test_if_an_argument_is_missing_then_it_is_named(parameters, message):
    with pytest.raises(ArgumentsError, match=message):
        Fitting(tree(parameters), SCHEME)
