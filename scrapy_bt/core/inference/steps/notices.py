"""What a person answers to a notice of the site, as to one on cookies: it is no part of what was wanted."""

from __future__ import annotations

import re

from ...samples.traffic import Event

_ANSWERS: tuple[tuple[str, str], ...] = (
    # English
    (
        (
            "accept|agree|allow|reject|decline|refuse|deny|disagree|dismiss|consent|understood"
            "|i understand|ok(?:ay)?|close|got it|no,? thank(?:s| you)|not now|maybe later|continue without"
            "|only (?:necessary|essential|required)"
            "|(?:necessary|essential|required)(?: cookies)? only|(?:necessary|essential|required) cookies"
            "|(?:manage|customi[sz]e|save|confirm)(?: my)?(?: cookie)? (?:cookies|preferences|choices|settings)"
            "|cookie settings"
        ),
        (
            "i|yes|all|any|the|these|my|to|of|use|just|cookies?|only|and|continue|proceed|selected|selection|strictly|non"
            "|necessary|essential|required|optional|recommended|accepting|agreeing|consenting|settings|preferences|choices"
        ),
    ),
    # German, French, Dutch
    (
        (
            "akzeptieren?|annehmen|ablehnen|zulassen|erlauben|zustimmen|stimme zu|einverstanden|verstanden|schließen"
            "|nur (?:notwendige|erforderliche|essenzielle)"
        ),
        "ich|alle[ns]?|nur|die|cookies?|auswahl|und|weiter|fortfahren|notwendigen?|erforderlichen?|essenziellen?|ohne|zu",
    ),
    (
        "accepte[rz]?|refuse[rz]?|autoriser|d['’]accord|fermer|continuer sans",
        "je|j|tout|tous|toutes?|les|cookies?|et|continuer|sans|uniquement|seulement|nécessaires|essentiels|ok",
    ),
    (
        "accepteren|accepteer|weigeren|weiger|akkoord|toestaan|sluiten",
        "ik|ga|alles?|alleen|cookies?|en|verder|doorgaan|noodzakelijke|functionele|selectie",
    ),
    # Spanish, Portuguese, Italian
    (
        "aceptar|acepto|rechazar|permitir|entendido|cerrar|s[oó]lo (?:necesarias|esenciales)",
        "tod[oa]s?|las?|los|cookies?|y|continuar|seguir|s[oó]lo|necesarias|esenciales|selección",
    ),
    (
        "aceitar|aceito|recusar|rejeitar|permitir|entendi|fechar|concordo|apenas (?:necessários|essenciais)",
        "tod[oa]s?|os|as|cookies?|e|continuar|prosseguir|apenas|só|somente|necessários|essenciais",
    ),
    (
        "accett[ao]|accettare|rifiut[ao]|rifiutare|consenti|chiudi|solo (?:necessari|essenziali)",
        "tutt[oi]|i|cookie|e|ed|continua|solo|necessari|essenziali|senza",
    ),
    # Russian, Polish, Turkish
    (
        "принять|принимаю|согласен|согласна|отклонить|отказаться|закрыть|понятно|хорошо",
        "я|вс[её]|cookies?|куки|файлы|и|продолжить|только|необходимые",
    ),
    (
        "akceptuj[eę]?|zaakceptuj|odrzuć|zamknij|zgadzam się|rozumiem",
        "wszystkie|wszystko|ciasteczka|cookies?|pliki|i|tylko|niezbędne|przejdź|dalej",
    ),
    (
        "kabul (?:et|ediyorum)|reddet|kapat",
        "tümünü|hepsini|tüm|çerezleri|cookies?|ve|devam|et|yalnızca|gerekli|gereklileri",
    ),
    # Arabic, Hebrew, Korean
    ("قبول|موافق|أوافق|رفض|إغلاق", "الكل|الجميع|جميع|كل|ملفات|تعريف|الارتباط|الكوكيز|على"),
    ("אישור|סגור|סגירה|דחה|דחייה|מסכים", "אני|הכל|הכול|את|כל|העוגיות|עוגיות|רק|הכרחיות"),
    ("(?:동의|수락|허용|거부)(?:함|하기|합니다|하고)?|닫기", "모두|모든|쿠키|필수만|계속|계속하기"),
)
"""By language, what answers, and what may stand beside it: any other word tells of something else."""
_WORDS = re.compile(
    "|".join(rf"\W*(?:(?:{beside})\W+)*(?:{answer})(?:\W+(?:{answer}|{beside}))*\W*" for answer, beside in _ANSWERS),
    re.IGNORECASE,
)
_TOGETHER = re.compile(
    r"我?(?:全部|所有|仅|僅|只)?(?:接受|同意|拒绝|拒絕|允许|允許|关闭|關閉)"
    r"(?:全部|所有|仅|僅|必要|必需|非必要|的|并|並|继续|繼續|关闭|關閉|cookies?|\s)*|我?知道了"
    r"|(?:仅|僅|只)(?:使用)?(?:必要|必需)的?\s*(?:cookies?)?"
    r"|(?:(?:すべて|全て|必須)(?:の)?(?:のみ)?\s*(?:cookie|クッキー)?(?:のみ)?\s*[をに]?\s*)?"
    r"(?:(?:同意|許可|承諾|拒否)(?:する|します|して(?:閉じる|続ける|続行))|受け入れる|閉じる)"
    r"|(?:すべて|全て)(?:同意|許可|承諾|拒否)",
    re.IGNORECASE,
)
"""The same in languages that part no words."""
_ACTS = "yes|no|ok|accept|agree|allow|reject|refuse|decline|deny|dismiss|close|consent|banner|notice|settings"
_NAMES = re.compile(
    rf"cookies?[-_ ]?(?:{_ACTS})|(?:{_ACTS})[-_ ]?(?:all[-_ ]?)?cookies?|cookiebot|consent|gdpr|ccpa|onetrust|didomi"
    r"|usercentrics|cky-|cc-(?:btn|allow|deny|dismiss)",
    re.IGNORECASE,
)
"""What sites call such buttons, in classes, IDs and labels; a bare `cookie` may be what is for sale."""
_TELLING = ("id", "class", "aria-label")
_LONGEST = 60
"""Letters of an answer."""
_PRESSED = ("a", "button", "input", "span", "div", "i", "svg")
_NAMED = ("a", "button")


def answers_notice(event: Event) -> bool:
    """Whether a click only answers a notice: by what is pressed, or by what it is called."""
    element = event.element
    if event.type != "click" or element is None or element.tag not in _PRESSED:
        return False
    said = (element.text, element.label, element.attributes.get("value", ""))
    texts = [" ".join(text.split()) for text in said]
    if any(_WORDS.fullmatch(text) or _TOGETHER.fullmatch(text) for text in texts if 0 < len(text) <= _LONGEST):
        return True
    told = (element.attributes.get(name, "") for name in _TELLING) if element.tag in _NAMED else ()
    return any(map(_NAMES.search, told))
