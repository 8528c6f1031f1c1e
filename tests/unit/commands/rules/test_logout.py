def test_the_seat_is_free_and_nothing_can_be_published(shared, server, capsys):
    assert shared("logout") == 0
    assert server.service.accounts.all()[0].devices == ()
    assert shared("publish", "news.yaml", "--sign", "ann.pem", "--name", "other") == 2
    assert "nobody is logged in" in capsys.readouterr().err
