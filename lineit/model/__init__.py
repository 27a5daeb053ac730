"""The data of the game: cards, zones, tables, actions, events and rules, as frozen models."""
