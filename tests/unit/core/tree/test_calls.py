"""How a call is put together; what the steps do is tested in test_resources and test_run."""

import pytest

from scrapy_bt.core.tree import operations as op
from tests.trees import program


def chain(text: str, start: str) -> list[str]:
    """The steps from *start* along success."""
    step: op.Operation = program(text).by_path[start]
    found = []
    while not isinstance(step, op.Leave):
        found.append(step.path.removeprefix("main/"))
        step = step.make if isinstance(step, op.AskShared) else next(step.exits())
    return found


@pytest.mark.parametrize(
    ("declarations", "start", "steps"),
    [
        ("", "main/part", ["part", "one"]),
        ("[[ part ]]", "main/part.share", ["part.share", "part", "part.made", "one"]),
        ("(( part ))", "main/part.hold", ["part.hold", "part", "part.free", "one"]),
        (
            "[[ part ]] (( part ))",
            "main/part.share",
            ["part.share", "part.hold", "part", "part.free", "part.made", "one"],
        ),
    ],
)
def test_shared_then_competing_then_the_node(declarations: str, start: str, steps: list[str]) -> None:
    assert chain(f"{declarations} part :: and {{ :page }} main :: and {{ :part :one }}", start) == steps


def test_items_fetch_the_values_of_their_fields_first() -> None:
    text = "it :: item { a = :title  b = :links + 1 } main :: and { :it }"
    assert chain(text, "main/it/title") == ["it/title", "it/links", "it"]


def test_arguments_are_fetched_before_the_call_and_before_its_shared_value() -> None:
    text = "[[ part ]] part :: and (a, b) { } main :: and { :part(:title, 1 + :links) }"
    steps = ["part()/title", "part()/links", "part.share", "part", "part.made"]
    assert chain(text, "main/part()/title") == steps


@pytest.mark.parametrize(
    ("declarations", "ends"),
    [
        ("", ["main/.success"]),
        ("(( part ))", ["main/part.free.ended", "main/.success"]),
        ("[[ part ]]", ["main/part.ended", "main/.success"]),
        ("[[ part ]] (( part ))", ["main/part.free.ended", "main/part.ended", "main/.success"]),
    ],
)
def test_the_move_end_gives_back_what_the_node_holds(declarations: str, ends: list[str]) -> None:
    text = f"{declarations} state part {{ error = end }} part :: and {{ :page }} main :: and {{ :part :one }}"
    action = program(text).by_path["main/part"]
    assert isinstance(action, op.Action)
    steps = [action.end]
    while not isinstance(steps[-1], op.Leave):
        steps.append(next(steps[-1].exits()))
    assert [step.path for step in steps] == ends


def test_a_publication_knows_what_it_publishes() -> None:
    a_program = program("[[ title ]] main :: and { x = :title }")
    share = a_program.by_path["main/x=/title.share"]
    assert isinstance(share, op.AskShared)
    publications = [step for step in a_program.operations if isinstance(step, op.Publish)]
    assert [step.share for step in publications] == [share, share]
    assert [step.success for step in publications] == [True, False]


def test_tables_that_call_each_other_are_compiled_once_around() -> None:
    text = "state page { 403 = :other } state other { 403 = :page } main :: and { :page }"
    fetches = {step.path: step for step in program(text).operations if isinstance(step, op.FetchPage)}
    assert list(fetches) == ["main/page", "main/page/403/other", "main/page/403/other/403/page"]
    assert fetches["main/page/403/other/403/page"].moves == {"403": "false"}
