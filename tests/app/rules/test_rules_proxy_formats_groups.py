"""The credentials of many in one format: all that fit, and who does not."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from app.models.sub_users import SubUser
from app.models.subscriptions import Subscription
from app.rules.proxy_formats.logins import Credentials, credentials_of
from app.rules.proxy_formats.refusals import NEEDS_ADDRESS
from app.rules.proxy_formats.rendering import (
    FORMATS,
    MASK,
    ONE_LOGIN,
    TEMPLATE,
    Order,
    group_logins,
    group_refusal,
    group_text,
    render,
    render_many,
)
from app.rules.subscriptions.sticky import Session, session_series
from support.deposit_samples import VECTORS
from support.service_records import sub_user_record, subscription_record


def user(label: str, password: str = "secret-canary", username: str = "") -> Credentials:
    return Credentials("192.0.2.7", 8000, 9000, username or f"u-{label.lower()}", password, label)


def test_every_user_has_a_line() -> None:
    text = group_text("host_port_user_pass", [user("Anna"), user("Ben", "x")])
    assert text.text == "192.0.2.7:8000:u-anna:secret-canary\n192.0.2.7:8000:u-ben:x"
    assert (text.count, text.refused) == (2, ())
    assert "canary" not in repr(text)


def test_who_can_t_be_written_is_named_and_the_others_are() -> None:
    text = group_text("host_port_user_pass", [user("Anna"), user("Ben", "a:b"), user("", "c:d", "u-x")])
    assert text.text == "192.0.2.7:8000:u-anna:secret-canary"
    assert text.count == 1
    assert text.refused == (("Ben", "password_has_colon"), ("u-x", "password_has_colon"))
    assert group_text("host_port_user_pass", [user("Ben", "a:b")]).text == ""
    assert [group_text(key, []).text for key in ("host_port_user_pass", "csv", "json")] == ["", "", ""]


@pytest.mark.parametrize("key", [one.key for one in FORMATS])
@pytest.mark.parametrize("password", ["x", "a:b", "a b", "=1", "p\\w'", "ü", ""])
def test_a_format_that_is_refused_names_the_first_whom_it_can_not_hold(key: str, password: str) -> None:
    users = [user("Anna"), user("Ben", password), user("Ben", password, "u-ben-2")]
    users = [replace(one, host="gate.example.net") for one in users]
    template = "{user}:{pass}"
    written = group_text(key, users, template=template)
    reasons = [(label, reason) for label, reason in written.refused if reason != NEEDS_ADDRESS]
    refusal = group_refusal(key, group_logins(users), template=template)
    assert (refusal.label, refusal.reason) == (reasons[0] if reasons else ("", ""))
    assert refusal.text == ""


def test_a_list_is_a_list_only_for_several() -> None:
    one, two = group_text("json", [user("Anna")]), group_text("json", [user("Anna"), user("Ben")])
    assert json.loads(one.text)["label"] == "Anna"
    assert [item["label"] for item in json.loads(two.text)] == ["Anna", "Ben"]


@pytest.mark.parametrize("key", ["playwright", "puppeteer"])
def test_javascript_has_blocks_only_for_several(key: str) -> None:
    one, two = group_text(key, [user("Anna")]).text, group_text(key, [user("Anna"), user("Ben")]).text
    assert one.startswith("const browser = ")
    assert two.startswith(f"{{\n{one}\n}}\n\n{{\n")


def test_the_same_label_twice_is_distinguished_where_names_must_differ() -> None:
    users = [user("Robot", username="u-1"), user("Robot", username="u-2"), user("Anna")]
    tags = [item["tag"] for item in json.loads(group_text("sing_box", users).text)]
    assert tags == ["Robot u-1", "Robot u-2", "Anna"]


def test_each_format_writes_exactly_this() -> None:
    """What tools here can't read, such as Go, is held by the text alone."""
    two = [user("Anna", "secret-1", "u-anna"), user("Ben & Co/2", "secret-2", "u-ben")]
    written = {
        row.key: group_text(row.key, two[:1] if row.holds_one else two, template="{user}:{pass}").text
        for row in FORMATS
    }
    assert {key: text.split("\n") for key, text in written.items()} == json.loads(
        (VECTORS / "proxy_formats.json").read_text(encoding="utf-8")
    )


