"""The client of one service address and one account: one object per path family."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from app.api.topups import TopUpsApi
from app.api.transport import Transport

if TYPE_CHECKING:
    from app.api.catalog import CatalogApi
    from app.api.subscriptions import SubscriptionsApi, SubUsersApi


class ServiceClient(Transport):
    """The service as one account sees it; without a key, the public catalogs alone."""

    @cached_property
    def topups(self) -> TopUpsApi:
        return TopUpsApi(self)

    @cached_property
    def catalog(self) -> CatalogApi:
        from app.api.catalog import CatalogApi  # noqa: PLC0415 (after the first top-ups)

        return CatalogApi(self)

    @cached_property
    def subscriptions(self) -> SubscriptionsApi:
        from app.api.subscriptions import SubscriptionsApi  # noqa: PLC0415 (likewise)

        return SubscriptionsApi(self)

    @cached_property
    def sub_users(self) -> SubUsersApi:
        from app.api.subscriptions import SubUsersApi  # noqa: PLC0415 (likewise)

        return SubUsersApi(self)
