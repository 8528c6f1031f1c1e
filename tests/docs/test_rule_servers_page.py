"""The page on rule servers, followed to the letter with a server."""

import io
import shlex
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from scrapy.settings import Settings

from scrapy_bt.commands.bt import BT
from scrapy_bt.ruleserver.application import ADDRESSES
from tests.docs.blocks import DOCS, read_blocks, read_commands
from tests.rulefiles import NEWS
from tests.ruleservers import PASSWORD, rule_server

PAGE = DOCS / "rules" / "servers.md"
TAKING, PUBLISHING, SERVING = ([*read_commands(block)] for block in read_blocks(PAGE) if block.language == "console")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SCRAPY_SETTINGS_MODULE", "scrapy.settings.default_settings")
    monkeypatch.setattr("getpass.getpass", lambda prompt: print(prompt) or PASSWORD)
    (tmp_path / "scrapy.cfg").write_text("[settings]\n")
    (tmp_path / "news.yaml").write_text(NEWS, encoding="utf-8")
    return tmp_path


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_the_commands_print_what_is_shown(folder, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", Terminal())
    with rule_server(folder) as server:
        settings = {"BT_RULE_LIBRARY": str(folder / "library"), "BT_RULE_SERVERS": server.url}
        for command in (*PUBLISHING, *TAKING, SERVING[0]):
            words = shlex.split(command.line.replace("https://rules.example.org", server.url))
            if words[0] == "openssl":
                key = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
                Path(words[-1]).write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
                continue
            database = f"sqlite:///{folder}/other.db"
            words = [database if word == "sqlite:///rules.db" else word for word in words]
            status = BT.run("rules", words[3:], Settings(settings))
            printed = capsys.readouterr()
            shown = printed.out.replace(server.url, "https://rules.example.org").replace("Password of ann: \n", "")
            assert (status, shown, printed.err) == (0, command.output.replace("Password of ann:\n", ""), "")


def test_the_table_has_every_route():
    page = PAGE.read_text("utf-8")
    for address in ADDRESSES:
        last = address.path.split("/")[2]
        assert last in page, address.path