@pytest.mark.parametrize(
    ("key", "username", "reason"),
    [
        ("user_pass_at_host_port", "a@b", "username_has_url_sign"),
        ("proxychains", "a b", "username_has_blank"),
        ("proxychains", "ü", "not_ascii"),
        ("proxychains", "u" * 256, "too_long_for_socks"),
        ("proxychains", "a\x01b", "username_has_control"),
        ("proxychains", "u" * 255, ""),
        ("socks5_url", "u" * 256, "too_long_for_socks"),
        ("socks5_url", "ü" * 128, "too_long_for_socks"),
        ("socks5_url", "u" * 255, ""),
        ("dotenv", "a'b", "username_has_quote"),
        ("dotenv", "a\\b", "username_has_quote"),
        ("dotenv", "a${b", "username_has_quote"),
        ("dotenv", "a$b", ""),
        ("csv", "=a", "username_is_formula"),
        ("csv", "'=a", "username_is_formula"),
        ("csv", "'a", ""),
        ("csv", "a=", ""),
        ("git", "a%41", "username_has_percent"),
        ("git", "a%", ""),
        ("surge", "a,b", "username_has_list_sign"),
        ("surge", "a//b", "username_has_list_sign"),
        ("proxifier", " a", "username_has_blank"),
        ("proxifier", "a b", ""),
        ("proxifier", "a\uffffb", "username_has_control"),
        ("host_port_user_pass", "a\nb", "username_has_control"),
        ("template", "a\nb", "username_has_control"),
    ],
)
def test_a_username_that_would_not_survive_switches_a_format_off(
    key: str, username: str, reason: str
) -> None:
    of = user("Anna", username=username)
    assert render(key, of, None, template="{user}").reason == reason
    order = Order(key, "{user}", of)
    assert order.preview().reason == order.render().reason == reason


def test_who_of_several_can_t_be_copied_is_named_before_what_a_lookup_resolves() -> None:
    named = replace(user("Anna"), host="gate.example")
    refused = Order("proxychains", "", named, others=(user("Ben", "a b"),)).render()
    assert (refused.reason, refused.label) == ("password_has_blank", "Ben")
    waiting = Order("proxychains", "", named, others=(user("Ben"),)).render()
    assert (waiting.reason, waiting.label) == (NEEDS_ADDRESS, "Anna")


def test_an_order_is_written_in_its_own_template_and_session() -> None:
    session, anna = Session("abc", 10), user("Anna")
    one = Order(TEMPLATE, "{user}|{pass}", anna, session)
    assert one.render().text == "u-anna-session-abc-ttl-10|secret-canary"
    assert one.preview().text == f"u-anna-session-abc-ttl-10|{MASK}"
    many = replace(one, count=3).render().text.splitlines()
    assert many[0] == one.render().text
    assert len({*many}) == 3
    plain = replace(one, session=None, count=3)
    assert plain.render().text == "u-anna|secret-canary"
    both = replace(plain, others=(user("Ben", "x"),))
    assert both.render().text == "u-anna|secret-canary\nu-ben|x"


def test_an_address_takes_the_place_of_the_gateway_s_name_for_all() -> None:
    anna, ben = (replace(user(name), host="gate.example") for name in ("Anna", "Ben"))
    order = Order("proxychains", "", anna, others=(ben,))
    assert order.render().reason == NEEDS_ADDRESS
    text = order.at("192.0.2.9").render().text
    assert text.count("192.0.2.9") == 2
    assert "gate.example" not in text


def test_credentials_are_of_the_main_user_or_of_a_sub_user_at_the_same_gateway() -> None:
    subscription = Subscription.model_validate(
        subscription_record(label="Shop", username="main", password="a")
    )
    sub_user = SubUser.model_validate(sub_user_record(label="Anna", username="sub", password="b"))
    endpoint = subscription.endpoint
    gateway = (endpoint.host, endpoint.http_port, endpoint.socks_port)
    assert credentials_of(subscription) == Credentials(*gateway, "main", "a", "Shop")
    assert credentials_of(subscription, sub_user) == Credentials(*gateway, "sub", "b", "Anna")


@pytest.mark.parametrize("key", [row.key for row in FORMATS if not row.holds_one])
def test_every_format_takes_a_group(key: str) -> None:
    text = group_text(key, [user("Anna"), user("Ben")], template="{user} {pass}" if key == TEMPLATE else "")
    assert (text.count, text.refused) == (2, ())
    # v2rayN's links are in base64.
    assert ("u-anna" in text.text and "u-ben" in text.text) or key == "v2rayn"


@pytest.mark.parametrize("key", [row.key for row in FORMATS if row.holds_one])
def test_a_file_with_one_login_is_refused_for_several(key: str) -> None:
    """Later ones would replace the first without a word."""
    text = group_text(key, [user("Anna"), user("Ben")])
    assert (text.text, text.count) == ("", 0)
    assert text.refused == (("Anna", ONE_LOGIN), ("Ben", ONE_LOGIN))
    odd = user("Odd", username="a:b")
    assert group_text(key, [odd, user("Anna"), user("Ben")]).refused[0] == ("Odd", "username_has_colon")
    assert group_text(key, [user("Anna")]).count == 1
    sessions = session_series(Session("abc", 10), 2)
    assert render_many(key, user("Anna"), sessions).reason == ONE_LOGIN
    order = Order(key, "", user("Anna"), sessions[0], 2)
    assert order.preview().reason == order.render().reason == ONE_LOGIN
    assert replace(order, count=1).preview().ok
