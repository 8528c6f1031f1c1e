import pytest

from tests.rulefiles import NEWS


def test_the_next_version_is_signed_and_the_same_text_is_none(shared, folder, capsys):
    assert shared("publish", "news.yaml", "--sign", "ann.pem") == 0
    assert "ann/news@1 at" in capsys.readouterr().out
    (folder / "news.yaml").write_text(NEWS.replace("Headlines and texts", "More"))
    assert shared("publish", "news.yaml", "--sign", "ann.pem") == 0
    assert "ann/news@2 at" in capsys.readouterr().out


def test_a_conflict_shows_what_both_have_changed(shared, folder, capsys, server):
    first = server.service.ledger.versions("ann", "news")[0]["sha256"]
    (folder / "news.yaml").write_text(NEWS.replace("Headlines and texts", "Theirs"))
    assert shared("publish", "news.yaml", "--sign", "ann.pem", "--parent", first) == 0
    (folder / "news.yaml").write_text(NEWS.replace("Headlines and texts", "Mine"))
    capsys.readouterr()
    assert shared("publish", "news.yaml", "--sign", "ann.pem", "--parent", first) == 2
    told = capsys.readouterr().err
    assert "version 2 has been published meanwhile" in told
    assert "+description: Theirs" in told
    assert "+description: Mine" in told
    assert [row["version"] for row in server.service.ledger.versions("ann", "news")] == [1, 2]


def test_it_takes_a_key_and_a_name(shared, folder, capsys):
    assert shared("publish", "news.yaml", "--name", "../x", "--sign", "ann.pem") == 2
    with pytest.raises(SystemExit):
        shared("publish", "news.yaml")
    assert "give --sign KEY, or BT_RULE_KEY" in capsys.readouterr().err


def test_a_version_is_hidden_with_a_reason(shared, capsys):
    assert shared("withdraw", "ann/news", "--reason", "old", "--sign", "ann.pem") == 2
    assert "say which version" in capsys.readouterr().err
    assert shared("withdraw", "ann/news@1", "--reason", "it takes advertisements", "--sign", "ann.pem") == 0
    assert shared("subscribe", "ann/news", "--yes") == 2
    assert "have been withdrawn: it takes advertisements" in capsys.readouterr().err
