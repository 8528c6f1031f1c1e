"""Real applications, installed as their users install them and started on this machine: sites nobody made for tests."""
