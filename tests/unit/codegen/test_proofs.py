import ast
from pathlib import Path

from scrapy_bt.codegen.library import TemplateLibrary
from scrapy_bt.codegen.proofs import Function, ProofCase, RecordedAnswer, facts_of_tests, recorded_answers


def test_recorded_answers_are_files_by_their_visits():
    text = {"visit": "page", "url": "https://a.test/", "content_type": "text/html; charset=utf-8", "body": "é"}
    data = {"visit": "list", "url": "https://a.test/", "content_type": "application/json", "base64": "/w=="}
    first, second = recorded_answers([text, data])
    assert (first.file, first.body) == ("page.html", "é".encode())
    assert (second.file, second.body) == ("list.json", b"\xff")


def test_the_file_of_tests_is_python_with_a_case_for_each_reader():
    recorded = RecordedAnswer("page", "https://a.test/" + "long/" * 20, "text/html", b"")
    cases = [ProofCase("title", recorded, 1), ProofCase("row", recorded, 3, ("name",))]
    text = TemplateLibrary().fill("test", facts_of_tests("a", "trees/a.bt", cases, ()))
    tree = ast.parse(text)
    assert 'HERE.parent.joinpath("trees", "a.bt")' in text
    assigned = next(node for node in tree.body if isinstance(node, ast.Assign) and node.targets[0].id == "CASES")
    assert ast.literal_eval(assigned.value) == [
        ("title", "page.html", recorded.url, 1, ()),
        ("row", "page.html", recorded.url, 3, ("name",)),
    ]


def test_functions_have_tests_with_the_fixtures_that_these_name():
    test = "monkeypatch.chdir(tmp_path)\nassert code(None, {}) is None"
    made = Function(Path("code.py"), "", "nodes.a.code", "code", test)
    text = TemplateLibrary().fill("test", facts_of_tests("a", "", (), [made]))
    assert "from nodes.a.code import code\n" in text
    assert "def test_code(monkeypatch, tmp_path):\n    monkeypatch.chdir(tmp_path)\n" in text
    assert "pytest" not in text
