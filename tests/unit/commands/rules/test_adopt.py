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
