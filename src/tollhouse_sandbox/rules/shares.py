"""Shares a whole number out by weights, without losing a unit."""

from collections.abc import Sequence


def share_out(total: int, weights: Sequence[int]) -> list[int]:
    """Splits `total` in proportion to `weights`; the parts add up to it exactly.

    Args:
        total: What is shared out, at least 0.
        weights: At least one of them above 0.
    """
    whole = sum(weights)
    parts = [total * weight // whole for weight in weights]
    largest = max(range(len(weights)), key=lambda index: weights[index])
    parts[largest] += total - sum(parts)
    return parts
