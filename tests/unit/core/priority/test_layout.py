from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.priority.layout import StepGraph
from scrapy_bt.core.tree.program import Program

DECLARATIONS = 'a :: visit "https://a.test" b :: visit "https://b.test" links :: data css "a" all '


def laid_out(text):
    program = Program(parse(DECLARATIONS + text))
    return program, StepGraph(program)


def exits(program, layout, path):
    return [program.operations[index].path for index in layout.exits[program.by_path[path].index]]


def test_every_exit_but_the_jump_back_leads_to_a_lower_index():
    program, layout = laid_out(
        "[[ part ]] (( a )) state b { any = :part 404 = wait } part :: or { :a :b }"
        "main :: and (x = 1) { while x = :links { if x { :part } goroutine { :b } while :a { async { :b } } end } }"
    )
    heads = {head for course in layout.courses for head in course.heads}
    assert len(heads) == 2
    for index, ends in enumerate(layout.exits):
        assert index in heads or all(end < index for end in ends), program.operations[index].path


def test_moves_of_state_tables_are_no_exits():
    program, layout = laid_out("state a { 404 = end 5xx = wait 403 = :b } main :: and { :a :b }")
    assert exits(program, layout, "main/a") == ["main/b", "main/.failure"]


def test_a_stopped_task_leads_nowhere():
    program, layout = laid_out("main :: and { :a state stop :b }")
    assert exits(program, layout, "main/stop") == []


def test_only_a_goroutine_leads_into_its_branch():
    program, layout = laid_out("main :: and { goroutine { :a } async { :a } :b }")
    assert exits(program, layout, "main/goroutine") == ["main/async", "main/goroutine/a"]
    assert exits(program, layout, "main/async") == ["main/b"]


def test_steps_of_one_node_have_one_slot():
    program, layout = laid_out("main :: and { :a :b :a n = 1 }")
    slots = {path: layout.slots[program.by_path[path].index] for path in ("main/a", "main/a#2", "main/b", "main/n=")}
    assert slots["main/a"] == slots["main/a#2"] == layout.nodes["a"] != slots["main/b"]
    assert slots["main/n="] == 0


def test_trees_are_laid_out_before_their_callers():
    program, layout = laid_out(
        "main :: and { :two } one :: and { :a } two :: and { :one :three } three :: and { :one }"
    )
    order = [program.operations[course.entry].path.split("/")[0] for course in layout.courses]
    assert order.index("one") < order.index("three") < order.index("two") < order.index("main")


def test_the_call_that_closes_a_cycle_costs_nothing():
    program, layout = laid_out("one :: and { :a :two } two :: and { :b :one } main :: and { :one :two }")
    slots = {path: layout.slots[program.by_path[path].index] for path in ("main/one", "main/two", "one/two", "two/one")}
    assert slots["two/one"] == 0
    assert slots["main/two"] == slots["one/two"] != 0


def test_regions_come_from_the_inside_out():
    _, layout = laid_out("main :: and (x = 1) { while x { goroutine { while x { :a } } } goroutine { :b } }")
    (course,) = layout.courses
    assert [region.loop for region in course.regions] == ["main/while/goroutine/while", "", "main/while"]


def test_a_value_that_is_shared_by_arguments_is_not_among_the_shares():
    program, layout = laid_out(
        "[[ a ]] [[ one ]] [[ two ]] one :: and { :b } two :: and (x) { :b } main :: and { :a :one :two(1) }"
    )
    paths = [(name, program.operations[end].path) for _, name, end in layout.shares]
    assert paths == [("one", "main/two.share"), ("a", "main/one.share")]
