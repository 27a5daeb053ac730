"""The game at one keyboard, in a terminal: `lineit play`."""
