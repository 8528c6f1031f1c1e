from __future__ import annotations

from scrapy_bt.core.inference.answers.values import Extraction, Taken
from scrapy_bt.core.inference.blackboard.workflow import workflow_of
from scrapy_bt.core.inference.origins.ingredients import atoms, atoms_of
from scrapy_bt.core.inference.sources.alignment import AlignmentSource
from tests.recordings import answer, ask, infer, record

PAGE = (
    '<meta name="k" content="meta-value-1"><input type="hidden" name="h" value="hidden-value-1">'
    '<input name="t" value="typed">'
    '<i data-x="data-value-1">words</i><script>s = "script-value-1"</script>'
)


def test_what_is_made_for_programs() -> None:
    assert set(atoms(answer("/", PAGE)).values()) == {
        "meta-value-1",
        "hidden-value-1",
        "data-value-1",
        "script-value-1",
    }
    assert atoms(answer("/", {"a": {"b": "x"}})) == {"a.b": "x"}


def test_the_last_answers_before_a_step() -> None:
    salts = ("5f1d8c3b7a", "0b9e4d2c6f")
    recordings = [record(ask("/", {"salt": salt}), ask("/go"), ask("/late", {"late": "aa11bb22cc"})) for salt in salts]
    workflow = workflow_of(infer(recordings, AlignmentSource()))
    (found,) = atoms_of(workflow, 1, (0, 1))
    assert found.value == Taken(0, Extraction("json", "salt"))
    assert found.texts == {0: salts[0], 1: salts[1]}
    assert str(found.what) == "the JSON value salt of step 1"
