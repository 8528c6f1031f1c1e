from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.priority.contention import Contention
from scrapy_bt.core.priority.layout import StepGraph
from scrapy_bt.core.tree.program import Program

DECLARATIONS = 'a :: visit "https://a.test" b :: visit "https://b.test" c :: visit "https://c.test" '


class Contended:
    """The contention of a program in which every step weighs as much as its index."""

    def __init__(self, text):
        self.program = Program(parse(DECLARATIONS + text))
        layout = StepGraph(self.program)
        self.contention = Contention(self.program, layout)
        self.contention.look_ahead(layout.exits)

    def heaviest_at(self, *paths):
        indices = [self.program.by_path[path].index for path in paths]
        return self.contention.heaviest(indices, range(len(self.program.operations)))

    def index(self, path):
        return self.program.by_path[path].index


def test_without_competing_resources_or_async_branches_nothing_competes():
    for text in ("main :: and { async { :a } :a }", "(( a )) main :: and { goroutine { :a } :a }"):
        assert not Contended(text).contention.is_possible


def test_a_branch_competes_where_the_main_path_needs_its_resource():
    contended = Contended("(( a )) main :: and { :b async { :c :a } :b :a :b }")
    assert contended.contention.is_possible
    assert contended.heaviest_at("main/b") == contended.index("main/async/c")
    assert contended.heaviest_at("main/b#2") == 0


def test_what_was_passed_in_a_loop_comes_again():
    contended = Contended("(( a )) main :: and (x = 1) { while x { async { :a } :b } :a }")
    assert contended.heaviest_at("main/while/b") == contended.index("main/while/async/a")
    assert contended.heaviest_at("main/a") == 0


def test_resources_and_branches_are_found_through_calls_in_cycles():
    contended = Contended(
        "(( a )) one :: and { :b :two } two :: and (x = 1) { async { :c :a } if x { :one } } main :: and { :one :a }"
    )
    assert contended.heaviest_at("main/one") == contended.index("two/async/c")


def test_callers_are_part_of_the_main_path():
    contended = Contended("(( a )) part :: and { :b async { :a } } main :: and { :part :a }")
    assert contended.heaviest_at("part/b") == 0
    assert contended.heaviest_at("part/b", "main/a") == contended.index("part/async/a")


def test_a_resource_that_is_held_over_several_steps_is_needed_too():
    contended = Contended("(( part )) part :: and { :a } main :: and { async { :b :part } :part }")
    assert contended.heaviest_at("main/async") == contended.index("main/async/b")
