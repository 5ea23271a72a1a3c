"""Games for programs, below /api/v1/: the table with its log and protocols, and what the desk does with games."""
