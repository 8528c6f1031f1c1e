import pytest
from hypothesis import given

from scrapy_bt.core.tree import operations as op
from scrapy_bt.core.tree.naming import path_id
from scrapy_bt.core.tree.task import Frame, Task
from scrapy_bt.errors import ArgumentsError, TaskError
from tests.programs import Author, authors, some
from tests.trees import program

TEXT = """
part  :: and (n) { :page if n > 0 { :part(n - 1) :two } }
outer :: and { :part(3) :one }
main  :: and (a, b = 2) { while x = :links { goroutine { :outer } } :outer x = a }
"""


def test_its_digest_tells_texts_apart() -> None:
    assert program(TEXT).digest == program(TEXT).digest != program(f"{TEXT} ").digest
    assert (program(TEXT).name, program(TEXT).main.name) == ("crawl", "main")


def test_arguments_of_a_crawl_fit_the_parameters_of_main() -> None:
    a_program = program(TEXT)
    assert a_program.arguments({"a": "1"}) == {"a": "1", "b": 2}
    assert a_program.arguments({"a": 2**70, "b": None}) == {"a": str(2**70), "b": None}
    with pytest.raises(ArgumentsError, match="crawl needs 'a': -a a=…"):
        a_program.arguments({"b": 1})
    with pytest.raises(ArgumentsError, match=r"no argument 'c' \(it takes: a, b\)"):
        a_program.arguments({"a": 1, "c": 1})
    with pytest.raises(ArgumentsError, match=r"no arguments 'c' and 'd' \(it takes: none\)"):
        program("main :: and { :one }").arguments({"c": 1, "d": 1})


def test_a_task_begins_with_what_it_needs() -> None:
    a_program = program("main :: and (a, b) { :page x = b :said }")
    task = a_program.initial({"a": 1, "b": 2})
    assert task == Task([Frame(a_program.entry.id, {"b": 2})])
    assert program('it :: data python "f:f" main :: and (a) { :it }').initial({"a": 1}).frames[0].variables == {"a": 1}


def test_steps_are_found_by_position_and_path() -> None:
    a_program = program(TEXT)
    step = a_program.operation(path_id("main/outer"))
    assert step is a_program.by_path["main/outer"]
    with pytest.raises(TaskError, match="its position is no longer in the file"):
        a_program.operation(path_id("main/else"))


def positions(*paths: str) -> tuple[int, ...]:
    return tuple(map(path_id, paths))


@pytest.mark.parametrize(
    ("stack", "folded", "path"),
    [
        (["main/outer"], ["main/outer"], "main/outer"),
        (["main/outer", "outer/part", "part/page"], ["main/outer", "outer/part", "part/page"], "main/outer/part/page"),
        (["outer/part", "part/if/part", "part/page"], ["outer/part", "part/page"], "outer/part/page"),
        (["part/if/part", "part/if/part", "part/if/part", "part/if/two"], ["part/if/two"], "part/if/two"),
        (["gone/gone", "main/outer", "outer/one"], ["main/outer", "outer/one"], "main/outer/one"),
    ],
)
def test_recursion_is_folded_so_that_stacks_stay_bounded(stack: list[str], folded: list[str], path: str) -> None:
    a_program = program(TEXT)
    assert a_program.fold(positions(*stack)) == positions(*folded)
    assert a_program.path_of(positions(*folded)) == path


def test_a_task_stands_on_a_stack() -> None:
    a_program = program(TEXT)
    (inner,) = positions("part/page")
    task = Task([Frame(path_id("outer/part")), Frame(inner)], ancestry=positions("main/outer"))
    assert a_program.stack_of(task) == positions("main/outer", "outer/part", "part/page")
    assert a_program.stack_of(Task([Frame(inner)])) == (inner,)


@pytest.mark.parametrize(
    ("path", "steps"),
    [
        ("main/outer", ["main/outer"]),
        ("main/outer/part/page", ["main/outer", "outer/part", "part/page"]),
        ("main/while/goroutine/outer/one", ["main/while/goroutine/outer", "outer/one"]),
        ("main/outer/gone", None),
        ("main/else", None),
        ("", None),
    ],
)
def test_paths_lead_back_to_steps(path: str, steps: list[str] | None) -> None:
    found = program(TEXT).resolve(path)
    assert (found and [step.path for step in found]) == steps


@given(authors())
@some(50)
def test_every_path_of_a_stack_leads_back_to_it(author: Author) -> None:
    a_program = author.program()
    calls = [step for step in a_program.operations if isinstance(step, op.Enter) and step.path.startswith("main/")]
    for call in calls[:3]:
        stack = (call.id, call.entry.id)
        found = a_program.resolve(a_program.path_of(stack))
        assert found is not None
        assert found[-1].id == stack[-1]


def test_places_of_competing_resources() -> None:
    assert program("(( page )) (( about = 3 )) main :: and { :page :about }").limits == {"page": 1, "about": 3}


def test_page_values_are_known_by_their_names() -> None:
    text = """
    go :: visit "u" { form = { a = css "x" } }
    it :: data python "f:f" { b = css "y" }
    main :: and { :title :said :go :it }
    """
    assert set(program(text).page_readers) == {"@title", "@said", "@go.0", "@it", "@it.0"}


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("p :: and { :page }", ()),
        ("p :: and { x = user :said }", ("user",)),
        ("p :: and { user = 1 x = user :said }", ()),
        ("p :: and (b, a) { x = a + user :said }", ("b", "a", "user")),
        ("p :: and (user) { x = user :said }", ("user",)),
        ("p :: and { :q } q :: and { :r } r :: and { x = user :said }", ("user",)),
        ("p :: and { :q(1) } q :: and (user) { x = user :said }", ()),
        ("p :: and { goroutine { x = user :said } }", ("user",)),
        ("p :: and { :page } state page { 403 = :q } q :: and { x = user :said }", ("user",)),
        ("p :: and { :page } state p { error = :q } q :: and { x = user :said }", ("user",)),
        ("p :: and { :q } q :: and { x = user :said } [[ q ]]", ("user",)),
        ("p :: and { if now { x = 1 } }  end :: and { :p :said }", ("x",)),
        ('p :: visit "https://site.test/{user}" { headers = { A = a } }', ("a", "user")),
        ('p :: data css "a" { from = html }', ("html",)),
        ('p :: data css ".{kind}"', ("kind",)),
        ('p :: and { :q } q :: data python "m:f"', ("*",)),
        ('p :: and { :q } q :: data python "m:f" { a = user }', ("user",)),
    ],
)
def test_the_key_of_a_shared_node_is_what_it_reads_from_outside(text: str, key: tuple[str, ...]) -> None:
    last = ":end" if "end ::" in text else ":p(2, 3)" if "(b, a)" in text else ":p"
    ready = text.replace("end ::", "last ::")
    tree = f"{ready} [[ p ]] main :: and (user, a, b, x, html, kind) {{ {last.replace(':end', ':last')} }}"
    assert program(tree).keys["p"] == key


def test_who_is_called_with_a_variable_and_reads_it_too_has_it_in_the_key() -> None:
    text = "[[ p ]] p :: and (b) { x = a + b :said } main :: and (a) { :p(a + 1) }"
    assert program(text).keys == {"p": ("b", "a")}
