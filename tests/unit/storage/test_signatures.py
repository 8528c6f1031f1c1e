import sys
from base64 import b64encode
from dataclasses import replace

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from scrapy_bt.core.rules.files.bundle import make_bundle, read_bundle, write_bundle
from scrapy_bt.storage.signatures import SignatureError, fingerprint, is_available, read_public_key, sign, verify
from tests.rulefiles import NEWS

BUNDLE = make_bundle(NEWS, file="f")
KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))


def pem(key, encryption=None):
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, encryption or NoEncryption())


@pytest.fixture
def key_file(tmp_path):
    path = tmp_path / "key.pem"
    path.write_bytes(pem(KEY))
    return path


def test_a_signature_holds_also_after_the_way_through_a_file(key_file):
    signed = sign(BUNDLE, key_file)
    verify(signed)
    verify(read_bundle(write_bundle(signed), file="f"), KEY.public_key().public_bytes_raw())


def test_a_signature_of_another_rule_does_not_hold(key_file):
    signed = sign(BUNDLE, key_file)
    other = replace(signed, text=signed.text.replace("CC0-1.0", "MIT"))
    with pytest.raises(SignatureError, match="the signature is not one of this rule"):
        verify(other)
    with pytest.raises(SignatureError, match="the signature is not one of this rule"):
        verify(replace(signed, key=b"short"))
    with pytest.raises(SignatureError, match="the signature is not one of this rule"):
        verify(replace(signed, signature=b"short"))


def test_a_wanted_key_has_to_be_the_one(key_file):
    with pytest.raises(SignatureError, match=r"the rule is signed by .*, not by .* as you want it"):
        verify(sign(BUNDLE, key_file), bytes(32))


def test_a_rule_without_a_signature_is_told():
    with pytest.raises(SignatureError, match="the rule is not signed"):
        verify(BUNDLE)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "the key cannot be read"),
        (b"", "this is no private Ed25519 key; make one: openssl genpkey"),
        (b"\xff\x00", "this is no private Ed25519 key"),
        (pem(generate_private_key(SECP256R1())), "this is no private Ed25519 key"),
        (pem(KEY, BestAvailableEncryption(b"secret")), "the key is encrypted"),
    ],
    ids=["none", "empty", "noise", "another", "encrypted"],
)
def test_a_key_that_cannot_sign_is_told(tmp_path, content, message):
    path = tmp_path / "key.pem"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(SignatureError, match=message):
        sign(BUNDLE, path)


def test_a_public_key_is_read_from_a_file_or_as_a_manifest_has_it(tmp_path):
    public = KEY.public_key()
    path = tmp_path / "public.pem"
    path.write_bytes(public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))
    raw = public.public_bytes_raw()
    assert read_public_key(str(path)) == read_public_key(b64encode(raw).decode()) == raw


@pytest.mark.parametrize("text", ["", "none.pem", "QUJD", "é", "x" * 5000])
def test_what_is_no_public_key_is_told(text):
    with pytest.raises(SignatureError, match="public Ed25519 key"):
        read_public_key(text)


def test_another_kind_of_public_key_is_told(tmp_path):
    path = tmp_path / "public.pem"
    path.write_bytes(
        generate_private_key(SECP256R1()).public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    )
    with pytest.raises(SignatureError, match="this is no public Ed25519 key"):
        read_public_key(str(path))


def test_without_the_package_it_is_said_what_to_install(key_file, monkeypatch):
    assert is_available()
    signed = sign(BUNDLE, key_file)
    for name in [name for name in sys.modules if name.partition(".")[0] == "cryptography"]:
        monkeypatch.setitem(sys.modules, name, None)
    assert not is_available()
    for action in (lambda: sign(BUNDLE, key_file), lambda: verify(signed)):
        with pytest.raises(SignatureError, match=r"pip install 'scrapy_bt\[sign\]'"):
            action()


def test_a_fingerprint_can_be_compared():
    assert fingerprint(b"a" * 32) != fingerprint(b"b" * 32)
    assert len(fingerprint(b"").split(":")) == 8
