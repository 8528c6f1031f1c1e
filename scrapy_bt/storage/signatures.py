"""Signatures of rules that are passed on (Ed25519); they need the extra `sign`."""

from __future__ import annotations

from base64 import b64decode, b64encode
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from ..core.rules.files.bundle import Bundle
from ..core.rules.sharing.statements import Signed, Statement, message_of, write_statement
from ..core.rules.sharing.trust import fingerprint
from ..errors import BTError
from ..sentences import say


class SignatureError(BTError):
    """A rule cannot be signed, or its signature does not hold."""


def sign(bundle: Bundle, key_file: Path) -> Bundle:
    """Sign with the private key in a PEM file; raises `SignatureError`."""
    key = _private_key(key_file)
    return replace(bundle, key=key.public_key().public_bytes_raw(), signature=key.sign(bundle.message))


def verify(bundle: Bundle, wanted: bytes = b"") -> None:
    """Raise `SignatureError` unless the bundle is signed, rightly, and with the key *wanted*, if one is."""
    if not bundle.signature:
        raise SignatureError(say("the rule is not signed"))
    if not is_right(bundle.key, bundle.signature, bundle.message):
        raise SignatureError(say("the signature is not one of this rule: one of them was changed"))
    if wanted and wanted != bundle.key:
        raise SignatureError(
            say("the rule is signed by {}, not by {} as you want it", fingerprint(bundle.key), fingerprint(wanted))
        )


def is_right(key: bytes, signature: bytes, message: bytes) -> bool:
    """Whether a signature of a message is that of a key; raises `SignatureError` where that cannot be told."""
    ed25519, exceptions = _library("hazmat.primitives.asymmetric.ed25519"), _library("exceptions")
    try:
        ed25519.Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (exceptions.InvalidSignature, ValueError):
        return False
    return True


def sign_statement(statement: Statement, key_file: Path) -> Signed:
    """Sign with the private key in a PEM file; raises `SignatureError`, and `StatementError` for what none may say."""
    text = write_statement(statement)
    return Signed(text, b64encode(_private_key(key_file).sign(message_of(text))).decode())


def public_key(key_file: Path) -> bytes:
    """The public key of the private key in a PEM file; raises `SignatureError`."""
    found: bytes = _private_key(key_file).public_key().public_bytes_raw()
    return found


def read_public_key(text: str) -> bytes:
    """The public key in a PEM file of that name, or written as in a manifest; raises `SignatureError`."""
    path = Path(text)
    try:
        if path.is_file():
            key: bytes = (
                _library("hazmat.primitives.serialization").load_pem_public_key(path.read_bytes()).public_bytes_raw()
            )
        else:
            key = b64decode(text, validate=True)
    except (ValueError, AttributeError, OSError) as error:
        raise SignatureError(say("{}: this is no public Ed25519 key: {}", text, error)) from None
    if len(key) != 32:
        raise SignatureError(say("{}: this is neither a file nor a public Ed25519 key", text))
    return key


def is_available() -> bool:
    """Whether signatures can be made and checked here."""
    try:
        _library("hazmat.primitives.asymmetric.ed25519")
    except SignatureError:
        return False
    return True


def _private_key(path: Path) -> Any:
    serialization, ed25519 = (
        _library("hazmat.primitives.serialization"),
        _library("hazmat.primitives.asymmetric.ed25519"),
    )
    unsupported = _library("exceptions").UnsupportedAlgorithm
    try:
        key = serialization.load_pem_private_key(path.read_bytes(), password=None)
    except OSError as error:
        raise SignatureError(say("{}: the key cannot be read: {}", path, error.strerror or error)) from None
    except TypeError:
        raise SignatureError(say("{}: the key is encrypted; give one that is not", path)) from None
    except (ValueError, unsupported):
        key = None
    if not isinstance(key, ed25519.Ed25519PrivateKey):
        raise SignatureError(
            say("{}: this is no private Ed25519 key; make one: openssl genpkey -algorithm ed25519 -out {}", path, path)
        )
    return key


def _library(name: str) -> ModuleType:

    try:
        return import_module(f"cryptography.{name}")
    except ImportError:
        raise SignatureError(say("signatures need the package cryptography: pip install 'scrapy_bt[sign]'")) from None
