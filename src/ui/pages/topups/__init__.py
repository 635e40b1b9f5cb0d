"""Top-ups: the list, one top-up from payment to credit, and starting a new one."""
