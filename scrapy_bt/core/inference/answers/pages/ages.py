"""How long ago something was, which is another text at each moment."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_ENGLISH = r"(?:\d+|an?|one|(?:an?\s+)?few|half\s+an?)\s+(?:second|sec|minute|min|hour|hr|day|week|month|year)s?"
_CHINESE = (
    r"\d{1,3}\s*(?:[个個かヶケヵカ]半?月|[个個]?(?:秒|分|半?小?[时時]|時間|天|日|周|週間?|星期|礼拜|禮拜|年)[钟鐘]?)"
)
_KOREAN = r"\d{1,3}\s*(?:초|분|시간|일|주|개월|달|년)"
_GERMAN = r"vor\s+(?:\d+|eine[rm])\s+(?:sek|min|std|stunde|tag|woche|monat|jahr)[^\W\d]*"
_ROMANCE = (
    r"(?:h|j|s[eé][cg][^\W\d]*|min[^\W\d]*|heures?|horas?|or[aăe]|jours?|d[ií]as?|giorn[io]|zi(?:le)?|semain\w+|seman\w+"
    r"|settiman\w+|săptăm\w+|mois|m[eê]s(?:es)?|mes[ei]|lun[aăi]|an(?:s|ée|ées|ni|no|os?|i)?|años?)"
)
_SLAVIC = (
    r"(?:с\.?|сек\w*|мин\w*|хв\w*|ч\.?|час\w*|годин\w*|д(?:ень|ня|ней|ні|нів)|сут\w+|недел\w+|тиж\w+|мес\w*|місяц\w+|г\.?"
    r"|года?|лет|р(?:ік|оки|оків)|sek\w*|min\w*|godz\w*|hod\w*|dzień|dni\w*|den|dn[yíůi]|dňami|dny|tydzień|tygodn\w+"
    r"|týdn\w+|týžd\w+|miesi[ąę]c\w*|měsíc\w*|mesiac\w*|rok\w*|lat\w*|let\w*|roky)"
)
_SEMITIC = (
    r"(?:ال)?(?:ثاني\w+|ثوان\w*|دقيق\w+|دقائق|ساع\w+|يوم\w*|أيام|ايام|أسبوع\w*|اسبوع\w*|أسابيع|شهر\w*|أشهر|شهور|سن\w+|عام\w*"
    r"|أعوام|שני(?:ות|יה|ה)|דק\w*|שע\w+|ימים|יום|יומיים|שבוע\w*|חודש\w*|שנ\w+)"
)
_GREEK = r"(?:δευτερ\w+|λεπτ\w*|ώρ\w+|ημέρ\w+|μέρ\w+|εβδομ\w+|μήν\w+|χρόν\w+|έτη|έτος)"
_NORTHERN = (
    r"(?:s|sek\w*|min\w*|uur|uren|tim\w*|dag(?:ar|e[nr]?)?|døgn|we?ek\w*|vecko\w*|veck\w*|uger?|uker?|månad\w*|maand\w*"
    r"|måned\w*|jaar|jaren|år|sekun\w+|tunti\w*|päiv\w+|viik\w+|kuukau\w+|vuo\w+)"
)
_EASTERN = (
    r"(?:sn|dk|dakika|saniye|saat|gün|hafta|ay|yıl|detik|menit|jam|hari|minggu|pekan|bulan|tahun|giây|phút|giờ|ngày|tuần"
    r"|tháng|năm|ثانیه|دقیقه|ساعت|روز|هفته|ماه|سال)"
)
_AGE = re.compile(
    r"\b(?:(?:(?:less|more)\s+than|about|almost|around|nearly|over)\s+)?"
    rf"(?:{_ENGLISH},?\s+(?:and\s+)?){{1,4}}ago\b|\bjust now\b"
    rf"|(?<![\d年月])(?:{_CHINESE}\s*){{0,3}}(?:{_CHINESE}|\d{{1,3}}\s*月)[之以]?前|刚[刚才]"
    rf"|(?<!\d)(?<!월)(?<!월\s)(?:{_KOREAN}\s*){{1,3}}전|방금"
    rf"|\b{_GERMAN}|\b(?:il y a|hace|há|acum)\s+(?:\d+|une?|um|uma)\s+{_ROMANCE}\b"
    rf"|\b(?:منذ|قبل|לפני)\s+\d+\s+{_SEMITIC}\b|\bπριν(?: από)?\s+\d+\s+{_GREEK}\b"
    rf"|\b(?:před|pred|przed)\s+\d+\s+{_SLAVIC}(?!\w)|\bför\s+\d+\s+{_NORTHERN}\s+sedan\b"
    rf"|\b\d+\s+(?:{_SLAVIC}\s+(?:назад|тому|temu)|{_NORTHERN}\s+(?:geleden|siden|sitten)|{_ROMANCE}\s+(?:fa|atrás))\b"
    rf"|\b\d+\s+{_EASTERN}\s+(?:önce|trước|(?:yang )?lalu|پیش)\b",
    re.IGNORECASE,
)
"""A day before which something is to be done, as 3月5日前, is none."""
_SHORT = re.compile(r"\d{1,2}(?:s|m|h|d|w|mo|y)")
"""A whole text, as forums write it beside a post: `3h`."""


def without_ages(texts: Iterable[str]) -> Iterator[str]:
    """What texts say beside how long ago something was: `Ada wrote` of “Ada wrote 5 minutes ago”; nothing of an age."""
    for text in texts:
        rest, count = ("", 1) if _SHORT.fullmatch(text.strip()) else _AGE.subn(" ", text)
        if not count:
            yield text
        elif any(map(str.isalnum, rest)):
            yield " ".join(rest.split())
