"""Records as the service would send them, for tests of what reads them."""

from __future__ import annotations


def topup_record(**changes: object) -> dict[str, object]:
    record: dict[str, object] = {
        "id": "tu_1",
        "status": "awaiting_payment",
        "final": False,
        "amountUsd": "50.00",
        "coin": "BTC",
        "network": "bitcoin",
        "address": "1BoatSLRHtKNngkdXEeobR76b53LETtpyT",
        "amountCrypto": "0.00078432",
        "rate": "63750.00",
        "paymentUri": "bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT?amount=0.00078432",
        "expiresAt": "2026-11-18T12:30:00Z",
        "txidDeadline": "2026-11-21T12:30:00Z",
        "confirmationsRequired": 2,
        "confirmations": 0,
        "txid": None,
        "creditedUsd": None,
        "creditedAt": None,
        "rejection": None,
        "createdAt": "2026-11-18T12:00:00.123456Z",
    }
    return record | changes


def subscription_record(**changes: object) -> dict[str, object]:
    record: dict[str, object] = {
        "id": "sub_1",
        "productId": "residential",
        "label": "Shop",
        "planId": "residential-5gb",
        "status": "active",
        "trafficTotalBytes": 5_000_000_000,
        "trafficUsedBytes": 1_000_000_000,
        "trafficRemainingBytes": 4_000_000_000,
        "expiresAt": None,
        "autoRenew": True,
        "username": "u-main",
        "password": "main-password-canary",
        "endpoint": {"host": "gate.example.net", "httpPort": 8000, "socksPort": 9000},
        "subUserCount": 1,
        "createdAt": "2026-01-01T00:00:00Z",
    }
    return record | changes


def sub_user_record(**changes: object) -> dict[str, object]:
    record: dict[str, object] = {
        "id": "su_1",
        "label": "Anna",
        "username": "u-anna",
        "password": "sub-password-canary",
        "trafficLimitBytes": None,
        "trafficUsedBytes": 0,
        "enabled": True,
        "createdAt": "2026-01-01T00:00:00Z",
    }
    return record | changes


def usage_record(**changes: object) -> dict[str, object]:
    record: dict[str, object] = {
        "from": "2026-11-01",
        "to": "2026-11-02",
        "totalBytes": 30,
        "totalRequests": 3,
        "points": [
            {"date": "2026-11-01", "bytes": 10, "requests": 1},
            {"date": "2026-11-02", "bytes": 20, "requests": 2},
        ],
        "byCountry": [{"country": "DE", "bytes": 30}],
    }
    return record | changes


def coin_record(**changes: object) -> dict[str, object]:
    network = {
        "id": "bitcoin",
        "name": "Bitcoin",
        "confirmationsRequired": 2,
        "estimatedMinutes": 20,
        "memoRequired": False,
        "address": "1BoatSLRHtKNngkdXEeobR76b53LETtpyT",
    }
    record: dict[str, object] = {"code": "BTC", "name": "Bitcoin", "networks": [network]}
    return record | changes


def country_record(**changes: object) -> dict[str, object]:
    record: dict[str, object] = {
        "code": "DE",
        "name": "Germany",
        "region": "Europe",
        "products": ["residential", "mobile"],
        "cities": 2,
        "asns": 3,
        "carriers": 1,
    }
    return record | changes
