from tests.rulefiles import NEWS


def publish(shared, folder, was, now):
    (folder / "news.yaml").write_text(NEWS.replace(was, now))
    assert shared("publish", "news.yaml", "--sign", "ann.pem") == 0


def test_an_update_is_shown_and_taken_only_by_name(shared, folder, capsys):
    assert shared("subscribe", "ann/news", "--yes") == 0
    before = (folder / "rules" / "news.yaml").read_text()
    publish(shared, folder, "hosts:\n  - news.test", "hosts:\n  - news.test\n  - evil.test")
    capsys.readouterr()
    assert shared("updates") == 0
    shown = capsys.readouterr().out
    assert "news.yaml: ann/news 1 → 2\nnew host: evil.test\n" in shown
    assert "\n+  - evil.test\n" in shown
    assert (folder / "rules" / "news.yaml").read_text() == before
    assert shared("updates", "--apply", "news.yaml") == 0
    assert shared("verify") == 0
    assert shared("updates") == 0
    assert capsys.readouterr().out.endswith("0 updates\n")


def test_without_its_server_the_rule_runs_on_and_the_command_says_so(shared, folder, capsys, server):
    assert shared("subscribe", "ann/news", "--yes") == 0
    assert shared("updates", "--server", "http://127.0.0.1:9") == 1
    assert "cannot be reached" in capsys.readouterr().err
    assert shared("verify") == 0


def test_a_withdrawn_version_is_not_offered(shared, folder, capsys):
    assert shared("subscribe", "ann/news", "--yes") == 0
    publish(shared, folder, "Headlines and texts", "Something else")
    assert shared("withdraw", "ann/news@2", "--reason", "wrong", "--sign", "ann.pem") == 0
    capsys.readouterr()
    assert shared("updates") == 0
    assert capsys.readouterr().out == "0 updates\n"
    assert shared("subscribe", "ann/news@2", "--yes") == 2
    assert "has been withdrawn: wrong" in capsys.readouterr().err


def test_only_what_is_there_is_taken(shared, capsys):
    assert shared("updates") == 0
    assert "0 updates" in capsys.readouterr().out
