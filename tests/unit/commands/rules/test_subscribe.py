import io
import json

from scrapy_bt.crawl.project.subscriptions import load_subscriptions


def test_a_rule_is_shown_before_it_is_taken_and_pinned(shared, folder, capsys):
    capsys.readouterr()
    assert shared("subscribe", "ann/news", "--yes") == 0
    shown = capsys.readouterr().out
    assert "hosts:       news.test\n" in shown
    assert "list.headline: start <h2><a href=" in shown
    assert "version:     1 of 1, signed by ann\n" in shown
    (file,) = load_subscriptions(folder / "rules").rules
    assert (file, (folder / "rules" / "news.yaml").is_file()) == ("news.yaml", True)
    assert json.loads((folder / "rules" / "subscribed.json").read_text())["format"] == 1


def test_nothing_is_written_without_a_yes(shared, folder, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert shared("subscribe", "ann/news") == 2
    assert "nothing is written without a yes" in capsys.readouterr().err
    assert not (folder / "rules").exists()


def test_what_is_there_stays(shared, folder, capsys):
    (folder / "rules").mkdir()
    (folder / "rules" / "news.yaml").write_text("mine")
    assert shared("subscribe", "ann/news", "--yes") == 2
    assert "is there already, with another rule" in capsys.readouterr().err
    assert (folder / "rules" / "news.yaml").read_text() == "mine"
    assert not (folder / "rules" / "subscribed.json").exists()
    assert shared("subscribe", "ann/news", "--yes", "-o", "other.yaml") == 0
    for path in ("../x.yaml", "/tmp/x.yaml", "x.py"):
        assert shared("subscribe", "ann/news", "--yes", "-o", path) == 2


def test_what_is_no_rule_of_a_server(shared, capsys):
    for name in ("news", "ann/../x", "ann/news@x", "ann/nothing", "ann/news@7"):
        assert shared("subscribe", name, "--yes") == 2
        assert capsys.readouterr().err


def test_a_copy_says_where_it_comes_from_and_is_no_subscription(shared, folder, capsys):
    assert shared("subscribe", "ann/news", "--yes") == 0
    assert shared("adopt", "ann/news", "--yes") == 0
    text = (folder / "rules" / "news.yaml").read_text()
    assert text.startswith("# derived_from: ann/news@1 ")
    (folder / "rules" / "news.yaml").write_text(text + "# mine\n")
    capsys.readouterr()
    assert shared("verify") == 0
    assert capsys.readouterr().out == "0 subscriptions, 0 not as signed\n"
    assert shared("check") == 0
