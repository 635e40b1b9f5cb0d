"""The tour's walk through top-ups: the main job, and every way in which it can go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.services.accounts.accounts import DEMO

if TYPE_CHECKING:
    from app.bootstrap import Services
    from ui.pages.topups.page import TopUpsPage
    from ui.tour.camera import Camera


class TopUpsWalk:
    """Uses the page of top-ups as a user does."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera

    async def walk(self, page: TopUpsPage) -> None:
        """Walks from a new top-up to credited, rejected, bought with, and what was before."""
        await self._walk_payment(page)
        await self._walk_rejection(page)
        await self._walk_purchase(page)
        await self._walk_history(page)

    async def _walk_payment(self, page: TopUpsPage) -> None:
        page.open_new()
        await page.tasks.join("coins")
        if page.dialog is not None:
            page.dialog.show_amount("50.00")
        await self._camera.snap_all("new-top-up")
        await self._start_topup(page, "50.00", "BTC on Bitcoin")
        await self._camera.snap_all("to-pay", large_text=True)
        demo = page.topup_page.demo
        demo.pay_exactly.click()
        await page.topup_page.tasks.join()
        page.topup_page.detail.report.send.click()
        await page.topup_page.tasks.join()
        demo.confirmation.click()
        await page.topup_page.tasks.join()
        await self._camera.snap_all("verifying")
        for _block in range(2):
            demo.confirmation.click()
            await page.topup_page.tasks.join()
        await self._camera.snap_all("credited")

    async def _walk_rejection(self, page: TopUpsPage) -> None:
        page.open_new()
        await page.tasks.join("coins")
        await self._start_topup(page, "120.00", "USDT on Tron")
        await self._camera.snap("to-pay-tron", "light")
        demo = page.topup_page.demo
        demo.underpay.click()
        await page.topup_page.tasks.join()
        page.topup_page.detail.report.send.click()
        await page.topup_page.tasks.join()
        for _block in range(20):
            demo.confirmation.click()
            await page.topup_page.tasks.join()
        await self._camera.snap_all("rejected")

    async def _walk_purchase(self, page: TopUpsPage) -> None:
        page.open_new("150.00", "residential-50gb")
        await page.tasks.join("coins", "plans")
        await self._camera.snap_all("new-top-up-with-plan")
        await self._start_topup(page, "150.00", "LTC on Litecoin")
        demo = page.topup_page.demo
        demo.pay_exactly.click()
        await page.topup_page.tasks.join()
        page.topup_page.detail.report.send.click()
        await page.topup_page.tasks.join()
        await self._camera.snap_all("purchase-pending")
        for _block in range(6):
            demo.confirmation.click()
            await page.topup_page.tasks.join()
        await self._camera.snap_all("purchase-ordered")

    async def _walk_history(self, page: TopUpsPage) -> None:
        for status in ("expired", "verifying"):
            found = next((topup for topup in page.store.list() if topup.status == status), None)
            if found is not None:
                page.show_topup(found.id)
                await page.topup_page.tasks.join()
                await self._camera.snap_all(status, large_text=status == "expired")
                if status == "expired":
                    await self._snap_wrong_id(page)

    async def _snap_wrong_id(self, page: TopUpsPage) -> None:
        form = page.topup_page.detail.report
        form.txid.setText("7d4f0c11aa")
        form.txid.editingFinished.emit()
        await self._camera.snap("report-wrong-id", "light")
        form.clear()

    async def walk_offline(self, services: Services, page: TopUpsPage, name: str) -> None:
        """Cuts the demo's service off and shows what stays."""
        wallet = (await services.accounts.open(DEMO)).wallet
        if wallet is None:
            return
        await wallet.cut_off(cut=True)
        page.load()
        await page.tasks.join("load")
        await self._camera.snap_all(name)

    async def _start_topup(self, page: TopUpsPage, amount: str, name: str) -> None:
        dialog = page.dialog
        if dialog is None:
            return
        dialog.show_amount(amount)
        dialog.choose(name)
        dialog.submit.click()
        await page.tasks.join("create", "add")
        await page.topup_page.tasks.join()
