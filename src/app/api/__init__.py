"""The client of the service: one transport, one class per path family."""

import sys

# httpx takes its command line in where click is installed, and uvicorn brings that: a tenth of the
# start, for nothing. None here makes the import fail, and httpx handles that.
sys.modules.setdefault("httpx._main", None)  # type: ignore[arg-type]
