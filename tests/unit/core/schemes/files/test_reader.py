import pytest
from hypothesis import given

from scrapy_bt.core.schemes.files.reader import read_scheme, with_values
from scrapy_bt.errors import ArgumentsError, RuleError
from tests.rulefiles import mutations
from tests.schemefiles import TOPIC, TOPIC_YAML, faults_of

MANY = """\
scheme = "s"
{}
[[classes]]
class = "any"
optional = [{}]
between = "and"
[[platforms]]
platform = "p"
url = "http://a/?q={{keywords}}&p={{page_number}}"
pages = {{ last = {} }}
"""


def words(count):
    return ", ".join(f'"w{index}"' for index in range(count))


def test_toml_and_yaml_say_the_same():
    assert read_scheme(TOPIC, file="topic.toml") == read_scheme(TOPIC_YAML, file="topic.yaml")


def test_if_there_are_more_seeds_than_may_be_then_the_count_is_told():
    (fault,) = faults_of(MANY.format("", words(30), 1), file="s.toml")
    assert fault.code == "too-many"
    assert "1,073,741,823 seeds (1,073,741,823 combinations × 1 page), and 100,000,000 are the most" in fault.message
    (fault,) = faults_of(MANY.format("most_seeds = 10", words(2), 4), file="s.toml")
    assert (fault.place.line, "12 seeds (3 combinations × 4 pages), and 10" in fault.message) == (2, True)
    assert faults_of(MANY.format("most_seeds = 12", words(2), 4), file="s.toml") == ()


def test_if_there_is_no_end_to_them_then_that_is_told():
    (fault,) = faults_of(MANY.format("", words(2000), 1), file="s.toml")
    assert "more than 10^40 seeds" in fault.message


@pytest.mark.parametrize("name", ["s.toml", "s.yaml"])
@pytest.mark.parametrize("text", ["", "\n# nothing\n"])
def test_an_empty_file_is_told(name, text):
    (fault,) = faults_of(text, file=name)
    assert fault.code == "empty-scheme"


@pytest.mark.parametrize(
    ("text", "name", "code"),
    [("scheme = 'a' b", "s.toml", "bad-toml"), ("a: [", "s.yaml", "bad-yaml"), ("- a", "s.yaml", "wrong-type")],
)
def test_what_is_no_scheme_at_all_is_told(text, name, code):
    assert [fault.code for fault in faults_of(text, file=name)] == [code]
    with pytest.raises(RuleError):
        read_scheme(text, file=name)


def test_missing_lists_are_named():
    codes = [fault.message for fault in faults_of('scheme = "s"', file="s.toml")]
    assert codes == ["a scheme needs a field `classes`", "a scheme needs a field `platforms`"]
    assert "`[[classes]]`" in str(faults_of('scheme = "s"', file="s.toml")[0])
    codes = [fault.code for fault in faults_of('scheme = "s"\nclasses = []\nplatforms = []', file="s.toml")]
    assert codes == ["empty-scheme"]


@given(mutations(TOPIC), mutations(TOPIC_YAML))
def test_whatever_is_in_a_file_is_a_scheme_or_has_faults_with_places(toml, yaml):
    for text, name in ((toml, "s.toml"), (yaml, "s.yaml")):
        faults = faults_of(text, file=name)
        if not faults:
            assert read_scheme(text, file=name).platforms
        for fault in faults:
            assert 1 <= fault.place.line <= text.count("\n") + 1
            assert str(fault)


def test_values_can_be_given_otherwise():
    scheme = read_scheme(TOPIC, file="topic.toml")
    assert with_values(scheme, {"site": "http://b"}).values == (("site", "http://b"),)
    with pytest.raises(ArgumentsError, match=r"no value 'sight' \(its `values` are: site\)"):
        with_values(scheme, {"sight": "http://b"})
    with pytest.raises(ArgumentsError, match="no value 'sight'"):
        read_scheme(TOPIC, file="topic.toml", given={"sight": "", "site": ""})
    assert read_scheme(TOPIC, file="topic.toml", given={"site": "http://b"}) == with_values(
        scheme, {"site": "http://b"}
    )


def test_a_value_that_the_file_leaves_empty_has_to_be_given():
    text = TOPIC.replace("http://127.0.0.1:8000", "")
    assert read_scheme(text, file="topic.toml").platforms
    assert read_scheme(text, file="topic.toml", given={"site": "https://b"}).platforms
    with pytest.raises(RuleError) as caught:
        read_scheme(text, file="topic.toml", given={})
    assert [(fault.place.line, fault.code) for fault in caught.value.faults] == [(20, "bad-url"), (27, "bad-url")]


@pytest.mark.parametrize("value", ["", "localhost:8000", "ftp://x", "http://", "https:///x", " http://a"])
def test_a_value_that_makes_no_url_is_told_with_the_place_of_the_url(value):
    with pytest.raises(RuleError) as caught:
        read_scheme(TOPIC_YAML, file="topic.yaml", given={"site": value})
    first, second = caught.value.faults
    assert (first.place.line, second.place.line) == (15, 20)
    assert f"`site` is {f'`{value}`' if value else 'empty'}" in first.message
    assert "-a site=" in first.advice
