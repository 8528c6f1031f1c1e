"""Plans and their replays: what is sent, whether the answer is right, and what can be left out."""
