import importlib
import json
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest
from scrapy.statscollectors import MemoryStatsCollector
from scrapy.utils.test import get_crawler

from scrapy_bt.codegen.generating import CodeGenerator, PackagePaths
from scrapy_bt.codegen.library import TemplateLibrary
from scrapy_bt.core.language.parser import parse
from scrapy_bt.crawl.project.trees import why_not_importable
from scrapy_bt.crawl.reading.crawlboards import calling_for
from scrapy_bt.errors import BTError, RuleError
from scrapy_bt.testing import taken

TEMPLATES = Path(importlib.import_module("scrapy_bt.codegen").__file__).parent / "templates"
DATA = sorted(path.name.partition(".")[0] for path in (TEMPLATES / "data").iterdir())
BODIES = {
    "get": "",
    "form": "form = { q = 1 }",
    "json": "json = { q = 1 }",
    "body": 'body = "q"',
    "multipart": "multipart = { q = 1 }",
}
TREE = """\
page  :: visit "https://a.test/"
title :: data css "h1::text" # the heading
sign  :: data { sha256 = "{word}" }
row   :: item each css "p" { text = css "::text"  by = css "i::text" }

main :: and (word = "a") { :page  x = :title  y = :sign  :row }
"""


def take(tree, node, body, url):
    return taken(tree, node, body, url=url)


def generate(root, text=TREE, *, resolve=lambda reference: None, known=None, package="nodes"):
    path = root / "a.bt"
    if not path.exists() or text is not TREE:
        path.write_text(text)
    if known is not None:
        path.with_name("a.inference.json").write_text(known if isinstance(known, str) else json.dumps(known))
    generator = CodeGenerator(TemplateLibrary(), resolve=resolve, take=take)
    return generator.generate(PackagePaths(path, root, package), path.read_text())


def files_of(root):
    return {path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()}


def test_code_tests_and_declaration_come_about_together(tmp_path):
    answer = {"visit": "page", "url": "https://a.test/", "content_type": "text/html", "body": "<h1>T</h1><p>1<p>2"}
    generated = generate(tmp_path, known={"answers": [answer]})
    assert generated.completed == ("sign",)
    assert generated.cases == 2
    assert files_of(tmp_path) == {
        "a.bt", "a.inference.json", "nodes/__init__.py", "nodes/aspects.py", "nodes/generated.json",
        "nodes/a/__init__.py", "nodes/a/sign.py", "tests/answers/a/page.html", "tests/test_a.py",
        "tests/test_a_nodes.py",
    }  # fmt: skip
    line = 'sign  :: data { sha256 = "{word}" }'
    completed = 'sign  :: data python "nodes.a.sign:sign" { sha256 = "{word}" }'
    assert (tmp_path / "a.bt").read_text() == TREE.replace(line, completed)
    assert '("row", "page.html", "https://a.test/", 2, ("text",))' in (tmp_path / "tests" / "test_a.py").read_text()


def test_what_is_read_after_alternatives_is_tested_on_the_answers_of_each(tmp_path):
    tree = """\
first :: visit "https://a.test/?q={word}"
page  :: visit "{url}"
row   :: item each css "p" { text = css "::text" }
next  :: data css "a::attr(href)" as url

main :: and (word) {
    url = none
    while url | word { if url { :page } else { :first }  word = none  :row  url = :next }
}
"""
    bodies = {"first": "<p>1<p>2<a href='/2'>", "page": "<p>3<p>4<p>5<a href='/3'>"}
    common = {"url": "https://a.test/", "content_type": "text/html"}
    generate(tmp_path, tree, known={"answers": [{**common, "visit": name, "body": bodies[name]} for name in bodies]})
    path = tmp_path / "tests" / "test_a.py"
    tests = {"__file__": str(path)}
    exec(compile(path.read_text(), str(path), "exec"), tests)
    assert [(node, answer, count) for node, answer, _, count, _ in tests["CASES"]] == [
        ("row", "first.html", 2), ("next", "first.html", 1), ("row", "page.html", 3), ("next", "page.html", 1),
    ]  # fmt: skip
    tests["TREE"] = tree.replace("a::attr", "b::attr")
    for case in tests["CASES"]:
        with pytest.raises(AssertionError) if case[0] == "next" else nullcontext():
            tests["test_a_node_takes_what_it_took_as_recorded"](*case)


def test_generating_again_touches_nothing(tmp_path):
    generate(tmp_path)
    before = {name: (tmp_path / name).read_bytes() for name in files_of(tmp_path)}
    generated = generate(tmp_path)
    assert (generated.planned.files, generated.completed) == ((), ())
    assert {name: (tmp_path / name).read_bytes() for name in files_of(tmp_path)} == before


