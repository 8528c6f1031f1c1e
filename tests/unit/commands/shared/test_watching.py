"""What is told while an inference works, and at its end."""

from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest

from scrapy_bt.commands.shared.watching import ProgressWatcher, tell
from scrapy_bt.core.inference.explanation.report import report_of
from scrapy_bt.core.inference.goal import Goal
from scrapy_bt.core.inference.growth import Stub, grow
from tests.login_site import LOGIN, USERS, record
from tests.pure_site import Sender, finish


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def watch(stream: StringIO, *, quiet: bool = False) -> str:
    inference, site = record(*LOGIN)
    sender = Sender(site)
    with ProgressWatcher(inference, quiet=quiet, stream=stream) as watcher:
        while asked := inference.next():
            watcher.show()
            watcher.show()
            sender.run(asked, inference)
        watcher.show()
    return stream.getvalue()


def test_each_step_is_told_once() -> None:
    lines = watch(StringIO()).splitlines()
    assert lines[0].startswith("round 1: ")
    assert lines[0].endswith("0 replays, 200 left: the path by all that is known")
    assert "left: done" in lines[-1]
    assert len(set(lines)) == len(lines)


def test_on_a_terminal_one_line_is_rewritten() -> None:
    shown = watch(Terminal())
    assert shown.count("\n") == 1
    assert shown.count("\r\x1b[K") > 5


@pytest.mark.parametrize("stream", [StringIO(), Terminal()])
def test_quietly_nothing_is_told(stream: StringIO) -> None:
    assert watch(stream, quiet=True) == ""


@pytest.mark.parametrize(("quiet", "told"), [(False, "shop.test asks to wait 3 s\n"), (True, "")])
def test_what_happens_meanwhile_is_told_too(told: str, *, quiet: bool) -> None:
    stream = StringIO()
    with ProgressWatcher(record(*LOGIN)[0], quiet=quiet, stream=stream) as watcher:
        watcher.note("shop.test asks to wait 3 s")
    assert stream.getvalue() == told


def test_on_a_terminal_what_happened_meanwhile_gives_way_to_how_far_it_is() -> None:
    stream = Terminal()
    with ProgressWatcher(record(*LOGIN)[0], stream=stream) as watcher:
        watcher.show()
        watcher.note("shop.test asks to wait 3 s")
        watcher.show()
        watcher.note("and once more")
    before, told, after, last = stream.getvalue().split("\r\x1b[K")[1:]
    assert (told, before, last) == ("shop.test asks to wait 3 s", after, "and once more\n")


def test_the_summary_tells_what_was_kept_and_what_to_do_next(capsys: pytest.CaptureFixture[str]) -> None:
    inference, site = record(*LOGIN)
    finish(inference, site)
    grown = grow(inference.conclusion)
    tell(inference, grown, Path("shop.bt"))
    told = capsys.readouterr().err
    assert "requests: 10 recorded in 2 recordings, 5 steps without noise, 3 kept\n" in told
    assert "  form t: css `input[name=t]::attr(value)` of step 2 (GET /login)\n" in told
    assert "\nproven\n" in told
    assert told.endswith(
        "\nwritten: shop.bt\nwhy it is so: scrapy bt explain shop.bt\ntry it: scrapy bt run shop.bt -a password=…\n"
    )
    assert not [secret for secret in USERS.values() if secret in told]
    assert "pages:" not in told
    tell(inference, replace(grown, series={4: "as long as there are some"}), None)
    assert "  pages: as long as there are some\nproven\n" in capsys.readouterr().err


def test_code_that_is_needed_before_it_can_be_tried_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    inference, site = record(*LOGIN)
    finish(inference, site)
    stubs = tuple(Stub(name, "data/md5") for name in ("one", "two"))
    tell(inference, replace(grow(inference.conclusion), stubs=stubs), Path("shop.bt"))
    told = capsys.readouterr().err
    assert "\n2 values to be made by code: scrapy bt generate shop.bt\ntry it: " in told


def test_what_is_not_proven_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    inference, site = record(*LOGIN, goal=Goal(level="none"))
    finish(inference, site)
    tell(inference, grow(inference.conclusion), None)
    told = capsys.readouterr().err
    assert "\nnot proven\n  nothing is replayed (--replay none)\n" in told
    assert "step 2: GET /login: gives form t, the cookie sid (not proven)" in told


def test_what_is_not_proven_is_told_without_secrets(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    inference, site = record(*LOGIN)
    finish(inference, site)
    secret = next(iter(inference.secrets))
    data = {**report_of(inference), "unproven": [f"parts came for “{secret}”"]}
    monkeypatch.setattr("scrapy_bt.commands.shared.watching.report_of", lambda _: data)
    tell(inference, grow(inference.conclusion), None)
    assert f"\n  parts came for “{'*' * len(secret)}”\n" in capsys.readouterr().err


def test_the_numbers_of_recordings_are_told_by_their_names(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    inference, site = record(*LOGIN)
    finish(inference, site)
    data = {**report_of(inference), "unproven": ["the input of recording 2"]}
    monkeypatch.setattr("scrapy_bt.commands.shared.watching.report_of", lambda _: data)
    tell(inference, grow(inference.conclusion), None)
    one, other = (each.name for each in inference.board.recordings)
    assert f"\n  (recording 1 is {one}, recording 2 is {other})\n" in capsys.readouterr().err


def test_why_what_was_chosen_looks_like_a_constant_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    inference, site = record(*LOGIN)
    finish(inference, site)
    monkeypatch.setattr(type(inference), "summary", replace(inference.summary, is_of_one_input=True))
    tell(inference, grow(inference.conclusion), None)
    told = "\nall recordings were given the same, so what was chosen looks like a constant"
    assert told in capsys.readouterr().err


def test_the_first_records_are_shown_without_secrets(capsys: pytest.CaptureFixture[str]) -> None:
    inference, site = record(*LOGIN)
    finish(inference, site)
    secret = next(iter(inference.secrets))
    lamp = {"name": "Lamp\n of brass", "of": ["a", "b"], "none": None, "by": f"with {secret}"}
    inference.brought = ((lamp, f"Lamp, with {secret}"),)
    tell(inference, grow(inference.conclusion), None)
    told = capsys.readouterr().err
    hidden = "*" * len(secret)
    assert f"the first records:\n  name: Lamp of brass · of: a, b · by: with {hidden}\n" in told
    assert f"\n    on the page: Lamp, with {hidden}\n" in told


def test_a_list_that_goes_on_unseen_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    inference, site = record(*LOGIN)
    finish(inference, site)
    tell(inference, grow(inference.conclusion), None)
    assert "goes on" not in capsys.readouterr().err
    summary = replace(inference.summary, goes_on=True)
    monkeypatch.setattr(type(inference), "summary", summary)
    tell(inference, grow(inference.conclusion), None)
    assert "the list goes on: nobody turned to its next page" in capsys.readouterr().err
