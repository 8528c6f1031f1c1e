"""`scrapy bt infer` where nothing is sent."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from scrapy.settings import Settings

from scrapy_bt.capture.folder import NewSample
from scrapy_bt.capture.har_writer import write_har
from scrapy_bt.commands.bt import BT
from scrapy_bt.commands.infer import concealed
from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.priority.recorded import read_weights
from scrapy_bt.core.samples.traffic import Element, Event
from scrapy_bt.core.tree.nodes import Visit
from tests.login_site import USERS, login_site, record_login
from tests.recordings import ask

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def infer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command in a folder with two recordings: its status, and what it printed."""
    monkeypatch.chdir(tmp_path)
    site = login_site()
    for name, user, word in (("first", "ann", "lamp"), ("second", "bob", "desk")):
        write_har(tmp_path / f"{name}.har", record_login(site, user, word).exchanges)

    def run(*words: str, samples: Sequence[str] = ("first.har", "second.har")) -> tuple[int, str, str]:
        status = BT.run("infer", [*samples, *words], Settings())
        shown = capsys.readouterr()
        return status, shown.out, shown.err

    return run


def record_key(folder: Path, word: str) -> str:
    """A sample in which a word was typed into a field that is called key, and searched for; its name."""
    field = Element("input", "body > input", {"name": "key", "type": "text"})
    typed = Event(9.0, "change", "http://s.test/", field, word)
    found = ask(f"/search?key={word}", {"hits": [f"{word} {n}" for n in range(4)]}, at=10.0)
    NewSample(folder).finish(0.0, exchanges=[found], events=[typed])
    return folder.name


def test_without_replay_there_is_a_tree_that_says_it_is_not_proven(infer: Run) -> None:
    status, out, err = infer("--replay", "none")
    assert status == 0
    assert "# Not proven: nothing was replayed." in out
    assert parse(out).entries
    assert "requests: 10 recorded in 2 recordings, 5 steps without noise, 3 kept" in err
    assert "target: GET /list: the last page" in err
    assert "form t: css `input[name=t]::attr(value)` of step 2 (GET /login) (not proven)" in err
    assert "nothing is replayed (--replay none)" in err


@pytest.mark.parametrize(
    ("words", "is_told"),
    [(["windmill"], True), (["windmill", "windmill"], True), (["windmill", "footbridge"], False)],
    ids=["one", "the same twice", "two"],
)
def test_that_a_choice_looks_like_a_constant_is_told(
    infer: Run, tmp_path: Path, words: list[str], *, is_told: bool
) -> None:
    samples = [record_key(tmp_path / f"sample {number}", word) for number, word in enumerate(words)]
    _, _, err = infer("--replay", "none", samples=samples)
    assert ("what was chosen looks like a constant" in err) is is_told


def test_tree_and_knowledge_are_written_without_secrets(infer: Run, tmp_path: Path) -> None:
    status, out, err = infer("--replay", "none", "-o", "shop.bt")
    assert (status, out) == (0, "")
    assert "why it is so: scrapy bt explain shop.bt\ntry it: scrapy bt run shop.bt -a secret=…\n" in err
    tree, beside = (tmp_path / "shop.bt").read_text("utf-8"), (tmp_path / "shop.inference.json").read_text("utf-8")
    data = json.loads(beside)
    assert (data["tree"], data["stubs"]) == ("shop.bt", [])
    assert {step["visit"] for step in data["path"]} <= set(parse(tree).declarations)
    assert not [secret for secret in USERS.values() if secret in tree + beside + err]


def test_weights_of_the_recording_are_written_beside_the_tree(infer: Run, tmp_path: Path) -> None:
    infer("--replay", "none", "-o", "shop.bt")
    weights = read_weights((tmp_path / "shop.weights.json").read_text("utf-8"))
    declarations = parse((tmp_path / "shop.bt").read_text("utf-8")).declarations
    assert set(weights) == {name for name, node in declarations.items() if isinstance(node, Visit)}
    assert all(weights.values())


def test_weights_that_are_there_are_left_alone(infer: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "shop.weights.json").write_text("mine")
    with pytest.raises(SystemExit):
        infer("--replay", "none", "-o", "shop.bt")
    assert "shop.weights.json is there already" in capsys.readouterr().err
    assert not (tmp_path / "shop.bt").exists()


def test_as_json_everything_comes_at_once(infer: Run) -> None:
    status, out, err = infer("--replay", "none", "--json")
    data = json.loads(out)
    assert (status, err) == (0, "")
    assert data["text"].startswith("# ")
    assert data["proven"] is False


def test_the_target_can_be_named(infer: Run) -> None:
    _, _, err = infer("--replay", "none", "--target", "/about")
    assert "target: GET /about: as the person said" in err
    assert "1 kept" in err


