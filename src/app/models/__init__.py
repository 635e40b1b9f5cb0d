"""Frozen values of the service, as the spec names them."""

import os

# To look for plugins in every installed package takes longer than to build the first model; there are none.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
