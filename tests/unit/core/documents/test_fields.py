from scrapy_bt.core.documents.fields import mappings, number_of, scalars, text_of
from scrapy_bt.core.documents.report import Report
from scrapy_bt.core.documents.yaml import compose_yaml

ROOT = compose_yaml(Report("title: a\nsize: 3\nempty:\nlist: [b, 5, ~, {c: d}, [e]]\nflag: true\n", "f", noun="file"))


def test_what_has_its_type_is_given():
    assert text_of(ROOT, "title") == "a"
    assert text_of(ROOT, "size") == "3"
    assert number_of(ROOT, "size") == 3
    assert [node.text for node in scalars(ROOT, "list")] == ["b", "5"]
    assert [text_of(node, "c") for node in mappings(ROOT, "list")] == ["d"]


def test_what_is_not_there_or_has_another_type_is_passed_over():
    assert text_of(ROOT, "empty") == text_of(ROOT, "list") == text_of(ROOT, "none") == ""
    assert text_of(ROOT, "empty", "usual") == "usual"
    assert number_of(ROOT, "title", 7) == number_of(ROOT, "flag", 7) == number_of(ROOT, "none", 7) == 7
    assert [*scalars(ROOT, "title"), *mappings(ROOT, "title"), *mappings(ROOT, "none")] == []
