"""What people type: at a table, at the desk about its tables, and from the paper sheet of a game."""
