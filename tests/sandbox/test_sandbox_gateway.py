"""The gateway as curl sees it: who passes, who doesn't, and what is counted."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from urllib.parse import quote

import pytest

from support.gateway_service import PAGE, Finished, GatewayService, gateway_service, listener, run
from tollhouse_sandbox.account.subscriptions import reset_password
from tollhouse_sandbox.gateway import listeners

SCHEMES = ("http", "tunnel", "socks5", "socks5h")
HOSTILE = ("p@s:s/w#r?d%41 +&…", "My<s>ecret", "'\"`$HOME\\ !", "%", "ü😀", "a" * 64)


@pytest.fixture
async def gateway() -> AsyncIterator[GatewayService]:
    async with gateway_service() as made:
        yield made


async def fetch(
    gateway: GatewayService,
    scheme: str = "http",
    *arguments: str,
    username: str | None = None,
    password: str | None = None,
    url: str | None = None,
) -> Finished:
    """Fetches the page with curl through the gateway; the status comes at the end of the output."""
    user = quote(gateway.subscription().username if username is None else username, safe="")
    secret = quote(gateway.subscription().password if password is None else password, safe="")
    port = gateway.address.socks_port if scheme.startswith("socks") else gateway.address.http_port
    proxy = f"{'http' if scheme == 'tunnel' else scheme}://{user}:{secret}@127.0.0.1:{port}"
    tunnel = ["--proxytunnel"] if scheme == "tunnel" else []
    return await run(
        "curl", "-sS", "-m", "15", "-w", "%{http_code} %{http_connect}", *tunnel, *arguments,
        "-x", proxy, url or gateway.page_url,
    )  # fmt: skip


async def passes(gateway: GatewayService, scheme: str = "http", **login: str | None) -> bool:
    """Whether the page comes; if not, that it was the gateway that refused."""
    done = await fetch(gateway, scheme, **login)
    if PAGE in done.out:
        return True
    refused = done.code == 97 if scheme.startswith("socks") else b"407" in done.out
    assert refused, done
    return False


@pytest.mark.parametrize("scheme", SCHEMES)
async def test_a_page_comes_through_and_is_counted(gateway: GatewayService, scheme: str) -> None:
    used, (day_bytes, requests) = gateway.subscription().traffic_used_bytes, gateway.today()
    assert await passes(gateway, scheme)
    now_bytes, now_requests = gateway.today()
    assert now_requests == requests + 1
    grown = now_bytes - day_bytes
    assert len(PAGE) < grown < len(PAGE) + 1000
    assert gateway.subscription().traffic_used_bytes - used == grown


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("password", HOSTILE)
async def test_any_password_gets_through(gateway: GatewayService, scheme: str, password: str) -> None:
    gateway.set_subscription(password=password)
    assert await passes(gateway, scheme)
    assert not await passes(gateway, scheme, password=password[:-1] + "x")


@pytest.mark.parametrize("scheme", SCHEMES)
async def test_a_sub_users_traffic_is_its_own_and_the_subscriptions(
    gateway: GatewayService, scheme: str
) -> None:
    main, before, user = gateway.today(), gateway.subscription(), gateway.sub_user()
    own_before = gateway.today(user.id)
    assert await passes(gateway, scheme, username=user.username, password=user.password)
    grown = gateway.sub_user().traffic_used_bytes - user.traffic_used_bytes
    assert grown > len(PAGE)
    assert gateway.subscription().traffic_used_bytes - before.traffic_used_bytes == grown
    assert gateway.today(user.id) == (own_before[0] + grown, own_before[1] + 1)
    assert gateway.today() == main


@pytest.mark.parametrize("session", ["a-ttl-1", "k3Xw81fa-ttl-10", f"{'Z9' * 16}-ttl-30"])
async def test_a_sticky_session_passes(gateway: GatewayService, session: str) -> None:
    assert await passes(gateway, "tunnel", username=f"acme_r7f2-session-{session}")


@pytest.mark.parametrize(
    "suffix",
    [
        "-session-a-ttl-0",
        "-session-a-ttl-31",
        "-session-a-ttl-05",
        "-session-a-ttl-",
        "-session-a-ttl-1x",
        "-session--ttl-5",
        f"-session-{'a' * 33}-ttl-5",
        "-session-a_b-ttl-5",
        "-session-ä-ttl-5",
        "-session-a",
        "-ttl-5",
        "-country-us",
    ],
)
@pytest.mark.parametrize("scheme", ["http", "socks5h"])
async def test_a_malformed_session_is_refused(gateway: GatewayService, suffix: str, scheme: str) -> None:
    assert not await passes(gateway, scheme, username=f"acme_r7f2{suffix}")


async def test_the_old_password_works_for_60_seconds(gateway: GatewayService) -> None:
    old = gateway.subscription().password
    reset_password(gateway.world, gateway.subscription().id)
    gateway.world.clock.advance(timedelta(seconds=59))
    assert await passes(gateway, password=old)
    assert await passes(gateway)
    gateway.world.clock.advance(timedelta(seconds=1))
    assert not await passes(gateway, password=old)
    assert await passes(gateway)


@pytest.mark.parametrize("scheme", SCHEMES)
async def test_who_may_not_pass_is_refused(gateway: GatewayService, scheme: str) -> None:
    before = gateway.today()
    assert not await passes(gateway, scheme, password="wrong")
    assert not await passes(gateway, scheme, username="nobody")
    user = {"username": gateway.sub_user().username, "password": gateway.sub_user().password}
    gateway.set_sub_user(enabled=False)
    assert not await passes(gateway, scheme, **user)
    gateway.set_sub_user(enabled=True, traffic_limit_bytes=gateway.sub_user().traffic_used_bytes)
    assert not await passes(gateway, scheme, **user)
    gateway.set_sub_user(traffic_limit_bytes=None)
    assert await passes(gateway, scheme, **user)
    gateway.set_subscription(traffic_used_bytes=gateway.subscription().traffic_total_bytes)
    assert not await passes(gateway, scheme)
    assert not await passes(gateway, scheme, **user)
    gateway.set_subscription(traffic_used_bytes=0, expires_at=gateway.world.clock.now())
    assert not await passes(gateway, scheme)
    assert gateway.today() == before


async def test_a_refusal_says_why_and_how_to_log_in(gateway: GatewayService) -> None:
    gateway.set_sub_user(traffic_limit_bytes=0)
    user = gateway.sub_user()
    done = await fetch(gateway, "http", "-i", username=user.username, password=user.password)
    assert b'Proxy-Authenticate: Basic realm="gateway", charset="UTF-8"' in done.out
    assert b"The sub-user's traffic cap is reached." in done.out


@pytest.mark.parametrize("scheme", SCHEMES)
async def test_a_cap_that_is_reached_ends_the_stream(gateway: GatewayService, scheme: str) -> None:
    user = gateway.sub_user()
    limit = user.traffic_used_bytes + 600
    gateway.set_sub_user(traffic_limit_bytes=limit)
    done = await fetch(gateway, scheme, username=user.username, password=user.password)
    assert done.code != 0
    assert PAGE not in done.out
    assert gateway.sub_user().traffic_used_bytes == limit


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(
    "host", ["192.0.2.1", "example.com", "0.0.0.0", "[2001:db8::1]", "127.0.0.1.example"]
)
async def test_it_leads_to_this_computer_only(gateway: GatewayService, scheme: str, host: str) -> None:
    if scheme == "socks5" and host.endswith((".com", ".example")):
        pytest.skip("curl would look the name up by itself")
    done = await fetch(gateway, scheme, url=f"http://{host}:{gateway.page_port}/")
    assert done.code == 97 or b"403" in done.out


@pytest.mark.parametrize("scheme", ["http", "tunnel", "socks5h"])
@pytest.mark.parametrize("host", ["localhost", "shop.localhost", "127.8.8.8"])
async def test_all_names_of_this_computer_will_do(gateway: GatewayService, scheme: str, host: str) -> None:
    done = await fetch(gateway, scheme, url=f"http://{host}:{gateway.page_port}/")
    assert PAGE in done.out or host == "127.8.8.8"  # the page's server listens on 127.0.0.1 alone
    assert b"403" not in done.out


@pytest.mark.parametrize("scheme", SCHEMES)
async def test_a_target_where_nobody_listens_is_reported(gateway: GatewayService, scheme: str) -> None:
    closed = listener()
    port = closed.getsockname()[1]
    closed.close()
    done = await fetch(gateway, scheme, url=f"http://127.0.0.1:{port}/")
    assert done.code == 97 or b"502" in done.out


async def test_what_was_meant_for_the_gateway_goes_no_further(gateway: GatewayService) -> None:
    done = await fetch(gateway, "http", "--data-binary", "x" * 100_000, url=f"{gateway.page_url}echo")
    text = done.out.decode().lower()
    assert text.startswith("post /echo http/1.1\r\n")
    assert "proxy-" not in text
    assert f"host: 127.0.0.1:{gateway.page_port}\r\n" in text
    assert text.count("x" * 100_000) == 1


async def test_hundreds_at_once_are_served_and_counted(gateway: GatewayService) -> None:
    requests = gateway.today()[1]
    login = f"{gateway.subscription().username}:{gateway.subscription().password}"
    config = f'proxy = "http://{login}@127.0.0.1:{gateway.address.http_port}"\n'
    done = await run(
        "curl", "-sS", "--no-progress-meter", "-m", "60", "-Z", "--parallel-max", "150", "-x",
        config.split('"')[1], f"{gateway.page_url}?[1-300]", seconds=60,
    )  # fmt: skip
    assert done.code == 0, done.errors
    assert done.out.count(PAGE) == 300
    assert gateway.today()[1] == requests + 300


async def test_beyond_the_most_connections_new_ones_are_closed(
    gateway: GatewayService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listeners, "CONNECTIONS_MAX", 2)
    place = ("127.0.0.1", gateway.address.http_port)
    streams = [await asyncio.open_connection(*place) for _ in range(3)]
    try:
        async with asyncio.timeout(10):
            assert await streams[2][0].read(1) == b""
        assert not streams[0][0].at_eof()
    finally:
        for _reader, writer in streams:
            writer.close()


async def test_stopping_ends_open_tunnels() -> None:
    held: list[asyncio.StreamWriter] = []
    connected = asyncio.Event()

    def keep(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        held.append(writer)
        connected.set()

    silent = await asyncio.start_server(keep, "127.0.0.1", 0)
    async with asyncio.TaskGroup() as tools, gateway_service() as gateway:
        url = f"http://127.0.0.1:{silent.sockets[0].getsockname()[1]}/"
        curl = tools.create_task(fetch(gateway, "tunnel", url=url))
        await connected.wait()
    assert curl.result().code in {52, 56}
    silent.close()
    held[0].close()
