def test_a_changed_file_is_told(shared, folder, capsys):
    assert shared("subscribe", "ann/news", "--yes") == 0
    file = folder / "rules" / "news.yaml"
    file.write_text(file.read_text() + "# mine\n")
    capsys.readouterr()
    assert shared("verify") == 1
    shown = capsys.readouterr().out
    assert "news.yaml: ann/news@1: this is not version 1 of ann/news" in shown
    assert shown.endswith("1 subscription, 1 not as signed\n")
    assert shared("subscribe", "ann/news@1", "--yes") == 0
    assert shared("verify") == 0


def test_a_lock_that_was_changed_with_the_file_is_told_by_the_signature(shared, folder, capsys):
    from hashlib import sha256

    assert shared("subscribe", "ann/news", "--yes") == 0
    file, lock = folder / "rules" / "news.yaml", folder / "rules" / "subscribed.json"
    before = sha256(file.read_bytes()).hexdigest()
    file.write_text(file.read_text() + "# mine\n")
    lock.write_text(lock.read_text().replace(before, sha256(file.read_bytes()).hexdigest()))
    capsys.readouterr()
    assert shared("verify") == 1
    assert "the signature that is kept of it does not hold" in capsys.readouterr().out


def test_a_missing_file_is_told(shared, folder, capsys):
    assert shared("subscribe", "ann/news", "--yes") == 0
    (folder / "rules" / "news.yaml").unlink()
    assert shared("verify") == 1
