"""Rules of top-ups: the deposit check, transitions, idempotency."""
