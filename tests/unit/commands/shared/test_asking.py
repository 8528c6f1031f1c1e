import io
import sys

from scrapy_bt.commands.shared.asking import ask_password, print_all


def test_a_password_may_come_from_a_line_of_the_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("s3cret\nmore\n"))
    assert ask_password("ann") == "s3cret"


def test_lines_are_told_beside_the_output(capsys):
    print_all(["one", "two"])
    assert capsys.readouterr() == ("", "one\ntwo\n")
