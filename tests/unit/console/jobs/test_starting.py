import signal
import sys
from pathlib import Path

import pytest

from scrapy_bt.console.jobs import starting


def test_what_is_started_heeds_interrupts_though_the_console_ignores_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A script that starts the console with `&` makes it ignore them, and its processes would as well."""
    program = tmp_path / "program"
    program.write_text(f"#!{sys.executable}\nimport signal\nprint(signal.getsignal(signal.SIGINT), flush=True)\n")
    program.chmod(0o755)

    class System:
        executable = str(program)

    monkeypatch.setattr(starting, "sys", System)
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        process = starting.start_command(["list"], folder=tmp_path, log=tmp_path / "log")
    finally:
        signal.signal(signal.SIGINT, before)
    process.wait()
    assert "default_int_handler" in (tmp_path / "log").read_text()