def test_files_that_are_there_are_left_alone_unless_told(
    infer: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "shop.bt").write_text("mine")
    with pytest.raises(SystemExit):
        infer("--replay", "none", "-o", "shop.bt")
    assert "shop.bt is there already; take another name, or --force to write over it" in capsys.readouterr().err
    assert (tmp_path / "shop.bt").read_text() == "mine"
    status, _, _ = infer("--replay", "none", "-o", "shop.bt", "--force")
    assert status == 0
    assert (tmp_path / "shop.bt").read_text() != "mine"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-o", "shop.txt"], "the name of a tree ends with .bt"),
        (["-o", "nowhere/shop.bt"], "there is no folder nowhere"),
        (["--replays", "0"], "--replays is at least 1"),
    ],
)
def test_a_wrong_command_line_is_told(
    infer: Run, capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    with pytest.raises(SystemExit) as end:
        infer("--replay", "none", *words)
    assert end.value.code == 2
    assert message in capsys.readouterr().err


def test_samples_that_cannot_be_used_are_told(infer: Run, tmp_path: Path) -> None:
    status, _, err = infer(samples=["gone.har"])
    assert status == 2
    assert err.startswith("gone.har: there is no such file or folder")
    write_har(tmp_path / "empty.har", ())
    status, _, err = infer(samples=["empty.har"])
    assert status == 2
    assert "empty.har: this HAR has no entries" in err
    status, _, err = infer("--replay", "none", "--target", "https://site.test/nowhere")
    assert status == 2
    assert "no request of the first recording fits the target" in err


def test_problems_of_a_recording_are_told_and_do_no_harm(infer: Run, tmp_path: Path) -> None:
    text = (tmp_path / "first.har").read_text("utf-8")
    (tmp_path / "first.har").write_text(text[: len(text) - 30], "utf-8")
    status, _, err = infer("--replay", "none", "--target", "/about")
    assert status == 0
    assert "first.har" in err


def test_what_stands_around_a_click_is_read_from_the_sample(infer: Run, tmp_path: Path) -> None:
    rows = [{"mast": f"m{number}", "flag": f"f{number}"} for number in range(3)]
    quays = [{"quay": name, "boats": rows} for name in ("east", "west")]
    for name in ("east", "west"):
        click = Event(9.0, "click", element=Element("i", "html > body > p > i"), before="pages/quay.html")
        sample = NewSample(tmp_path / name)
        sample.put_page("quay.html", f"<html><body><p><i></i>{name}</p></body></html>")
        sample.finish(0.0, exchanges=[ask("/quays", {"quays": quays}, at=1.0)], events=[click])
    status, out, _ = infer("--replay", "none", samples=("east", "west"))
    assert status == 0
    assert 'chosen_quay = "east"' in out


def test_what_was_typed_into_a_field_called_key_is_told(infer: Run, tmp_path: Path) -> None:
    samples = [record_key(tmp_path / word, word) for word in ("windmill", "footbridge")]
    assert infer("--replay", "none", "-o", "walks.bt", samples=samples)[0] == 0
    told = json.loads((tmp_path / "walks.inference.json").read_text("utf-8"))["arguments"]
    assert told == [{"name": "key", "secret": False, "example": "windmill"}]


def test_a_secret_that_got_into_a_text_is_covered() -> None:
    assert concealed({"hunter2-hunter2"}, "a hunter2-hunter2 b") == "a *************** b"
    assert concealed((), "text") == "text"


def test_why_no_request_can_be_used_is_told(infer: Run) -> None:
    request = {"method": "GET", "url": "ftp://a.test/"}
    Path("odd.har").write_text(json.dumps({"log": {"entries": [{"request": request, "response": {}}]}}), "utf-8")
    Path("page.har").write_text("<!doctype html>\n<html><p>What I saw</p></html>", "utf-8")
    status, _, err = infer(samples=["odd.har"])
    assert status != 0
    assert "odd.har: entry 1: a ftp: address" in err
    assert "odd.har: none of its requests can be used" in err
    assert "page.har: this is a saved page" in infer(samples=["page.har"])[2]
    Path("odd.har").write_text('{"log": {"entries": []}}', "utf-8")
    assert "odd.har: this HAR has no entries; record again" in infer(samples=["odd.har"])[2]


def test_a_column_that_is_none_is_told(infer: Run) -> None:
    status, _, err = infer("--replay", "none", "--columns", "no such column")
    assert status != 0
    assert "no field is called 'no such column'" in err


def test_going_on_after_a_tree_that_was_inferred_otherwise_is_refused(infer: Run, tmp_path: Path) -> None:
    assert infer("--replay", "none", "-o", "shop.bt")[0] == 0
    with pytest.raises(SystemExit):
        infer("--replay", "none", "--after", "shop.bt", "--columns", "title", "-o", "other.bt")
    assert not (tmp_path / "other.bt").exists()
    assert infer("--replay", "none", "--after", "shop.bt", "-o", "other.bt")[0] == 0


def test_half_characters_of_a_recording_are_written_as_question_marks(infer: Run, tmp_path: Path) -> None:
    rows = {"rows": [{"name\ud800": "x\udc00"}, {"name\ud800": "y\udc00"}]}
    write_har(tmp_path / "halves.har", [ask("/list", json.dumps(rows), data={"\udc00": "\ud800"}, kind="xhr")])
    status, out, _ = infer("--replay", "none", "--json", "-o", "halves.bt", samples=("halves.har",))
    assert status == 0
    told = json.loads(out)
    assert told["text"] == (tmp_path / "halves.bt").read_text("utf-8")
    assert '"json ?"' in (tmp_path / "halves.inference.json").read_text("utf-8")
