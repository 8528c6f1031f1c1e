from scrapy_bt.core.language.checker.nearest import Nearest


def test_the_nearest_name_is_found() -> None:
    nearest = Nearest(("page", "pages", "session", "login_page"))
    assert nearest.find("paeg") == "page"
    assert nearest.find("sesion") == "session"
    assert nearest.find("loginpage") == "login_page"
    assert nearest.find("xyz") is None


def test_a_name_is_not_near_to_itself() -> None:
    assert Nearest(("page",)).find("page") is None


def test_advice_asks() -> None:
    nearest = Nearest(("page",))
    assert nearest.advice("pgae", "`:{}`") == "did you mean `:page`?"
    assert nearest.advice("zzz") == ""


def test_in_a_file_full_of_unknown_names_guessing_ends() -> None:
    nearest = Nearest(f"name_{number}" for number in range(2000))
    found = [nearest.find(f"nmae_{number}") for number in range(2000)]
    assert found[0] is not None
    assert found[-1] is None
