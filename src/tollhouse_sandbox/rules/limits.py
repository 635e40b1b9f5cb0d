"""The limits of spec section 8, each once."""

from datetime import timedelta
from decimal import Decimal

AMOUNT_USD_MIN = Decimal("25.00")
AMOUNT_USD_MAX = Decimal("10000.00")
AMOUNT_USD_PATTERN = r"^[0-9]{1,7}\.[0-9]{2}$"
RATE_LOCK = timedelta(minutes=30)
REPORTING_WINDOW = timedelta(hours=72)
SEARCH_WINDOW = timedelta(minutes=60)
"""How long a reported payment is searched for before the report is rejected (the spec is silent)."""
IDEMPOTENCY_KEY_LENGTH = 128
IDEMPOTENCY_KEY_LIFETIME = timedelta(hours=24)
TXID_LENGTH = 128
PER_PAGE_DEFAULT = 20
PER_PAGE_MAX = 100
PAGE_MAX = 2_147_483_647
LABEL_LENGTH = 60
PASSWORD_LENGTH = 64
INT64_MAX = 9_223_372_036_854_775_807
USAGE_DAYS_DEFAULT = 30
USAGE_DAYS_MAX = 366
SUB_USERS_MAX = 50
OLD_PASSWORD_LIFETIME = timedelta(seconds=60)
QUANTITY_MAX = 100
OPTIONS_DEPTH = 5
OPTIONS_LENGTH = 4096
BODY_BYTES_MAX = 1_048_576
