import json
import sys
from pathlib import Path

import pytest

from scrapy_bt.console.jobs import starting
from scrapy_bt.console.jobs.runs import Runs
from scrapy_bt.console.refusals import Refusal


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stands where Python is started: it says what it was given, and waits to be ended."""
    path = tmp_path / "program"
    path.write_text(
        f"#!{sys.executable}\nimport signal, sys\ngiven = sys.argv[sys.argv.index('--given') + 1]\n"
        "print(sys.argv[1:], open(given).read(), flush=True)\n"
        "signal.sigwait({signal.SIGINT})\n"
    )
    path.chmod(0o755)

    class System:
        executable = str(path)

    monkeypatch.setattr(starting, "sys", System)
    return path


def test_arguments_are_in_a_file_that_only_this_user_reads(tmp_path: Path, program: Path) -> None:
    runs = Runs(tmp_path, tmp_path / ".scrapy")
    run = runs.start("shop", {"password": "sesame"}, {"LOG_LEVEL": "INFO"})
    try:
        assert run.arguments.stat().st_mode & 0o777 == 0o600
        assert json.loads(run.arguments.read_text())["arguments"] == {"password": "sesame"}
        assert "sesame" not in " ".join(map(str, run.process.args))
        assert (run.state, runs.get(run.id), runs.all()) == ("running", run, [run])
    finally:
        runs.end(run.id)
        run.process.wait()
    assert runs.all()[0].state.startswith("ended")
    assert not run.arguments.exists()
    assert run.log.stat().st_mode & 0o777 == 0o600


def test_what_cannot_be_is_refused(tmp_path: Path) -> None:
    runs = Runs(tmp_path, tmp_path / ".scrapy")
    with pytest.raises(Refusal, match="no name of a setting"):
        runs.start("shop", {}, {"-x": "1"})
    with pytest.raises(Refusal, match="no run"):
        runs.get("x")
