"""Payment links of all schemes, read strictly and never guessed."""

from app.rules.payment_uris.links import PaymentLink
from app.rules.payment_uris.parsing import parse_payment_uri

__all__ = ["PaymentLink", "parse_payment_uri"]
