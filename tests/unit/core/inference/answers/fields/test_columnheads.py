from lxml import html

from scrapy_bt.core.inference.answers.fields.columnheads import heading_of, heads_of

TABLE = html.fromstring(
    "<table><tr><th>Day<th colspan=2>Walk<th>Price<tr><td>Mon<td>Mill<td>2 h<td><b>5</b></table>",
)


def test_a_heading_over_several_columns_names_none():
    row = TABLE.xpath("//tr")[1]
    assert heads_of(row) == ["Day", "", "", "Price"]
    assert heading_of(row, row.xpath(".//b")[0]) == "Price"


def test_comments_are_no_columns():
    table = html.fromstring(
        "<table><tr><!-- a --><td class=head>Day<td class=head>Price<tr><!-- b --><td>Mon<td>5<tr><td>Tue<td>6</table>"
    )
    row = table.xpath("//tr")[1]
    assert [heading_of(row, cell) for cell in row.xpath("td")] == ["Day", "Price"]
