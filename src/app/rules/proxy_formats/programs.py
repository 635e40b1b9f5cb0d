"""The texts of formats: programs that fetch a page through the proxy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from app.rules.proxy_formats.texts import json_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.rules.proxy_formats.logins import Login

_PAGE: Final = "https://example.com"
_TAB: Final = "\t"


def requests(who: Login) -> str:
    return (
        f"import requests\n\nproxy = {who.url('http')!r}\n"
        f"response = requests.get({_PAGE!r}, proxies={{'http': proxy, 'https': proxy}}, timeout=30)"
    )


def httpx(who: Login) -> str:
    return (
        f"import httpx\n\nwith httpx.Client(proxy={who.url('http')!r}) as client:\n"
        f"    response = client.get({_PAGE!r})"
    )


def aiohttp(who: Login) -> str:
    return (
        "import asyncio\n\nimport aiohttp\n\n\n"
        "async def main():\n"
        "    async with aiohttp.ClientSession() as session:\n"
        f"        async with session.get({_PAGE!r}, proxy={who.url('http')!r}) as response:\n"
        "            return await response.text()\n\n\n"
        "page = asyncio.run(main())"
    )


def scrapy(logins: Sequence[Login]) -> str:
    """Returns a spider; without the setting Scrapy would send the password in Latin-1."""
    return (
        "import scrapy\n\n\n"
        "class ProxySpider(scrapy.Spider):\n"
        '    name = "proxies"\n'
        '    custom_settings = {"HTTPPROXY_AUTH_ENCODING": "utf-8"}\n'
        f"    proxies = [\n{_listed(logins, '        ', repr)}    ]\n\n"
        "    async def start(self):\n"
        "        for proxy in self.proxies:\n"
        f"            yield scrapy.Request({_PAGE!r}, meta={{'proxy': proxy}}, dont_filter=True)\n\n"
        "    def parse(self, response):\n"
        "        yield {'page': response.text}"
    )


def undici(logins: Sequence[Login]) -> str:
    return (
        "import { ProxyAgent, fetch } from 'undici';\n\n"
        f"const proxies = [\n{_listed(logins, '  ', json_text)}];\n"
        "for (const proxy of proxies) {\n"
        f"  const response = await fetch({json_text(_PAGE)}, {{ dispatcher: new ProxyAgent(proxy) }});\n"
        "  console.log(await response.text());\n}"
    )


def go(logins: Sequence[Login]) -> str:
    return (
        'package main\n\nimport (\n\t"io"\n\t"log"\n\t"net/http"\n\t"net/url"\n\t"os"\n)\n\n'
        f"var proxies = []string{{\n{_listed(logins, _TAB, json_text)}}}\n\n"
        "func main() {\n\tfor _, text := range proxies {\n"
        "\t\tproxy, err := url.Parse(text)\n\t\tif err != nil {\n\t\t\tlog.Fatal(err)\n\t\t}\n"
        "\t\tclient := &http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(proxy)}}\n"
        f"\t\tresponse, err := client.Get({json_text(_PAGE)})\n"
        "\t\tif err != nil {\n\t\t\tlog.Fatal(err)\n\t\t}\n"
        "\t\tio.Copy(os.Stdout, response.Body)\n\t\tresponse.Body.Close()\n\t}\n}"
    )


def playwright(who: Login) -> str:
    return (
        "const browser = await chromium.launch({\n  proxy: {\n"
        f"    server: {json_text(_server(who))},\n"
        f"    username: {json_text(who.username)},\n"
        f"    password: {json_text(who.password)},\n"
        "  },\n});"
    )


def puppeteer(who: Login) -> str:
    server = json_text(f"--proxy-server={_server(who)}")
    username, password = json_text(who.username), json_text(who.password)
    return (
        f"const browser = await puppeteer.launch({{ args: [{server}] }});\n"
        "const page = await browser.newPage();\n"
        f"await page.authenticate({{ username: {username}, password: {password} }});"
    )


def selenium(who: Login) -> str:
    """Returns Python for Selenium, which has no option for a proxy's login; a comment explains that."""
    return (
        "from selenium import webdriver\n\n"
        "# Selenium has no option for a proxy's login: the browser asks for it.\n"
        f"username = {who.username!r}\n"
        f"password = {who.password!r}\n"
        "options = webdriver.ChromeOptions()\n"
        f"options.add_argument({'--proxy-server=' + _server(who)!r})\n"
        "driver = webdriver.Chrome(options=options)"
    )


def _server(who: Login) -> str:
    return f"http://{who.url_host}:{who.http_port}"


def _listed(logins: Sequence[Login], indent: str, quote: Callable[[str], str]) -> str:
    """Returns a line for each URL as the elements of a list."""
    return "".join(f"{indent}{quote(who.url('http'))},\n" for who in logins)
