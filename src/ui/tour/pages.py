"""The tour's walks through the pages of an account."""

from __future__ import annotations

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication

from app.models.sub_users import BulkChange, SubUserChange
from app.models.subscriptions import ACTIVE
from app.services.accounts.known import DEMO
from ui.pages.hand_outs.share_dialog import ShareDialog
from ui.pages.locations.page import LocationsPage
from ui.pages.sub_users.page import SubUsersPage
from ui.pages.subscriptions.page import SubscriptionsPage

if TYPE_CHECKING:
    from PySide6.QtWidgets import QAbstractButton

    from app.bootstrap import Services
    from app.services.accounts.session import AccountSession
    from ui.pages.check_many.page import CheckManyPage
    from ui.pages.topups.page import TopUpsPage
    from ui.shell.navigation import Navigation
    from ui.tour.camera import Camera


async def walk_topups(camera: Camera, page: TopUpsPage) -> None:
    """Walks from a new top-up to credited, rejected and ordered ones, and to those of the past."""
    await _walk_payment(camera, page)
    await _walk_rejection(camera, page)
    await _walk_purchase(camera, page)
    for status in ("expired", "verifying"):
        found = next((topup for topup in page.store.list() if topup.status == status), None)
        if found is not None:
            page.show_topup(found.id)
            await page.topup_page.tasks.join()
            await camera.snap_all(status, large_text=status == "expired")
            if status == "expired":
                await _snap_wrong_id(camera, page)


async def _walk_payment(camera: Camera, page: TopUpsPage) -> None:
    page.open_new()
    await page.tasks.join("coins")
    if page.dialog is not None:
        page.dialog.show_amount("50.00")
    await camera.snap_all("new-top-up")
    await _start_topup(page, "50.00", "BTC on Bitcoin")
    await camera.snap_all("to-pay", large_text=True)
    demo, report = page.topup_page.demo, page.topup_page.detail.report
    await _press(page, demo.pay_exactly, report.send, demo.confirmation)
    await camera.snap_all("verifying")
    await _press(page, *[demo.confirmation] * 2)
    await camera.snap_all("credited")


async def _walk_rejection(camera: Camera, page: TopUpsPage) -> None:
    page.open_new()
    await page.tasks.join("coins")
    await _start_topup(page, "120.00", "USDT on Tron")
    await camera.snap("to-pay-tron", "light")
    demo, report = page.topup_page.demo, page.topup_page.detail.report
    await _press(page, demo.underpay, report.send, *[demo.confirmation] * 20)
    await camera.snap_all("rejected")


async def _walk_purchase(camera: Camera, page: TopUpsPage) -> None:
    page.open_new("150.00", "residential-50gb")
    await page.tasks.join("coins", "plans")
    await camera.snap_all("new-top-up-with-plan")
    await _start_topup(page, "150.00", "LTC on Litecoin")
    demo, report = page.topup_page.demo, page.topup_page.detail.report
    await _press(page, demo.pay_exactly, report.send)
    await camera.snap_all("purchase-pending")
    await _press(page, *[demo.confirmation] * 6)
    await camera.snap_all("purchase-ordered")
    await _walk_record(camera, page)


async def _walk_record(camera: Camera, page: TopUpsPage) -> None:
    opened = page.topup_page
    opened.detail.details.set_expanded(True)
    opened.reference.edit.setText("Project 2291, price monitoring")
    await asyncio.sleep(0.1)
    opened.detail.ensureWidgetVisible(opened.reference, 0, 24)
    await camera.snap_all("own-reference", large_text=True)
    opened.detail.details.set_expanded(False)
    opened.detail.record_requested.emit()
    await camera.snap_all("payment-record", large_text=True)
    camera.close_dialog()


async def _snap_wrong_id(camera: Camera, page: TopUpsPage) -> None:
    form = page.topup_page.detail.report
    form.txid.setText("7d4f0c11aa")
    form.txid.editingFinished.emit()
    await camera.snap("report-wrong-id", "light")
    form.clear()


async def _start_topup(page: TopUpsPage, amount: str, name: str) -> None:
    dialog = page.dialog
    if dialog is None:
        return
    dialog.show_amount(amount)
    dialog.choose(name)
    dialog.submit.click()
    await page.tasks.join("create", "add")
    await page.topup_page.tasks.join()


