"""Accounts: the page of a first start, and the dialogs that connect, change and remove them."""
