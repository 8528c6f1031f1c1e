"""Days as texts tell them, in many languages: `16 Mar 2021`, `5 de mayo de 2024`, `5 мая 2024`."""

from __future__ import annotations

_MONTHS = """
    jan january feb february mar march apr april may jun june jul july aug august sep sept september oct
    october nov november dec december januar jänner februar märz mär mrz mai juni juli okt oktober dez
    dezember januari februari maart mrt mei augustus
    janv janvier fév févr février mars avr avril juin juil juillet août septembre octobre novembre déc
    décembre ene enero febrero marzo abr abril mayo junio julio ago agosto septiembre setiembre octubre
    noviembre dic diciembre gener febrer març maig juny juliol agost setembre desembre janeiro fev fevereiro
    março maio junho julho set setembro out outubro novembro dezembro gen gennaio febbraio aprile mag maggio
    giu giugno lug luglio settembre ott ottobre dicembre ian ianuarie februarie martie aprilie iun iunie iul
    iulie septembrie octombrie noiembrie decembrie
    marts maj augusti des desember tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta
    heinäkuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta maret agu agustus oca ocak şub şubat mart
    nis nisan mayıs haz haziran tem temmuz ağu ağustos eyl eylül eki ekim kas kasım ara aralık
    sty stycznia lut lutego marca kwi kwietnia maja cze czerwca lip lipca sie sierpnia wrz września paź
    października lis listopada gru grudnia ledna února března dubna května června července srpna září října
    listopadu prosince januára februára apríla mája júna júla augusta septembra októbra novembra decembra
    янв января фев февр февраля мар марта апр апреля мая июн июня июл июля авг августа сен сент сентября окт
    октября ноя нояб ноября дек декабря січня лютого березня квітня травня червня липня серпня вересня жовтня
    листопада грудня януари февруари март април май юни юли август септември октомври ноември декември ιαν φεβ
    μαρ απρ μαΐ ιουν ιουλ αυγ σεπ οκτ νοε δεκ ιανουαρίου φεβρουαρίου μαρτίου απριλίου μαΐου ιουνίου ιουλίου
    αυγούστου σεπτεμβρίου οκτωβρίου νοεμβρίου δεκεμβρίου
    يناير فبراير مارس أبريل ابريل مايو يونيو يوليو أغسطس اغسطس سبتمبر أكتوبر اكتوبر نوفمبر ديسمبر בינואר
    בפברואר במרץ באפריל במאי ביוני ביולי באוגוסט בספטמבר באוקטובר בנובמבר בדצמבר जनवरी फरवरी मार्च अप्रैल मई
    जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर
"""
"""Each in the case that it has behind a day, also shortened; a language that is next of kin may share it."""
_NAMES = "|".join(sorted(set(_MONTHS.split()), key=len, reverse=True))
DAY_OF_MONTH = rf"\d{{1,2}}\.? (?:de )?(?:{_NAMES}|tháng \d\d?)\.?,? (?:de )?(?:1\d|20)\d\d"
"""A day with its month by name and its year, as a pattern for any case; `24 of 2015` is none."""
