import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from scrapy_bt.storage.library import read_bundle_file
from scrapy_bt.storage.signatures import verify
from tests.rulefiles import NEWS


def test_a_rule_is_written_with_its_hash(folder, rules, capsys):
    assert rules("export", "news.yaml", "-o", "x.bt-rule") == 0
    bundle = read_bundle_file(folder / "x.bt-rule")
    assert bundle.text == NEWS
    assert capsys.readouterr().out == f"x.bt-rule\nsha256 {bundle.hash}\n"


def test_without_a_name_it_is_named_as_the_rule(folder, rules):
    assert rules("export", "news.yaml") == 0
    assert (folder / "news.bt-rule").is_file()


def test_it_may_go_into_the_library(folder, rules, capsys):
    assert rules("export", "news.yaml", "--library") == 0
    (path,) = (folder / "library").iterdir()
    assert capsys.readouterr().out.startswith(f"{path}\n")


def test_it_may_be_signed(folder, rules, capsys):
    key = Ed25519PrivateKey.generate()
    (folder / "key.pem").write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    assert rules("export", "news.yaml", "--sign", "key.pem") == 0
    verify(read_bundle_file(folder / "news.bt-rule"), key.public_key().public_bytes_raw())
    assert "signed by " in capsys.readouterr().out


def test_what_is_missing_is_told_and_nothing_is_written(folder, rules, capsys):
    (folder / "a.yaml").write_text(NEWS.replace("licence: CC0-1.0\n", ""))
    assert rules("export", "a.yaml") == 2
    shown = capsys.readouterr().err
    assert "a.yaml:1:1: a rule that is passed on needs a `licence`" in shown
    assert "add `licence:` with the terms" in shown
    assert not [*folder.glob("*.bt-rule")]


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        (["news.yaml", "-o", "none/x.bt-rule"], 1, "cannot be written"),
        (["news.yaml", "--sign", "none.pem"], 2, "the key cannot be read"),
    ],
)
def test_what_goes_wrong_is_told(rules, capsys, arguments, status, told):
    assert rules("export", *arguments) == status
    assert told in capsys.readouterr().err


def test_a_file_that_is_there_is_written_over_only_by_force(folder, rules, capsys):
    (folder / "x.bt-rule").write_text("mine")
    assert rules("export", "news.yaml", "-o", "x.bt-rule") == 1
    assert "x.bt-rule is there already" in capsys.readouterr().err
    assert rules("export", "news.yaml", "-o", "news.yaml", "--force") == 1
    assert (folder / "news.yaml").read_text() == NEWS
    assert rules("export", "news.yaml", "-o", "x.bt-rule", "--force") == 0


def test_in_a_project_a_rule_is_named(project, rules, capsys):
    (project / "rules").mkdir()
    (project / "news.yaml").rename(project / "rules" / "shop.yaml")
    assert rules("export", "shop") == 0
    assert (project / "news.bt-rule").is_file()


def test_a_rule_that_is_not_there_is_told(rules, capsys):
    with pytest.raises(SystemExit):
        rules("export", "none.yaml")
    assert "there is no rule file none.yaml" in capsys.readouterr().err
