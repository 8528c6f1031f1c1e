import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.rules.files.bundle import make_bundle, read_bundle, write_bundle
from scrapy_bt.errors import RuleError
from tests.rulefiles import NEWS, mutations

BUNDLE = make_bundle(NEWS, file="f")
FILE = write_bundle(BUNDLE)


def codes(function, text):
    with pytest.raises(RuleError) as raised:
        function(text, file="f")
    return [fault.code for fault in raised.value.faults]


def test_what_is_written_is_read():
    assert read_bundle(FILE, file="f") == BUNDLE
    assert BUNDLE.rule.name == "News"
    assert BUNDLE.text == NEWS


def test_the_manifest_tells_what_a_stranger_wants_to_know():
    assert json.loads(FILE.partition("\n---\n")[0]) == {
        "format": "bt-rule 1",
        "rule": "News",
        "author": "A. Writer",
        "licence": "CC0-1.0",
        "site": {"name": "The News", "url": "https://news.test/"},
        "description": "Headlines and texts",
        "sha256": BUNDLE.hash,
    }


def test_the_hash_is_that_of_the_canonical_text():
    other = "\ufeff" + NEWS.replace("encoding: gb18030", 'encoding:   "gb18030"').replace("\n", "\r\n")
    assert make_bundle(other, file="f").hash == BUNDLE.hash
    assert make_bundle(NEWS + "# more\n", file="f").hash != BUNDLE.hash


def test_layout_and_line_ends_may_change_on_the_way():
    assert read_bundle(FILE.replace("\n", "\r\n").replace("encoding: ", "encoding:  "), file="f") == BUNDLE


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("<h1>'", "<h2>'", "the hash is not that of the rule"),
        ("https://news.test/list", "https://evil.test/list", "the hash is not that of the rule"),
        ("\nrule: News", "\n# more\nrule: News", "the hash is not that of the rule"),
        ('"author": "A.', '"author": "B.', "the manifest does not tell what the rule says (author)"),
        ('"rule": ', '"x": 1, "rule": ', "the manifest does not tell what the rule says (x)"),
        ('"sha256": "', '"sha256": "0', "the hash is not that of the rule"),
        ('"rule": ', '"signature": "!", "rule": ', "its signature cannot be read"),
    ],
)
def test_any_change_is_told(old, new, reason):
    assert old in FILE
    with pytest.raises(RuleError) as raised:
        read_bundle(FILE.replace(old, new), file="f")
    (fault,) = raised.value.faults
    assert fault.code == "tampered"
    assert fault.message.endswith(reason)


@pytest.mark.parametrize(
    "text", ["", NEWS, "{}\n---\n", "[]\n---\n", '{"format": "bt-rule 2"}\n---\n', "[" * 99999 + "\n---\n"]
)
def test_other_files_are_none(text):
    assert codes(read_bundle, text) == ["bad-bundle"]


def test_faults_of_the_rule_stand_where_they_stand_in_the_file():
    text = FILE.replace("rule: News\nauthor", "rule: News\nauthr")
    with pytest.raises(RuleError) as raised:
        read_bundle(text, file="f")
    (fault,) = raised.value.faults
    assert text.split("\n")[fault.place.line - 1] == "authr: A. Writer"


@pytest.mark.parametrize("field", ["author", "licence", "description"])
def test_what_strangers_need_to_know_has_to_be_there(field):
    lines = "".join(line for line in NEWS.splitlines(keepends=True) if not line.startswith(field))
    assert codes(make_bundle, lines) == ["missing-field"]


def test_all_that_is_missing_is_told_at_once():
    text = NEWS.replace("  url: https://news.test/\n", "").replace("A. Writer", "' '")
    assert codes(make_bundle, text) == ["missing-field", "missing-field"]


def faults_of(text):
    try:
        assert read_bundle(text, file="f") == BUNDLE
    except RuleError as error:
        return error.faults
    return ()


@given(mutations(FILE) | st.text())
def test_no_changed_file_ends_in_a_traceback_and_none_passes(text):
    assert all(map(str, faults_of(text)))
