"""Answers in the ways that the variants of a sandbox have chosen."""

import json
from urllib.parse import parse_qsl, quote, unquote, urlencode

from starlette.datastructures import MutableHeaders
from starlette.responses import Response as RawResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from tollhouse_sandbox.errors import JSON_TYPE, ApiError, respond
from tollhouse_sandbox.variant_edits import LONG_PREFIX, ODD_PREFIX, Response, document_of
from tollhouse_sandbox.web.dates import http_date
from tollhouse_sandbox.web.fault_layer import capture
from tollhouse_sandbox.world import World

_EVERY = 3
_SMALL_PAGE = 10
_ID_PREFIXES = {"any": ODD_PREFIX, "long": LONG_PREFIX}


class VariantLayer:
    """Rewrites requests and responses of the interface; without a variant it passes them through."""

    def __init__(self, app: ASGIApp, world: World) -> None:
        self._app = app
        self._world = world
        self._reads = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self._world.variants:
            await self._app(scope, receive, send)
            return
        self._rewrite(scope)
        if not scope["path"].startswith("/v1/"):
            await self._app(scope, receive, send)
            return
        if self._is_busy(scope):
            raw = respond(
                ApiError(429, "too_many_requests", "Too many requests."),
                {"date": http_date(self._world.clock.now())},
            )
        else:
            raw = await capture(self._app, scope, receive)
        await self._edited(raw, scope)(scope, receive, send)

    def _is_busy(self, scope: Scope) -> bool:
        if self._world.variants.value("busy") == "never" or scope["method"] != "GET":
            return False
        self._reads += 1
        return self._reads % _EVERY == 0

    def _rewrite(self, scope: Scope) -> None:
        """Gives a request the ids and the page size that the routes know."""
        prefix = _ID_PREFIXES.get(self._world.variants.value("ids"), "")
        if prefix:
            parts = [unquote(part).removeprefix(prefix) for part in scope["raw_path"].decode().split("/")]
            scope["path"] = "/".join(parts)
            scope["raw_path"] = "/".join(quote(part, safe="") for part in parts).encode()
        query = dict(parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True))
        if prefix and "subUserId" in query:
            query["subUserId"] = query["subUserId"].removeprefix(prefix)
            scope["query_string"] = urlencode(query).encode()
        if scope["path"] == "/v1/topups" and self._world.variants.value("totals") == "small-pages":
            asked = query.get("perPage", "100")
            query["perPage"] = str(min(int(asked), _SMALL_PAGE)) if asked.isdecimal() else asked
            scope["query_string"] = urlencode(query).encode()

    def _edited(self, raw: RawResponse, scope: Scope) -> RawResponse:
        response = Response(
            (scope["method"], scope["path"]),
            raw.status_code,
            MutableHeaders(raw=raw.raw_headers),
            document_of(bytes(raw.body)),
            self._world.clock.now(),
        )
        for edit in self._world.variants.edits():
            edit(response)
        body = bytes(raw.body)
        if response.document is not None:
            body = json.dumps(response.document, ensure_ascii=False, separators=(",", ":")).encode()
        edited = RawResponse(body, response.status, media_type=JSON_TYPE)
        edited.raw_headers = response.headers.raw
        if body:
            edited.headers["content-length"] = str(len(body))
        return edited
