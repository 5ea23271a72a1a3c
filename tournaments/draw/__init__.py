"""Who meets whom: values in, pairings out."""
