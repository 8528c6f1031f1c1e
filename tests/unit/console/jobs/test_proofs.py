import sys
from pathlib import Path

import pytest

from scrapy_bt.console.jobs import starting
from scrapy_bt.console.jobs.proofs import FOLDER, Proofs, infer_line
from scrapy_bt.console.refusals import Refusal


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stands where Python is started: it says what it was given, and waits to be ended."""
    path = tmp_path / "program"
    path.write_text(
        f"#!{sys.executable}\nimport signal, sys\nsignal.pthread_sigmask(signal.SIG_BLOCK, {{signal.SIGINT}})\n"
        "print(sys.argv[1:], flush=True)\nsignal.sigwait({signal.SIGINT})\n"
    )
    path.chmod(0o755)

    class System:
        executable = str(path)

    monkeypatch.setattr(starting, "sys", System)


@pytest.mark.usefixtures("program")
def test_it_writes_beside_what_there_is_and_can_be_ended(tmp_path: Path) -> None:
    proofs = Proofs(tmp_path, tmp_path / ".scrapy")
    proof = proofs.start("shop", ["1.har", "--keep=3"])
    assert proof.tree.is_relative_to(tmp_path / ".scrapy" / FOLDER)
    assert proof.tree.parent.stat().st_mode & 0o077 == 0
    assert proofs.of("shop") == [proof]
    assert proofs.of("other") == []
    while not proof.last_words:
        assert proof.is_running
    assert "'infer', '1.har', '--keep=3', '-o'" in proof.last_words[0]
    proofs.end(proof.id)
    assert proof.process.wait() == 0
    assert not proof.is_running
    proofs.close()


def test_what_was_not_started_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="no inference 'x'"):
        Proofs(tmp_path, tmp_path).get("x")
    assert infer_line(["a b"], "t.bt") == "scrapy bt infer 'a b' -o t.bt -f"
