from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.priority.spans import list_bodies
from scrapy_bt.core.tree.program import Program

DECLARATIONS = 'a :: visit "https://a.test" b :: visit "https://b.test" c :: visit "https://c.test" '


def bodies_of(text):
    program = Program(parse(DECLARATIONS + text))
    return program, list_bodies(program)


def owned(program, span):
    """Paths of the visits that are the span's own."""
    steps = (program.operations[index].path for index in span.own)
    return [path for path in steps if path.rpartition("/")[2] in {"a", "b", "c"}]


def test_bodies_are_unbroken_and_cover_the_program():
    program, bodies = bodies_of("part :: and { :a } main :: and { :part :b } last :: or { :a :b }")
    covered = sorted(index for body in bodies.values() for index in range(body.start, body.end))
    assert covered == list(range(len(program.operations)))
    for body in bodies.values():
        owners = {program.operations[index].path.split("/")[0] for index in range(body.start, body.end)}
        assert owners == {body.name}


def test_calls_of_a_body_are_found_wherever_they_stand():
    _, bodies = bodies_of("part :: and { :a } main :: and (x = 1) { :part while x { async { :part } } }")
    assert [call.path for call in bodies["main"].calls] == ["main/part", "main/while/async/part"]
    assert bodies["part"].calls == []


def test_spans_own_what_is_in_no_span_within_them():
    program, bodies = bodies_of("main :: and (x = 1) { while x { :a goroutine { :b } while x { :c } } :a }")
    spans = bodies["main"].spans
    assert [owned(program, span) for span in spans] == [
        ["main/while/a"],
        ["main/while/while/c"],
        ["main/while/goroutine/b"],
    ]
    outer = spans[0]
    for inner in spans[1:]:
        assert outer.start < inner.start <= inner.end <= outer.end


def test_spans_know_where_they_stand():
    _, bodies = bodies_of(
        "main :: and (x = 1) { goroutine { :a } while x { async { goroutine { :b } } goroutine { :c } } }"
    )
    facts = {span.step.path: (span.is_looped, span.is_apart) for span in bodies["main"].spans}
    assert facts == {
        "main/goroutine": (False, False),
        "main/while/.round": (False, False),
        "main/while/async": (True, True),
        "main/while/async/goroutine": (True, True),
        "main/while/goroutine": (True, False),
    }


def test_beside_a_goroutine_goes_on_what_started_it_up_to_an_async_branch():
    program, bodies = bodies_of("main :: and { goroutine { goroutine { :a } :b async { goroutine { :a } :b } :c } :a }")
    beside = {
        program.operations[index].path: [program.operations[way].path for way in ways]
        for index, ways in bodies["main"].beside.items()
        if program.operations[index].path.rpartition("/")[2] in {"a", "b", "c"}
    }
    assert beside == {
        "main/goroutine/goroutine/a": ["main/goroutine/b", "main/a"],
        "main/goroutine/b": ["main/a"],
        "main/goroutine/async/goroutine/a": ["main/goroutine/async/b"],
        "main/goroutine/c": ["main/a"],
    }


def test_only_async_branches_are_apart():
    program, bodies = bodies_of("main :: and (x = 1) { while x { async { :a } } goroutine { :b async { :c } } :a }")
    apart = {program.operations[index].path for index in bodies["main"].apart}
    assert {path for path in apart if path.rpartition("/")[2] in {"a", "b", "c"}} == {
        "main/while/async/a",
        "main/goroutine/async/c",
    }
