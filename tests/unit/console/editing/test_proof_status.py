from pathlib import Path
from typing import Any

import pytest

from scrapy_bt.console.editing.proof_status import proof_of
from scrapy_bt.operations.inferences import read_report
from tests.unit.console.inferred import infer


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return read_report(infer(Path(tmp_path_factory.mktemp("trees"))))


def standings(text: str, report: dict[str, Any]) -> dict[str, str]:
    return {one.text: one.status for one in proof_of(text, report["text"], report).statements}


def test_what_was_inferred_is_proven_with_its_steps_and_parameters(report: dict[str, Any]) -> None:
    proof = proof_of(report["text"], report["text"], report)
    assert {one.status for one in proof.statements} == {"proven"}
    assert proof.removed == ()
    by_text = {one.text: one for one in proof.statements}
    token = next(one for text, one in by_text.items() if text.startswith("t = css"))
    assert [(reason.step, reason.text.partition(":")[0]) for reason in token.reasons] == [(3, "form t")]
    login = next(one for text, one in by_text.items() if "visit POST" in text)
    assert [reason.step for reason in login.reasons] == [3] * 4
    assert login.line == 1 + next(n for n, line in enumerate(report["text"].splitlines()) if "visit POST" in line)
    assert [reason.step for reason in by_text[":list_page"].reasons] == [5]
    loops = by_text["state login_page | list_page { timeout | 5xx = wait 3 }"]
    assert [reason.text for reason in loops.reasons] == [""]


def test_what_was_changed_put_in_or_moved_is_edited_and_what_is_gone_is_told(report: dict[str, Any]) -> None:
    text = report["text"].replace("q={word}", "q={word}&page=2").replace("    :list\n", "    x = 1\n")
    found = standings(text, report)
    assert [line for line, status in found.items() if status == "edited since"] == [
        'list_page :: visit "{site}/list?q={word}&page=2"',
        "x = 1",
    ]
    assert set(proof_of(text, report["text"], report).removed) == {'list_page :: visit "{site}/list?q={word}"', ":list"}
    layout = report["text"].replace("    ", "\t") + "\n# a comment\n"
    assert set(standings(layout, report).values()) == {"proven"}


def test_what_no_replay_bears_out_is_not_proven(report: dict[str, Any]) -> None:
    path = [{**step, "proven": step["step"] != 2} for step in report["path"]]
    found = standings(report["text"], {**report, "path": path})
    assert found[":login_page"] == found['login_page :: visit "{site}/login"'] == "not proven"
    assert found[":list_page"] == "proven"


def test_a_file_with_faults_is_told_as_far_as_it_can_be_read(report: dict[str, Any]) -> None:
    assert standings("main :: and () { :list_page", report).keys() <= {"main :: and ()", ":list_page"}
