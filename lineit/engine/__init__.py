"""The engine: which actions are legal, why others are not, and what an action does."""