async def _press(page: TopUpsPage, *buttons: QAbstractButton) -> None:
    for button in buttons:
        button.click()
        await page.topup_page.tasks.join()


async def walk_offline(camera: Camera, services: Services, page: TopUpsPage, name: str) -> None:
    """Disconnects the demo's service and shows what remains."""
    wallet = (await services.accounts.open(DEMO)).wallet
    if wallet is None:
        return
    await wallet.cut_off(cut=True)
    page.load()
    await page.tasks.join("load")
    await camera.snap_all(name)


_SESSIONS = 12
_CHECKED = 3


async def walk_subscriptions(camera: Camera, navigation: Navigation) -> None:
    navigation.router.show_tab("subscriptions")
    page = navigation.page
    if not isinstance(page, SubscriptionsPage):
        return
    await page.tasks.join("load")
    await page.subscription_page.tasks.join()
    await camera.snap_all("subscription", large_text=True)
    detail = page.subscription_page.detail
    detail.countries.show_map.setChecked(True)
    await page.subscription_page.tasks.join()
    await asyncio.sleep(0.1)
    # The map is below the credentials.
    detail.ensureWidgetVisible(detail.countries, 0, 12)
    await camera.snap_all("usage-map")
    detail.countries.show_map.setChecked(False)
    detail.usage.as_table.setChecked(True)
    await camera.snap_all("usage-table")
    detail.usage.as_table.setChecked(False)
    detail.sticky.session.how_many.setValue(_SESSIONS)
    detail.sticky.check.click()
    await _some_checks(page)
    await camera.snap_all("check-many", large_text=True)
    page.checks.leave()
    # It would be in some of the next pictures and not in others.
    navigation.router.context.show_message("")
    session = navigation.router.session()
    if session is not None:
        nearly_empty = min(
            (one for one in session.subscription_store.list() if one.status == ACTIVE),
            key=lambda one: one.traffic_remaining_bytes,
        )
        page.show_subscription(nearly_empty.id)
        await page.subscription_page.tasks.join()
        await _walk_alerts(camera, page)
        ended = [one for one in session.subscription_store.list() if one.status != ACTIVE]
        page.show_subscription(ended[0].id)
        await page.subscription_page.tasks.join()
        await camera.snap_all("subscription-ended")


async def _walk_alerts(camera: Camera, page: SubscriptionsPage) -> None:
    """Switches an alert on; the notification is in a later picture."""
    detail = page.subscription_page.detail
    detail.alerts.opener.click()
    if detail.alerts.form is not None:
        detail.alerts.form.lasting.switch.click()
        detail.alerts.form.use_as_default.setFocus()
    await page.subscription_page.tasks.join()
    # In every size of the window.
    scroll = detail.verticalScrollBar()
    following = scroll.rangeChanged.connect(lambda: detail.ensureWidgetVisible(detail.alerts, 0, 12))
    detail.ensureWidgetVisible(detail.alerts, 0, 12)
    await camera.snap_all("alerts", large_text=True)
    scroll.rangeChanged.disconnect(following)
    detail.alerts.opener.click()


async def _some_checks(page: SubscriptionsPage) -> None:
    """Waits until some of the checks have ended."""
    checks = page.checks.page
    while checks is not None and _ended(checks) < _CHECKED:  # noqa: ASYNC110 (the run tells only the page)
        await asyncio.sleep(0.05)


def _ended(checks: CheckManyPage) -> int:
    return sum(row.result is not None for row in checks.model.records())


async def walk_locations(camera: Camera, navigation: Navigation) -> None:
    navigation.router.show_tab("locations")
    page = navigation.page
    if not isinstance(page, LocationsPage):
        return
    await page.tasks.join("load")
    for code in ("DE", "US"):
        page.toggle_favorite(code)
    await page.tasks.join()
    page.pane.table.country_opened.emit("DE")
    await page.tasks.join()
    page.detail.pane("cities").search.setText("mun")
    await camera.snap_all("locations", large_text=True)
    page.panes.show_pane(detail=False)
    page.pane.search.setText("united")
    await camera.snap("countries-search", "light")
    page.pane.search.clear()
    page.detail.tabs.setCurrentIndex(1)
    await page.tasks.join()
    await camera.snap("isps", "light")
    page.show_all_countries()
    for code in ("US", "BR", "MX"):
        page.show_country(code)
        await page.tasks.join()
    page.show_all_countries()
    await page.tasks.join()
    page.all_countries.pane.search.setText("san")
    await camera.snap_all("all-countries")


