"""The tour's walk through the sub-users: many at once, one that fails, adding, importing, sharing."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication

from app.models.sub_users import BulkChange, SubUserChange
from ui.pages.sub_users.page import SubUsersPage

if TYPE_CHECKING:
    from app.bootstrap import Services
    from app.services.accounts.accounts import AccountSession
    from ui.shell.navigation import Navigation
    from ui.tour.camera import Camera

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
    """Shows the tab of sub-users of the account that is open."""
    navigation.router.show_tab("sub-users")
    page = navigation.page
    if not isinstance(page, SubUsersPage):
        return
    await page.tasks.join("load")
    await camera.snap_all("sub-users", large_text=True)
    page.table.mark([sub_user.id for sub_user in page.model.records()[:4]])
    await camera.snap_all("sub-users-selected", large_text=True)
    await _fail_one(page, await services.accounts.open(navigation.account_id))
    await camera.snap_all("sub-users-result", large_text=True)
    page.work.runs.forget()
    page.table.clearSelection()
    await _walk_dialogs(camera, page)


async def _fail_one(page: SubUsersPage, account: AccountSession) -> None:
    """Sets caps after another window has changed one of them, which is not overwritten unseen."""
    subscription_id, chosen = page.current_id(), page.model.records()[:4]
    elsewhere = SubUserChange(traffic_cap_bytes=8 * _GB)
    await account.sub_users.change(subscription_id, chosen[1], elsewhere)
    page.work.runs.start(account.sub_users.bulk(subscription_id, chosen, BulkChange("cap", 6 * _GB)))
    await page.tasks.join("run")
    await page.tasks.join("load")


async def _walk_dialogs(camera: Camera, page: SubUsersPage) -> None:
    page.work.add()
    form = page.work.editor.form
    if form is not None:
        form.label.setText("Madrid runner")
        form.cap.show_cap(5 * _GB)
    await camera.snap_all("sub-users-add", large_text=True)
    _close_dialog()
    with TemporaryDirectory(prefix="tollhouse-tour-") as folder:
        await _import(page, Path(folder) / "sub-users.csv")
    await camera.snap_all("sub-users-import", large_text=True)
    _close_dialog()
    page.work.do("share", page.model.records()[0].id)
    await camera.snap_all("sub-users-share")
    _close_dialog()


async def _import(page: SubUsersPage, path: Path) -> None:
    path.write_text(_FILE, encoding="utf-8")  # noqa: ASYNC240 (six lines, and nothing else runs)
    page.work.preview_import(path)
    await page.tasks.join("read import")


def _close_dialog() -> None:
    dialog = QApplication.activeModalWidget()
    if dialog is not None:
        dialog.close()
