import pytest

from scrapy_bt.core.services.schemes import complete
from tests.docs.blocks import DOCS, read_blocks

TOML = next(block.text for block in read_blocks(DOCS / "schemes.md") if block.caption == "topic.toml")
YAML = """scheme: topic watch
values:
  site: http://127.0.0.1:8000
classes:
- class: place
  optional: [harbour]
platforms:
- platform: forum
  url: "{site}/forum"
"""


def _texts(text: str, file: str, mark: str = "¦") -> dict[str, str]:
    assert text.count(mark) == 1
    found = complete(text.replace(mark, ""), text.index(mark), file)
    return {one.label: one.text or one.label for one in found}


@pytest.mark.parametrize(
    ("before", "begun", "offered", "there"),
    [
        ('excluded = ["rumour"]\n', 'excluded = ["rumour"]\n¦\n', {"most_seeds", "classes"}, {"scheme", "excluded"}),
        ('class = "place"\n', 'class = "place"\n¦\n', {"required", "least"}, {"class", "optional", "url"}),
        ('class = "event"\n', '¦\nclass = "event"\n', {"most"}, {"class", "required", "optional"}),
        ("pages = { last = 2 }\n", "¦\n", {"pages", "joint"}, {"platform", "parameters"}),
        ("pages = { last = 2 }\n", "[platforms.pages]\n¦\n", {"first", "last", "step"}, {"url"}),
    ],
)
def test_fields_of_a_table_are_offered_that_are_not_there_yet(before, begun, offered, there):
    found = _texts(TOML.replace(before, begun, 1), "topic.toml")
    assert offered <= set(found)
    assert not there & set(found)


def test_a_field_is_written_as_toml_has_it():
    found = _texts(TOML.replace('scheme = "topic watch"\n', "¦\n"), "topic.toml")
    assert (found["scheme"], found["classes"], found["platforms"]) == ("scheme = ", "[[classes]]\n", "[[platforms]]\n")
    inner = _texts(TOML.replace("pages = { last = 2 }\n", "¦\n"), "topic.toml")
    assert (inner["pages"], inner["order"]) == ("[platforms.pages]\n", "order = ")


def test_words_are_offered_with_their_quotes_where_these_are_missing():
    assert _texts(TOML.replace('class = "place"\n', "between = ¦\n"), "topic.toml") == {"and": '"and"', "or": '"or"'}
    within = TOML.replace('excluded = ["rumour"]\n', 'between = "¦"\n')
    assert _texts(within, "topic.toml") == {word: word for word in ("and", "or", "place", "event")}


def test_names_are_offered_in_the_holes_of_templates():
    for text, file in (
        (TOML.replace("{site}/forum", "{¦}/forum"), "t.toml"),
        (YAML.replace("{site}", "{¦}"), "t.yaml"),
    ):
        assert {"keywords", "page_number", "order", "site"} == set(_texts(text, file))
    assert "site" in _texts(TOML.replace('"{site}/forum/search?q={keywords}"', '"{¦'), "topic.toml")


def test_nothing_is_offered_among_words_and_in_tables_that_nobody_knows():
    assert _texts(TOML.replace('optional = ["harbour"', 'optional = [¦\n"harbour"'), "topic.toml") == {}
    assert _texts(TOML.replace('optional = ["harbour"', 'optional = [\n"a",\n¦\n"harbour"'), "topic.toml") == {}
    assert _texts("[others]\n¦", "topic.toml") == {}
    assert _texts("[[platforms]]\nurl = ¦", "topic.toml") == {}


def test_yaml_is_offered_its_fields():
    assert {"most", "least"} <= set(_texts(YAML.replace("  optional", "  ¦\n  optional"), "topic.yaml"))
    assert _texts("scheme: x\n¦", "topic.yaml")["classes"] == "classes: "
    assert set(_texts(YAML.replace("values:", "between: ¦\nvalues:"), "topic.yaml")) == {"and", "or", "place"}
