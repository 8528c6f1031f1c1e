"""A console that ends while somebody waits for a page of a slow site."""

import http.client
import re
import signal
import subprocess
import threading
from pathlib import Path

import pytest

from tests.commandlines import COMMAND, CommandLine
from tests.serving import Handler, serving

pytestmark = pytest.mark.server


def test_ctrl_c_ends_what_is_being_fetched_and_says_nothing_of_it(tmp_path: Path) -> None:
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = shop\n")
    (tmp_path / "shop.py").write_text('ADDONS = {"scrapy_bt.Addon": 300}\nBT_ALLOW_INTERNAL = True\n')
    asked, over = threading.Event(), threading.Event()

    class Slow(Handler):
        def do_GET(self) -> None:  # noqa: N802 - as its base calls it
            asked.set()
            over.wait()

    with (
        serving(Slow) as site,
        CommandLine(
            [*COMMAND, "bt", "console", "--port", "0"],
            cwd=tmp_path,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process,
    ):
        assert process.stdout is not None
        found = re.search(r"http://(\S+)/login#key=(\S+)", process.stdout.readline())
        assert found is not None
        host, key = found.groups()
        headers = {"Authorization": f"Bearer {key}", "Origin": f"http://{host}", "Content-Type": "application/json"}
        connection = http.client.HTTPConnection(host)
        connection.request("POST", "/api/v1/pages", f'{{"url": "{site}/"}}', headers)
        asked.wait()
        process.send_signal(signal.SIGINT)
        _, said = process.communicate()
        over.set()
        connection.close()
    assert (process.returncode, said) == (0, "")
