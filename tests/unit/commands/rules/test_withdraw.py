def test_a_version_is_hidden_with_a_reason(shared, capsys):
    assert shared("withdraw", "ann/news", "--reason", "old", "--sign", "ann.pem") == 2
    assert "say which version" in capsys.readouterr().err
    assert shared("withdraw", "ann/news@1", "--reason", "it takes advertisements", "--sign", "ann.pem") == 0
    assert shared("subscribe", "ann/news", "--yes") == 2
    assert "have been withdrawn: it takes advertisements" in capsys.readouterr().err
