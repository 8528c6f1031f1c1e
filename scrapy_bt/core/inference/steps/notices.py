"""What a person answers to a notice of the site, as to one on cookies: it is no part of what was wanted."""

from __future__ import annotations

import re

from ...samples.traffic import Event

_ANSWERS = (
    # English
    r"(?:i |yes,? )?(?:accept|agree|allow|reject|decline|refuse|deny|disagree|dismiss|consent)",
    r"(?:only |use |just )?(?:strictly )?(?:necessary|essential|required)(?: cookies)?(?: only)?",
    r"got it|understood|i understand|ok(?:ay)?|close|no,? thanks?|not now|maybe later|continue without",
    r"(?:manage|customi[sz]e|save|confirm) (?:my )?(?:cookies|preferences|choices|settings)|cookie settings",
    # German, French, Dutch
    r"(?:alle[sn]? |nur )?(?:cookies )?(?:akzeptieren|annehmen|ablehnen|zulassen|erlauben|zustimmen)",
    r"(?:einver|ver)standen|(?:nur )?(?:notwendige|erforderliche|essenzielle)|schließen",
    r"(?:tout |j'|j’)?(?:accepte[rz]?|refuse[rz]?)|d'accord|fermer|continuer sans accepter",
    r"(?:alles? )?(?:accepteren|weigeren|akkoord|toestaan)|sluiten",
    # Spanish, Portuguese, Italian
    r"(?:aceptar|aceitar|accett[ao]|accettare|rechazar|recusar|rejeitar|rifiut[ao]|rifiutare|permitir)",
    r"entendido|cerrar|fechar|chiudi|solo (?:necesarias|necessari)",
    # Russian, Polish, Turkish
    r"принять|согласен|отклонить|отказаться|закрыть|понятно|хорошо",
    r"akceptuj[eę]?|odrzuć|zamknij|kabul et|reddet|kapat",
)
_LATIN = re.compile(rf"\W*(?:{'|'.join(_ANSWERS)})\b.{{0,30}}", re.IGNORECASE)
_OTHERS = re.compile(
    r"(?:全部|仅|僅|我)?(?:接受|同意|拒绝|拒絕|允许|允許|关闭|關閉|知道了|必要).{0,8}"
    r"|(?:すべて|必須).{0,3}(?:同意|許可|承諾|拒否|受け入れ).{0,4}|(?:同意する|許可する|拒否する|閉じる)"
    r"|(?:모두 )?(?:동의|수락|허용|거부|닫기).{0,4}|(?:قبول|موافق|رفض|إغلاق|אישור|סגור|דחה).{0,12}"
)
_NAMES = re.compile(
    r"cookie|consent|gdpr|ccpa|privacy|onetrust|didomi|usercentrics|cky-|cc-(?:btn|allow|deny|dismiss)", re.IGNORECASE
)
"""What sites call such buttons, in classes, IDs and labels."""
_TELLING = re.compile(r"(?:id|class|name|aria-label|onclick)$|data-")
_PRESSED = ("a", "button", "input", "span", "div", "i", "svg")


def answers_notice(event: Event) -> bool:
    """Whether a click only answers a notice: by what is pressed, or by what it is called."""
    element = event.element
    if event.type != "click" or element is None or element.tag not in _PRESSED:
        return False
    said = (element.text, element.label, element.attributes.get("value", ""))
    texts = [" ".join(text.split()) for text in said]
    if any(_LATIN.fullmatch(text) or _OTHERS.fullmatch(text) for text in filter(None, texts)):
        return True
    told = (f"{name} {text}" for name, text in element.attributes.items() if _TELLING.match(name))
    return any(map(_NAMES.search, told))
