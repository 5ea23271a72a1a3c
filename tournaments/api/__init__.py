"""Events for programs, below /api/v1/: what public pages show, and the desk's acts for who may do them."""
