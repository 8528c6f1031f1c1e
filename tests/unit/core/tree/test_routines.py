from scrapy_bt.core.tree import operations as op
from scrapy_bt.core.tree.naming import path_id
from scrapy_bt.core.tree.nodes import Call, Parameter, Tree
from scrapy_bt.core.tree.routines import Routine, StepList
from scrapy_bt.errors import Place


def test_a_routine_knows_its_parameters() -> None:
    routine = Routine(Tree("part", "and", (Parameter("a"), Parameter("b"))))
    assert (routine.name, routine.parameters, routine.exports) == ("part", {"a", "b"}, frozenset())


def test_steps_get_a_name_a_number_and_a_place() -> None:
    code = StepList()
    place = Place("a.bt", 1, 2)
    first, second = op.Leave(success=True), op.Leave(success=False)
    code.add(first, "main/x", Call("x", place=place))
    code.add(second, "main/x", None)
    assert [step.path for step in code.operations] == ["main/x", "main/x#2"]
    assert [step.id for step in code.operations] == [path_id("main/x"), path_id("main/x#2")]
    assert [step.index for step in code.operations] == [0, 1]
    assert [step.place for step in code.operations] == [place, None]
    assert code.by_id[second.id] is code.by_path["main/x#2"] is second
