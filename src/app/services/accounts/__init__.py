"""Accounts, and the session of an open one."""
