"""`scrapy bt explain`."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from scrapy.settings import Settings

from scrapy_bt.commands.bt import BT
from scrapy_bt.core.inference.explanation.report import report_of
from tests.login_site import LOGIN, record
from tests.pure_site import finish
from tests.unit.console.inferred import infer

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def stored() -> str:
    inference, site = record(*LOGIN)
    finish(inference, site)
    return json.dumps(report_of(inference, visits={1: "login_page"}))


@pytest.fixture
def explain(stored: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "shop.inference.json").write_text(stored, "utf-8")

    def run(*words: str) -> tuple[int, str, str]:
        status = BT.run("explain", list(words), Settings())
        shown = capsys.readouterr()
        return status, shown.out, shown.err

    return run


@pytest.mark.parametrize("name", ["shop.bt", "shop.inference.json"])
def test_the_path_is_told(explain: Run, name: str) -> None:
    status, out, _ = explain(name)
    assert status == 0
    assert "step 2 login_page (GET /login): gives form t, the cookie sid; proven by 1 replay" in out


def test_a_subject_may_be_of_several_words(explain: Run) -> None:
    status, out, _ = explain("shop.bt", "replay", "1")
    assert (status, out) == (0, "replay 1, the path by all that is known: reached the target\n")


def test_the_nearest_is_named_where_nothing_is_known(explain: Run) -> None:
    assert explain("shop.bt", "login_pag")[:2] == (
        1,
        "nothing is known of 'login_pag'; did you mean login_page?\n",
    )
    status, out, _ = explain("shop.bt", "zzzz")
    assert status == 1
    assert "there are: login_page, t, user, secret, q, password, word" in out


def test_as_json_all_is_printed(explain: Run) -> None:
    _, out, _ = explain("shop.bt", "--json")
    assert json.loads(out)["proven"] is True


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "there is no such file; it is written beside its tree by: scrapy bt infer SAMPLE … -o NAME.bt"),
        ("{", "it cannot be read"),
        ('{"format": 99}', "it is not what this version writes; infer the tree anew"),
    ],
)
def test_a_file_that_cannot_be_used_is_told(explain: Run, tmp_path: Path, text: str | None, message: str) -> None:
    if text is not None:
        (tmp_path / "other.inference.json").write_text(text)
    status, out, err = explain("other.bt")
    assert (status, out) == (2, "")
    assert message in err


def test_what_was_recorded_of_a_fact_is_printed_with_its_place_marked(explain: Run, tmp_path: Path) -> None:
    report = json.loads(infer(tmp_path, "site").read_text())
    number = next(fact["id"] for fact in report["facts"] if fact["kind"] == "Origin")
    status, out, _ = explain("site.bt", f"#{number}", "--recorded")
    assert status == 0
    assert "recording 2, request 1, answer (GET /login):" in out
    marked = re.findall("«(.*?)»", out)
    assert (len(marked), len(set(marked))) == (4, 2)
    assert "hunter2" not in out
    for words in (("site.bt", "1"), ("shop.bt", f"#{number}")):  # no fact, and nothing of what it was inferred from
        with pytest.raises(SystemExit):
            explain(*words, "--recorded")
