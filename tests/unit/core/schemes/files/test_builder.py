import pytest

from scrapy_bt.core.documents.report import ShapeReport
from scrapy_bt.core.documents.toml import compose_toml
from scrapy_bt.core.schemes.files.builder import build_scheme
from scrapy_bt.core.schemes.scheme import MOST_SEEDS, Pages
from tests.schemefiles import TOPIC


def build(text):
    return build_scheme(compose_toml(ShapeReport(text, "topic.toml", noun="scheme", sign="=")))


def test_a_scheme_is_what_the_file_says():
    scheme = build(TOPIC)
    place, event = scheme.classes
    portal, forum = scheme.platforms
    assert (place.least, place.most, event.least, event.most) == (1, 1, 0, 2)
    assert (portal.pages, forum.pages) == (Pages(1, 3), Pages())
    assert portal.parameters == (("q", "{keywords}"), ("page", "{page_number}"), ("sort", "{order}"))
    assert (scheme.values, scheme.most_seeds) == ((("site", "http://127.0.0.1:8000"),), MOST_SEEDS)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ('optional = ["a", "b"]', (1, 1)),
        ('required = ["r"]\noptional = ["a", "b"]', (0, 1)),
        ('optional = ["a", "b"]\nbetween = "and"', (1, 2)),
        ('required = ["r"]\noptional = ["a", "b"]\nbetween = "and"', (0, 2)),
        ('optional = ["a", "b"]\nleast = 0', (0, 1)),
        ('required = ["r"]', (0, 1)),
    ],
)
def test_how_many_optional_words_there_are_if_the_file_does_not_say(fields, expected):
    (found,) = build(f'scheme = "s"\n[[classes]]\nclass = "x"\n{fields}\n').classes
    assert (found.least, found.most) == expected
