import sys
from base64 import b64encode

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from tests.rulefiles import NEWS


@pytest.fixture
def bundle(folder, rules, capsys):
    assert rules("export", "news.yaml") == 0
    capsys.readouterr()
    return folder / "news.bt-rule"


@pytest.fixture
def signed(folder, rules, capsys):
    key = Ed25519PrivateKey.from_private_bytes(bytes(32))
    (folder / "key.pem").write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    assert rules("export", "news.yaml", "--sign", "key.pem") == 0
    capsys.readouterr()
    return folder / "news.bt-rule"


def test_a_rule_goes_into_the_project_and_is_described(project, rules, bundle, capsys):
    assert rules("import", bundle) == 0
    shown = capsys.readouterr().out
    assert (project / "rules" / "news.yaml").read_text("utf-8") == NEWS
    for told in (
        "author:      A. Writer\n",
        "licence:     CC0-1.0\n",
        "hosts:       news.test\n",
        "not signed: anyone may",
    ):
        assert told in shown
    assert rules("import", bundle) == 0
    assert "is there already" in capsys.readouterr().out


def test_another_rule_of_the_name_stays_unless_it_is_forced(project, rules, bundle, capsys):
    (project / "rules").mkdir()
    path = project / "rules" / "news.yaml"
    path.write_text("mine\n")
    assert rules("import", bundle) == 1
    assert "is there already, with another rule; name another file with -o, or take --force" in capsys.readouterr().err
    assert path.read_text() == "mine\n"
    assert rules("import", bundle, "--force") == 0
    assert path.read_text("utf-8") == NEWS


def test_it_goes_where_it_is_said(folder, rules, bundle):
    assert rules("import", bundle, "-o", "deep/er.yaml") == 0
    assert (folder / "deep" / "er.yaml").read_text("utf-8") == NEWS


def test_it_goes_into_the_library_and_from_there_on(folder, rules, bundle, capsys):
    assert rules("import", bundle, "--library") == 0
    (kept,) = (folder / "library").iterdir()
    assert f"kept as {kept}\n" in capsys.readouterr().out
    assert rules("import", kept.name, "-o", "copy.yaml") == 0
    assert (folder / "copy.yaml").read_text("utf-8") == NEWS


def test_outside_of_projects_it_has_to_be_said_where_to(rules, bundle, capsys):
    with pytest.raises(SystemExit) as ended:
        rules("import", bundle)
    assert ended.value.code == 2
    assert "say where to: -o FILE, or --library" in capsys.readouterr().err


def test_a_rule_that_was_changed_is_not_taken(folder, rules, bundle, capsys):
    bundle.write_text(bundle.read_text("utf-8").replace("<h1>'", "<h2>'"), encoding="utf-8")
    assert rules("import", bundle, "-o", "x.yaml") == 1
    assert "the file was changed after it was exported" in capsys.readouterr().err
    assert not (folder / "x.yaml").exists()


def test_a_signature_is_checked(folder, rules, signed, capsys):
    assert rules("import", signed, "-o", "x.yaml") == 0
    assert "the signature holds; compare its key with that of the author: " in capsys.readouterr().out
    text = signed.read_text("utf-8")
    before = '"signature": "'
    at = text.index(before) + len(before)
    signed.write_text(text[:at] + ("A" if text[at] != "A" else "B") + text[at + 1 :], encoding="utf-8")
    assert rules("import", signed, "-o", "y.yaml") == 1
    assert "the signature is not one of this rule" in capsys.readouterr().err
    assert not (folder / "y.yaml").exists()


def test_a_key_may_be_wanted_of_a_rule_without_one(rules, bundle, capsys):
    assert rules("import", bundle, "-o", "x.yaml", "--key", "A" * 43 + "=") == 1
    assert "the rule is not signed" in capsys.readouterr().err


def test_a_key_may_be_wanted_that_is_another(rules, signed, capsys):
    assert rules("import", signed, "-o", "x.yaml", "--key", "A" * 43 + "=") == 1
    assert "as you want it" in capsys.readouterr().err


def test_the_wanted_key_is_the_one(rules, signed, capsys):
    public = Ed25519PrivateKey.from_private_bytes(bytes(32)).public_key().public_bytes_raw()
    assert rules("import", signed, "-o", "x.yaml", "--key", b64encode(public).decode()) == 0
    assert "made with the key that you want" in capsys.readouterr().out
    assert rules("import", signed, "-o", "x.yaml", "--key", "none.pem") == 1
    assert "none.pem: this is no public Ed25519 key" in capsys.readouterr().err


def test_without_the_package_a_signed_rule_is_taken_only_on_demand(rules, signed, monkeypatch, capsys):
    for name in [name for name in sys.modules if name.partition(".")[0] == "cryptography"]:
        monkeypatch.setitem(sys.modules, name, None)
    assert rules("import", signed, "-o", "x.yaml") == 1
    told = capsys.readouterr().err
    assert "pip install 'scrapy_bt[sign]'" in told
    assert "--unchecked" in told
    assert rules("import", signed, "-o", "x.yaml", "--unchecked") == 0
    assert "the signature was not checked" in capsys.readouterr().out


def test_a_file_that_is_not_there_is_told(rules, capsys):
    assert rules("import", "none.bt-rule", "--library") == 1
    assert "there is no `none.bt-rule` in the library" in capsys.readouterr().err