@pytest.mark.parametrize("fault", ['x :: data css "p["', "main :: and { }", 'y :: data python "no:thing"'])
def test_a_tree_with_faults_is_left_alone(tmp_path, fault):
    text = f"{TREE}{fault}\n"
    with pytest.raises(RuleError) as raised:
        generate(tmp_path, text, resolve=lambda reference: "no such module")
    assert "stub" not in {each.code for each in raised.value.faults}
    assert files_of(tmp_path) == {"a.bt"}
    assert (tmp_path / "a.bt").read_text() == text


def test_what_a_person_changed_is_used_if_it_has_the_function(tmp_path):
    generate(tmp_path)
    node = tmp_path / "nodes" / "a" / "sign.py"
    node.write_text("def sign(response, context):\n    return 'mine'\n")
    (tmp_path / "a.bt").write_text(TREE)
    fates = {each.path.name: each.what for each in generate(tmp_path).planned.files}
    assert fates["sign.py"] == "kept"
    assert "mine" in node.read_text()
    assert "nodes.a.sign:sign" in (tmp_path / "a.bt").read_text()


@pytest.mark.parametrize("text", ["def other():\n    pass\n", "def sign(:\n"])
def test_a_changed_file_without_the_function_is_an_error(tmp_path, text):
    generate(tmp_path)
    (tmp_path / "nodes" / "a" / "sign.py").write_text(text)
    (tmp_path / "a.bt").write_text(TREE)
    with pytest.raises(BTError, match=r"sign.py: it was changed by hand and has no function `sign`"):
        generate(tmp_path)
    assert (tmp_path / "a.bt").read_text() == TREE


BAD_KNOWLEDGE = (
    '{"stubs": 5}', '{"stubs": [5]}', '{"stubs": [{"name": "a", "facts": [1]}]}', '{"stubs": [{"name": 1}]}',
    '{"answers": {}}', '{"answers": [{}]}', '{"answers": [{"visit": 1, "url": "x"}]}', "[" * 100_000,
)  # fmt: skip


@pytest.mark.parametrize("known", ["{", "[]", *BAD_KNOWLEDGE])
def test_knowledge_that_cannot_be_read_says_what_to_do(tmp_path, known):
    with pytest.raises(BTError, match=r"a.inference.json: .*infer the tree again, or remove it"):
        generate(tmp_path, known=known)


@pytest.fixture(scope="module")
def every(tmp_path_factory):
    """A module for each template, and its tests."""
    root = tmp_path_factory.mktemp("every")
    stubs = [f'{name}_x :: data {{ {name} = "a" }}' for name in DATA]
    stubs += [f"{name}_v :: visit {{ {body} }}" for name, body in BODIES.items()]
    calls = " ".join([f"{name}_d = :{name}_x" for name in DATA] + [f":{name}_v" for name in BODIES])
    generate(root, "\n".join([*stubs, f"main :: and {{ {calls} }}", ""]), package="every_nodes")
    sys.path.insert(0, str(root))
    yield root
    sys.path.remove(str(root))
    for name in [name for name in sys.modules if name.partition(".")[0] == "every_nodes"]:
        del sys.modules[name]


@pytest.mark.parametrize(
    "name", [*(f"{name}_x" for name in DATA if name != "plain"), *(f"{name}_v" for name in BODIES)]
)
def test_what_each_template_makes_passes_the_test_that_comes_with_it(every, name, monkeypatch, tmp_path):
    tests = {}
    exec(compile((every / "tests" / "test_a_nodes.py").read_text(), "tests", "exec"), tests)
    test = tests[f"test_{name}"]
    fixtures = {"monkeypatch": monkeypatch, "tmp_path": tmp_path}
    test(**{each: fixtures[each] for each in test.__code__.co_varnames[: test.__code__.co_argcount]})


def test_aspects_are_around_each_function(every):
    module = importlib.import_module("every_nodes.a.sha256_x")
    board = MemoryStatsCollector(get_crawler())
    assert module.sha256_x.__module__ == "every_nodes.a.sha256_x"
    with calling_for(board):
        module.sha256_x(None, {"sha256": "a"})
        with pytest.raises(KeyError):
            module.sha256_x(None, {})
    known = board.get_stats()
    assert known.pop("bt/nodes/a.sha256_x/seconds") > 0
    assert known == {"bt/nodes/a.sha256_x/calls": 2, "bt/nodes/a.sha256_x/failures": 1}


