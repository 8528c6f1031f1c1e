import pytest

from scrapy_bt.errors import BTError
from scrapy_bt.storage.sharing.accounts import (
    ACCESS_SECONDS,
    FORGET_SECONDS,
    SEAT_SECONDS,
    AccountError,
    Accounts,
    LoginError,
    SeatError,
)

PASSWORD = "correct horse"


@pytest.fixture
def now():
    return [1000.0]


@pytest.fixture
def accounts(engine, now):
    made = Accounts(engine, clock=lambda: now[0])
    made.add("ann", PASSWORD)
    return made


def test_a_device_has_tokens_for_a_quarter_of_an_hour(accounts, now):
    tokens = accounts.log_in("ann", PASSWORD, "desk")
    assert accounts.identify(tokens.access) == ("ann", "desk")
    now[0] += ACCESS_SECONDS + 1
    with pytest.raises(LoginError, match="does not hold any more"):
        accounts.identify(tokens.access)
    fresh = accounts.refresh(tokens.refresh)
    assert accounts.identify(fresh.access) == ("ann", "desk")
    with pytest.raises(LoginError, match="not logged in any more"):
        accounts.refresh(tokens.refresh)


def test_a_heartbeat_keeps_token_and_seat(accounts, now):
    tokens = accounts.log_in("ann", PASSWORD, "desk")
    for _ in range(30):
        now[0] += 60
        accounts.beat("ann", "desk")
    assert accounts.identify(tokens.access) == ("ann", "desk")
    with pytest.raises(SeatError, match=r"1 seat, and desk has it: log out there, or wait 300 s"):
        accounts.log_in("ann", PASSWORD, "sofa")


def test_a_silent_seat_is_free_and_its_device_takes_it_back_if_it_can(accounts, now):
    desk = accounts.log_in("ann", PASSWORD, "desk")
    now[0] += SEAT_SECONDS + 1
    accounts.log_in("ann", PASSWORD, "sofa")
    assert accounts.all()[0].devices == ("sofa",)
    with pytest.raises(SeatError):
        accounts.refresh(desk.refresh)
    accounts.log_out("ann", "sofa")
    accounts.refresh(desk.refresh)


def test_a_device_that_is_never_used_is_forgotten(accounts, now):
    tokens = accounts.log_in("ann", PASSWORD, "desk")
    now[0] += FORGET_SECONDS + 1
    with pytest.raises(LoginError):
        accounts.refresh(tokens.refresh)


def test_wrong_passwords_are_slowed_also_the_right_one_then(accounts, now):
    for _ in range(4):
        with pytest.raises(LoginError, match="name or password are wrong"):
            accounts.log_in("ann", "wrong", "desk")
        now[0] += 1.5
    with pytest.raises(LoginError, match="try again in") as told:
        accounts.log_in("ann", PASSWORD, "desk")
    now[0] += told.value.seconds
    accounts.log_in("ann", PASSWORD, "desk")


@pytest.mark.parametrize("name", ["bob", "", "' OR 1=1 --", "ann\x00"])
def test_a_name_that_nobody_has_is_told_as_a_wrong_password(accounts, name):
    with pytest.raises(LoginError, match="name or password are wrong"):
        accounts.log_in(name.replace("\x00", ""), "wrong", "desk")


def test_nobody_logs_in_to_an_account_that_is_closed(accounts):
    tokens = accounts.log_in("ann", PASSWORD, "desk")
    accounts.close("ann")
    for password in (PASSWORD, ""):
        with pytest.raises(LoginError):
            accounts.log_in("ann", password, "desk")
    with pytest.raises(LoginError):
        accounts.identify(tokens.access)
    with pytest.raises(AccountError, match="no account bob"):
        accounts.close("bob")


def test_what_an_account_may_be(accounts):
    for name, password, seats in (("../a", PASSWORD, 1), ("bob", "short", 1), ("bob", PASSWORD, 0)):
        with pytest.raises(BTError):
            accounts.add(name, password, seats=seats)
    with pytest.raises(LoginError, match="a device is named"):
        accounts.log_in("ann", PASSWORD, "My Desk")


def test_another_password_ends_all_sessions(accounts):
    tokens = accounts.log_in("ann", PASSWORD, "desk")
    accounts.add("ann", "another horse", seats=3)
    with pytest.raises(LoginError):
        accounts.refresh(tokens.refresh)
    assert (accounts.all()[0].seats, accounts.all()[0].key) == (3, "")
