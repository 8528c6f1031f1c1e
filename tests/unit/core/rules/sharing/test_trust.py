import pytest

from scrapy_bt.core.rules.sharing.statements import NewKey, Release, Signed, StatementError, Withdrawal
from scrapy_bt.core.rules.sharing.trust import (
    check_pinned,
    check_release,
    fingerprint,
    is_signed,
    read_signed,
    trace_keys,
)
from scrapy_bt.storage.signatures import is_right
from tests.ruleservers import Signer

ORIGIN = "0" * 32
ONE, TWO, EVE = Signer(1), Signer(2), Signer(3)
FIRST = ONE.sign(NewKey(ORIGIN, "ann", ONE.base64))
SECOND = ONE.sign(NewKey(ORIGIN, "ann", TWO.base64, ONE.base64))


def trace(*said):
    return trace_keys(said, origin=ORIGIN, account="ann", verify=is_right)


def test_each_key_is_signed_by_the_one_before():
    assert trace(FIRST) == (ONE.public,)
    assert trace(FIRST, SECOND) == (ONE.public, TWO.public)


@pytest.mark.parametrize(
    "said",
    [
        (),
        (SECOND,),
        (FIRST, FIRST),
        (FIRST, EVE.sign(NewKey(ORIGIN, "ann", EVE.base64))),
        (FIRST, EVE.sign(NewKey(ORIGIN, "ann", EVE.base64, ONE.base64))),
        (EVE.sign(NewKey(ORIGIN, "ann", ONE.base64)),),
        (ONE.sign(NewKey("1" * 32, "ann", ONE.base64)),),
        (ONE.sign(NewKey(ORIGIN, "bob", ONE.base64)),),
        (Signed(FIRST.statement),),
    ],
)
def test_no_other_key_is_taken(said):
    with pytest.raises(StatementError):
        trace(*said)


def test_a_key_that_does_not_follow_the_one_that_is_trusted_is_refused_with_both():
    check_pinned((ONE.public, TWO.public), ONE.public, "ann")
    with pytest.raises(StatementError) as told:
        check_pinned((EVE.public,), ONE.public, "ann")
    assert fingerprint(EVE.public) in str(told.value)
    assert fingerprint(ONE.public) in str(told.value)


def test_a_release_is_one_only_if_an_own_key_has_signed_just_it():
    release = Release(ORIGIN, "ann", "news", 1, "a" * 64, "MIT")
    keys = (ONE.public, TWO.public)
    assert check_release(ONE.sign(release), release, keys, is_right) == ONE.public
    with pytest.raises(StatementError, match="not signed with a key of ann"):
        check_release(EVE.sign(release), release, keys, is_right)
    with pytest.raises(StatementError, match="not signed with a key of ann"):
        check_release(ONE.sign(release), release, keys[1:], is_right)
    other = Release(ORIGIN, "ann", "news", 1, "b" * 64, "MIT")
    with pytest.raises(StatementError, match="not version 1 of ann/news"):
        check_release(ONE.sign(other), release, keys, is_right)


def test_what_is_signed_for_one_thing_is_no_other():
    withdrawal = ONE.sign(Withdrawal(ORIGIN, "ann", "news", 1, "old"))
    with pytest.raises(StatementError, match="about something else"):
        read_signed(withdrawal, Release)
    assert not is_signed(Signed(withdrawal.statement, "no base64"), ONE.public, is_right)
    assert not is_signed(withdrawal, b"short", is_right)