def test_aspects_are_around_functions_that_wait_too(every):
    aspects = importlib.import_module("every_nodes.aspects")

    @aspects.woven("a.later", "visit")
    async def later(response, context):
        return board.get_value("bt/nodes/a.later/state")

    board = MemoryStatsCollector(get_crawler())
    with calling_for(board):
        coroutine = later(None, {})
    with pytest.raises(StopIteration) as stopped:
        coroutine.send(None)
    assert stopped.value.value == "running"
    assert board.get_value("bt/nodes/a.later/state") == "done"


def test_aspects_are_those_of_the_kind_of_node(every):
    assert '@woven("a.sha256_x", "data")' in (every / "every_nodes" / "a" / "sha256_x.py").read_text()
    kinds = {line for path in (every / "every_nodes" / "a").glob("*.py") for line in path.read_text().splitlines()}
    assert {line.rpartition(", ")[2] for line in kinds if line.startswith("@woven")} == {
        '"data")',
        '"person")',
        '"visit")',
    }


def test_the_text_parses_and_names_each_function(every):
    document = parse((every / "a.bt").read_text(), file="a.bt")
    assert not [node for node in document.entries if getattr(node, "is_stub", False)]


def test_what_is_generated_passes_the_linter_and_is_formatted(every, tmp_path_factory):
    other = tmp_path_factory.mktemp("other")
    answer = {"visit": "page", "url": "https://a.test/", "content_type": "text/html", "body": "<h1>T</h1><p>1<p>2"}
    generate(other, known={"answers": [answer]})
    for folder in (every, other):
        for name, *options in (["check", "--select", "E,F,W,I,B,UP,SIM,RET,C4,PIE"], ["format", "--check"]):
            command = [sys.executable, "-m", "ruff", name, "--isolated", "--no-cache", *options, "."]
            done = subprocess.run(command, check=False, cwd=folder, capture_output=True, text=True)
            assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("name", "template", "function"),
    [("uuid", 'random = "uuid"', "make_uuid"), ("class", 'md5 = "a"', "class_"), ("quote", 'url = "a"', "make_quote")],
)
def test_a_function_hides_nothing_that_it_needs_and_is_no_keyword(tmp_path, name, template, function):
    generate(tmp_path, f"{name} :: data {{ {template} }}\nmain :: and {{ x = :{name} }}\n")
    module = f"{name}_" if name == "class" else name
    assert f'{name} :: data python "nodes.a.{module}:{function}"' in (tmp_path / "a.bt").read_text()
    assert f"def {function}(response, context):" in (tmp_path / "nodes" / "a" / f"{module}.py").read_text()
    assert f"from nodes.a.{module} import {function}\n" in (tmp_path / "tests" / "test_a_nodes.py").read_text()


def test_what_an_inference_has_declared_completes_a_stub_of_it(tmp_path):
    declared = {
        "page": 'page :: visit POST "https://a.test/" { form = { q = word  t = "1" }  headers = { a = "b" } }',
        "title": 'title :: data css "h1::text"',
    }
    tree = """\
page  :: visit { headers = { a = "c" } } # made a stub again
title :: data
row   :: item each css "p" { text = css "::text" }

main :: and (word = "a") { :page  x = :title  :row }
"""
    generated = generate(tmp_path, tree, known={"declared": declared})
    assert generated.completed == ("page", "title")
    assert files_of(tmp_path) == {"a.bt", "a.inference.json"}
    document = parse((tmp_path / "a.bt").read_text())
    page = document.declarations["page"]
    assert (page.method, page.url) == ("POST", "https://a.test/")
    assert [each.name for each in page.attributes.entries] == ["headers", "form"]
    assert page.attributes.get("headers").entries[0].value.value == "c"
    assert document.declarations["title"] == parse(declared["title"]).declarations["title"]


def test_what_nobody_knows_is_not_called_until_it_is_written(tmp_path, monkeypatch):
    generate(tmp_path, 'x :: data\nmain :: and { visit "https://a.test/"  y = :x  print "{y}" }\n', package="own")
    monkeypatch.syspath_prepend(tmp_path)
    reason = why_not_importable("own.a.x:x")
    assert reason is not None
    assert "is not written yet" in reason
    path = tmp_path / "own" / "a" / "x.py"
    function = importlib.import_module("own.a.x").x
    with pytest.raises(RuntimeError, match="x is not written yet"):
        function(None, {})
    path.write_text(path.read_text().partition("x.is_unfinished")[0] + "# it is no longer\n")
    monkeypatch.delitem(sys.modules, "own.a.x")
    importlib.invalidate_caches()
    assert why_not_importable("own.a.x:x") is None
