"""Refuses what must not reach a route: foreign hosts and origins, wrong keys, huge bodies."""

import secrets

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from tollhouse_sandbox.errors import ApiError, respond
from tollhouse_sandbox.settings import Settings

_NAMES = ("127.0.0.1", "localhost", "[::1]")
_PUBLIC = ("/v1/catalog/", "/openapi.json")
_HTTP_PORT = 80


class Guards:
    """Lets a request pass only if it is meant for this sandbox and may be made (spec 5).

    One that other computers can reach has names that only they know: there the key alone protects it.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._expected = f"Bearer {settings.api_key}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        error = self._refusal(scope)
        if error is None:
            await self._app(scope, receive, send)
            return
        headers = {"www-authenticate": "Bearer"} if error.status == 401 else None
        await respond(error, headers)(scope, receive, send)

    def _refusal(self, scope: Scope) -> ApiError | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "").lower()
        hosts = self._own_hosts(scope) if self._settings.is_local else {host}
        if host not in hosts:
            return ApiError(403, "host_refused", "This Host is not the sandbox's own.")
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in {f"http://{host}" for host in hosts}:
            return ApiError(403, "origin_refused", "Pages of other origins may not use the sandbox.")
        if scope["path"] != "/" and not scope["path"].startswith(_PUBLIC):
            given = headers.get("authorization", "")
            if not secrets.compare_digest(given.encode("latin-1"), self._expected):
                return ApiError(401, "unauthorized", "The API key is missing or not valid.")
        if scope["sandbox.body_too_large"]:
            return ApiError(413, "body_too_large", "The body is over 1 MiB.")
        return None

    def _own_hosts(self, scope: Scope) -> set[str]:
        server = scope.get("server")
        port = (server[1] if server else None) or _HTTP_PORT
        names = {*_NAMES, self._settings.client_host}
        hosts = {f"{name}:{port}" for name in names}
        return hosts | names if port == _HTTP_PORT else hosts
