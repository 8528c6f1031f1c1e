"""What links and buttons to the next page say, in many languages."""

from __future__ import annotations

import re

_LATIN = "next|older|more|following|weiter|nächste|suivante?|siguiente|próxim[ao]|avanti|volgende"
_MORE_LATIN = (
    r"sonraki|następn[aey]|další|nästa|næste|neste(?= sider?\b|[\W\d]*$)|seuraava|következő|următo(?:rul|area)"
    r"|berikutnya|selanjutnya|(?:trang|kế) tiếp|tiếp theo|(?<!\S )tiếp(?=\W*$)"
)
_OF_OTHER_LETTERS = "следующая|вперед|далее|наступна|далі|следваща|επόμεν[ηο]|التالي|הבא|بعدی"
_WORDS = f"{_LATIN}|{_MORE_LATIN}|{_OF_OTHER_LETTERS}"
_OTHERS = "[下后後]一?[页頁]|次[のへ]|다음|अगला|ถัดไป"
SAYS_ONWARD = re.compile(rf"\b(?:{_WORDS})\b|{_OTHERS}|^\s*[>›»→]+\s*$", re.IGNORECASE)
"""A text that leads on."""
NAMES_ONWARD = re.compile(rf"{_LATIN}|{_OF_OTHER_LETTERS}|{_OTHERS}|下一|次|[»›]", re.IGNORECASE)
"""A selector or a name that leads on: the words stand within it (`btn-nextPage`)."""
TURNS_PAGES = re.compile(r"page|start|offset|skip|from|^p$", re.IGNORECASE)
"""The name of a parameter whose number is that of a page, or of a row."""
SAYS_ALL = re.compile(
    r"\b(?:(?:show|view|see|list|display|load) (?:all|every)|alle (?:anzeigen|zeigen|ansehen)|(?:voir|afficher) tou[ts]"
    r"|ver tod[oa]s?|mostrar tod[oa]s?|mostra tutt[io]|alles? (?:tonen|weergeven)|показать все)\b"
    r"|(?:查看|显示|顯示)全部|すべて表示|모두 보기",
    re.IGNORECASE,
)
"""A text that leads to all of what is shown in part."""
