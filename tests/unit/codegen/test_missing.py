import pytest

from scrapy_bt.codegen.library import TemplateLibrary
from scrapy_bt.codegen.missing import find_missing
from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.tree.notation import one_line
from scrapy_bt.errors import BTError


def missing(text, known=None, library=None):
    return list(find_missing(parse(text, file="a.bt"), known or {}, library or TemplateLibrary()))


@pytest.mark.parametrize(
    ("declaration", "template"),
    [
        ('x :: data { sha256 = "a" }', "data/sha256"),
        ('x :: data { other = "a"  md5 = "b" }', "data/md5"),
        ("x :: data", "data/plain"),
        ("x :: visit", "visit/get"),
        ("x :: visit POST { form = { a = 1 } }", "visit/form"),
        ("x :: visit { json = { a = 1 }  headers = { b = 2 } }", "visit/json"),
        ("x :: visit DELETE", "visit/get"),
    ],
)
def test_templates_are_looked_up_by_kind_and_attributes(declaration, template):
    (found,) = missing(declaration)
    assert found.template == template


def test_what_is_declared_lacks_nothing():
    assert missing('a :: data css "p"  b :: visit "https://a.test/"  main :: and { :b }') == []


def test_what_an_inference_knows_comes_first_and_is_told():
    known = {"x": {"template": "data/random", "facts": {"length": 7}, "evidence": "made up by the page."}}
    (found,) = missing('x :: data { length = 7  random = "hex" }', known)
    assert found.template == "data/random"
    assert found.facts["length"] == 7
    assert found.facts["summary"] == "Make the value, by `length` and `random`. Made up by the page."


def test_a_declaration_is_completed_by_naming_the_function():
    data, visit = missing("x :: data y :: visit PUT { body = a }")
    assert one_line(data.completed("nodes.a.x:x")) == 'x :: data python "nodes.a.x:x"'
    assert one_line(visit.completed("n:y")) == 'y :: visit PUT { request = python "n:y" }'
    assert visit.facts["method"] == "PUT"


def test_a_stub_without_template_says_what_was_looked_for(tmp_path):
    class Empty(TemplateLibrary):
        def find(self, wanted):
            return None

    with pytest.raises(BTError, match="no template for `x`: looked for data/a, data/plain"):
        missing("x :: data { a = 1 }", library=Empty())
