"""What is looked at and never changed: a game at its table, the tables of a round, players to be seated."""
