"""The tables. A column's type names how it is read back (see `store.tables`)."""

VERSION = 1

SCHEMA = """
CREATE TABLE values_kept (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

CREATE TABLE topups (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    status TEXT NOT NULL,
    amount_usd AMOUNT TEXT NOT NULL,
    coin TEXT NOT NULL,
    network TEXT NOT NULL,
    address TEXT NOT NULL,
    amount_crypto AMOUNT TEXT NOT NULL,
    rate AMOUNT TEXT NOT NULL,
    payment_uri TEXT NOT NULL,
    created_at MOMENT INTEGER NOT NULL,
    expires_at MOMENT INTEGER NOT NULL,
    txid_deadline MOMENT INTEGER NOT NULL,
    confirmations_required INTEGER NOT NULL,
    confirmations INTEGER NOT NULL,
    txid TEXT,
    txid_submitted_at MOMENT INTEGER,
    amount_received_crypto AMOUNT TEXT,
    credited_usd AMOUNT TEXT,
    credited_at MOMENT INTEGER,
    rejection_code TEXT,
    rejection_message TEXT,
    purchase PURCHASE TEXT
);
CREATE INDEX topups_by_age ON topups (created_at, number);
CREATE INDEX topups_by_status ON topups (status, created_at, number);
CREATE INDEX topups_by_amount ON topups (network, amount_crypto);
CREATE INDEX topups_by_txid ON topups (network, txid);

CREATE TABLE payments (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    txid TEXT NOT NULL,
    network TEXT NOT NULL,
    coin TEXT NOT NULL,
    amount AMOUNT TEXT NOT NULL,
    meant_for TEXT NOT NULL,
    sent_at MOMENT INTEGER NOT NULL,
    claimed_by TEXT,
    chain_ms INTEGER NOT NULL,
    chain_blocks INTEGER NOT NULL,
    pace_ms INTEGER NOT NULL,
    UNIQUE (network, txid)
);
CREATE INDEX payments_by_amount ON payments (network, amount);
CREATE INDEX payments_by_topup ON payments (meant_for);

CREATE TABLE idempotency_keys (
    name TEXT PRIMARY KEY,
    body_sha256 TEXT NOT NULL,
    status INTEGER NOT NULL,
    answer BLOB NOT NULL,
    created_at MOMENT INTEGER NOT NULL
);

CREATE TABLE subscriptions (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    product_id TEXT NOT NULL,
    label TEXT NOT NULL,
    plan_id TEXT NOT NULL,
    traffic_total_bytes INTEGER NOT NULL,
    traffic_used_bytes INTEGER NOT NULL,
    expires_at MOMENT INTEGER,
    auto_renew FLAG INTEGER NOT NULL,
    username TEXT NOT NULL UNIQUE,
    password TEXT NOT NULL,
    created_at MOMENT INTEGER NOT NULL,
    old_password TEXT,
    old_password_until MOMENT INTEGER,
    country_weights TEXT NOT NULL
);

CREATE TABLE sub_users (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    subscription_id TEXT NOT NULL REFERENCES subscriptions (id),
    label TEXT NOT NULL,
    username TEXT NOT NULL UNIQUE,
    password TEXT NOT NULL,
    traffic_limit_bytes INTEGER,
    traffic_used_bytes INTEGER NOT NULL,
    enabled FLAG INTEGER NOT NULL,
    created_at MOMENT INTEGER NOT NULL
);
CREATE INDEX sub_users_by_subscription ON sub_users (subscription_id);

CREATE TABLE usage_days (
    subscription_id TEXT NOT NULL,
    sub_user_id TEXT NOT NULL,
    day TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    requests INTEGER NOT NULL,
    PRIMARY KEY (subscription_id, day, sub_user_id)
) WITHOUT ROWID;

CREATE TABLE ledger (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    time MOMENT INTEGER NOT NULL,
    kind TEXT NOT NULL,
    entry TEXT NOT NULL
);
"""
