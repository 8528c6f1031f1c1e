"""Kinds of pages: with the content, or in its place for a while."""

from __future__ import annotations

import re
from enum import Enum
from itertools import islice
from typing import Any

from ...documents.elements import Element
from ..pages import is_silent


class PageKind(Enum):
    """The kind of a page; only pages with content tell that a selector does not fit any more."""

    CONTENT = "content"
    ERROR = "error"
    LOGIN = "login"
    CAPTCHA = "captcha"
    CONSENT = "consent"
    EMPTY_RESULT = "empty result"
    SAME = "same everywhere"
    """It was odd, and pages of other addresses say the same, or it says hardly anything of its own."""
    OTHER = "no HTML"

    @property
    def is_in_place_of_content(self) -> bool:
        """Whether the page has nothing of the usual content."""
        return self not in (PageKind.CONTENT, PageKind.OTHER)


_READ = 20_000
"""The most characters of text that are looked at."""
_MOST_ELEMENTS = 20_000
_SMALL = 1_500
"""The most characters of text on a page that shows only its question."""
_TINY = 200
_HEADING = 200
_MOST_HEADINGS = 4
_MOST_INPUTS = 500

_CAPTCHA = re.compile(
    r"g-recaptcha|h-captcha|hcaptcha|cf-turnstile|cf-challenge|challenge-form|geetest|captcha", re.IGNORECASE
)
# These are for texts in small letters: a pattern that ignores case takes five times as long.
_CAPTCHA_WORDS = re.compile(
    r"verify (?:that )?you are (?:a )?human|are you a (?:human|robot)|not a robot|unusual traffic"
    r"|checking your browser"
    r"|enable (?:javascript|js) and|checking if the site connection|just a moment\.\.\.|press & hold"
    r"|pardon our interruption"
    r"|access (?:to this page )?(?:has been |is )?denied|request (?:unsuccessful|blocked)|incident id"
    r"|rate limit|too many requests"
    r"|you are (?:now )?in (?:line|the queue)|waiting room|bist du ein mensch|kein roboter|pas un robot"
    r"|no eres un robot"
    r"|не робот|ロボットではありません|로봇이 아닙|人机验证|安全验证|验证码|访问过于频繁"
)
_CONSENT = re.compile(
    r"before you continue|accept (?:all )?(?:the )?cookies|we use cookies|cookie consent|your privacy choices"
    r"|consent to|cookies (?:akzeptieren|zustimmen)|alle akzeptieren|wir verwenden cookies|tout accepter"
    r"|nous utilisons des cookies|aceptar (?:todas )?(?:las )?cookies|accetta (?:tutti )?i cookie|value your privacy"
    r"|gebruiken cookies|alles accepteren|akzeptieren und weiter|aceitar (?:todos )?(?:os )?cookies|usamos cookies"
    r"|szanujemy .{1,9} prywatność|plików cookie|souhlas.{1,20}cookies|använder cookies|bruger cookies"
    r"|クッキーを使用|쿠키를 사용"
    r"|используем (?:файлы )?cookie|are you (?:over|at least) \d\d|over 18\?"
    r"|not available in your (?:country|region)"
)
_NOTHING = re.compile(
    r"\bno (?:\w+ ){0,2}(?:results?|matches|items|products|articles|entries|hits)\b(?: (?:were )?found)?"
    r"|\b0 (?:results?|matches|items|products|hits)\b|nothing (?:was )?found|did not match any|no longer available"
    r"|keine (?:\w+ ){0,2}(?:ergebnisse|treffer|artikel)|nichts gefunden|aucun(?:e)? (?:résultat|article)"
    r"|sin resultados|no se encontr|nessun risultato|没有找到|暂无|geen (?:\w+ )?(?:resultaten|producten)"
    r"|nenhum resultado"
    r"|brak wyników|inga (?:resultat|träffar)|ingen resultater|ничего не найден|見つかりませんでした|결과가 없습니다"
    r"|has been discontinued"
)
_ERROR = re.compile(
    r"\b(?:404|410|50[0-4])\b|not found|page (?:is )?(?:missing|unavailable)|something went wrong"
    r"|internal (?:server )?error|service unavailable|temporarily unavailable|under maintenance|bad gateway"
    r"|seite nicht gefunden|wartungsarbeiten"
    r"|page introuvable|página (?:no|não) encontrada|pagina (?:niet gevonden|non trovata)"
    r"|nie znaleziono strony|页面不存在"
    r"|страница не найдена|ページが見つかりません|페이지를 찾을 수 없|une erreur est survenue"
    r"|algo (?:deu errado|salió mal)"
    r"|in manutenzione|en mantenimiento|em manutenção|en maintenance|be back soon|scheduled maintenance"
    r"|メンテナンス中|점검 중"
    r"|технические работы|session (?:has )?expired"
)
_LOGIN = re.compile(
    r"\b(?:log|sign) ?in\b|\blogin\b|anmelden|einloggen|se connecter|connexion|iniciar sesi|accedi|登录"
    r"|inloggen|zaloguj"
    r"|\bentrar\b|logga in|войти|вход|ログイン|로그인|members only"
)


