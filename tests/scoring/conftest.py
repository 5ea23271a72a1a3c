"""What the tests of the rules share."""

from __future__ import annotations

from hypothesis import settings

# A busy machine is no mistake in the rules, so no single example is timed.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
