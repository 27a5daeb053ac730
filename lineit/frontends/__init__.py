"""Ways to play: the `lineit` command, the protocol and the terminal game."""