def kind_of_page(root: Element | None, status: int = 200) -> PageKind:
    """The kind of a page by its root element and its status."""
    if status >= 400:
        return PageKind.ERROR
    if root is None or not isinstance(getattr(root, "tag", None), str):
        return PageKind.OTHER
    looked = _look(root)
    heading, text = looked.heading.lower(), looked.text.lower()
    is_small = len(text) < _SMALL
    if is_small and (looked.captcha or _CAPTCHA_WORDS.search(text)):
        return PageKind.CAPTCHA
    if looked.passwords and (is_small or _LOGIN.search(heading)):
        return PageKind.LOGIN
    if is_small and _LOGIN.search(heading) and (looked.asks or len(text) < _TINY):
        return PageKind.LOGIN
    if _ERROR.search(heading) and is_small:
        return PageKind.ERROR
    if _CONSENT.search(heading) or (is_small and _CONSENT.search(text)):
        return PageKind.CONSENT
    if _NOTHING.search(heading) or (is_small and _NOTHING.search(text)):
        return PageKind.EMPTY_RESULT
    return PageKind.CONTENT


class _Looked:
    """What is known of a page."""

    __slots__ = ("asks", "captcha", "headings", "passwords", "pieces")

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.headings: list[str] = []
        self.passwords = 0
        self.asks = False
        """Whether it asks for a name or a mail address."""
        self.captcha = False

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.pieces).split())[:_READ]

    @property
    def heading(self) -> str:
        return " ".join(" ".join(self.headings).split())[: 3 * _HEADING]


def _look(root: Element) -> _Looked:
    """Headings and what asks for a password wherever they stand; of the text no more than tells that there is much."""
    looked, length = _Looked(), 0
    headings = (one for one in root.iter("title", "h1") if not any(map(is_silent, one.iterancestors())))
    looked.headings = ["".join(one.itertext())[:_HEADING] for one in islice(headings, _MOST_HEADINGS)]
    kinds = [(one.get("type") or "").lower() for one in islice(root.iter("input"), _MOST_INPUTS)]
    looked.passwords = kinds.count("password")
    looked.asks = "email" in kinds or "tel" in kinds
    stack: list[Any] = [root]
    for _ in range(_MOST_ELEMENTS):
        if not stack or length >= _SMALL:
            break
        at = stack.pop()
        if isinstance(at, str):
            looked.pieces.append(at[:_READ])
            length += len("".join(at[:_READ].split()))
            continue
        tag = at.tag
        if not isinstance(tag, str):
            continue
        if not looked.captcha and tag in ("div", "form", "iframe", "script", "input"):
            told = " ".join(filter(None, (at.get("class"), at.get("id"), at.get("src"), at.get("name"))))
            looked.captcha = bool(told and _CAPTCHA.search(told[:500]))
        if is_silent(at) or tag == "title":
            continue
        for child in reversed(at):
            if child.tail:
                stack.append(child.tail)
            stack.append(child)
        if at.text:
            stack.append(at.text)
    return looked