async def walk_browsing(camera: Camera, navigation: Navigation) -> None:
    """Shows the locations of a service without an account, and returns to the welcome page."""
    navigation.welcome.browse.click()
    await navigation.tasks.join()
    page = navigation.page
    if isinstance(page, LocationsPage):
        await page.tasks.join()
        await camera.snap_all("browse-without-key")
    navigation.show_welcome()


_GB = 1_000_000_000
_FILE = """label;password;cap
Madrid runner;;5
Lisbon runner;;5 GB
;;2
Berlin runner;;10
Weekend job;;plenty
Archive;;none
"""


async def walk_sub_users(camera: Camera, navigation: Navigation, services: Services) -> None:
    navigation.router.show_tab("sub-users")
    page = navigation.page
    if not isinstance(page, SubUsersPage):
        return
    await page.tasks.join("load")
    await camera.snap_all("sub-users", large_text=True)
    page.table.mark([sub_user.id for sub_user in page.model.records()[:4]])
    await camera.snap_all("sub-users-selected", large_text=True)
    await _check(page)
    await camera.snap_all("check-many-done", large_text=True)
    page.checks.leave()
    await _fail_one(page, await services.accounts.open(navigation.account_id))
    await camera.snap_all("sub-users-result", large_text=True)
    page.changes.forget()
    page.table.clearSelection()
    await _walk_dialogs(camera, page)


async def _check(page: SubUsersPage) -> None:
    """Checks the first sub-users and those that are disabled."""
    records = page.model.records()
    page.table.mark([one.id for one in (*records[:4], *(one for one in records if not one.enabled))])
    page.bar.check.click()
    if page.checks.page is not None:
        await page.checks.page.tasks.join("run")


async def _fail_one(page: SubUsersPage, account: AccountSession) -> None:
    """Sets caps after another window has changed one of them, which is therefore not overwritten."""
    subscription_id, chosen = page.current_id(), page.model.records()[:4]
    elsewhere = SubUserChange(traffic_cap_bytes=8 * _GB)
    await account.sub_users.change(subscription_id, chosen[1], elsewhere)
    page.changes.start(account.sub_users.bulk(subscription_id, chosen, BulkChange("cap", 6 * _GB)))
    await page.tasks.join("run")
    await page.tasks.join("load")


async def _walk_dialogs(camera: Camera, page: SubUsersPage) -> None:
    page.add()
    form = page.form
    if form is not None:
        form.label.setText("Madrid runner")
        form.cap.show_cap(5 * _GB)
    await camera.snap_all("sub-users-add", large_text=True)
    camera.close_dialog()
    with TemporaryDirectory(prefix="tollhouse-tour-") as folder:
        await _import(page, Path(folder) / "sub-users.csv")
    await camera.snap_all("sub-users-import", large_text=True)
    camera.close_dialog()
    page.do("share", page.model.records()[0].id)
    await camera.snap_all("sub-users-share", large_text=True)
    dialog = QApplication.activeModalWidget()
    if isinstance(dialog, ShareDialog):
        dialog.qr.show_button.click()
        await dialog.tasks.join()
        await camera.snap_all("sub-users-share-qr", large_text=True)
    camera.close_dialog()
    page.table.mark([sub_user.id for sub_user in page.model.records()])
    page.bar.print_sheet.click()
    await camera.snap_all("sub-users-print-sheet", large_text=True)
    camera.close_dialog()
    page.table.clearSelection()


async def _import(page: SubUsersPage, path: Path) -> None:
    path.write_text(_FILE, encoding="utf-8")  # noqa: ASYNC240 (six lines, and nothing else runs)
    page.preview_import(path)
    await page.tasks.join("read import")
