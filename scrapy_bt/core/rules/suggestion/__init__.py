"""From examples on a page to tags that take them and their likes."""
