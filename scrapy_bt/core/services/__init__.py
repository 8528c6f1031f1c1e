"""What an editor asks about a text: faults, completion, meanings, places of names, changes."""
