"""What the palette finds, and in which order."""

from itertools import count, pairwise

import pytest

from app.models.locations import Country
from app.models.sub_users import SubUser
from app.models.subscriptions import Subscription
from app.models.topups import TopUp
from app.rules.locations.countries import CountryTexts
from app.rules.locations.lists import LocationList
from app.rules.locations.search import Hit
from app.rules.palette import (
    LIMIT,
    ActionOffer,
    PaletteItem,
    PaletteScope,
    PaletteSearch,
    SubUserOf,
    action_item,
    country_item,
    location_item,
    location_of_key,
    rank_of,
    recents_of,
    sub_user_item,
    subscription_item,
    topup_item,
)
from app.rules.words import search_words
from support.location_lists import cities, isps
from support.service_records import sub_user_record, subscription_record, topup_record

OWNER = Subscription.model_validate(subscription_record(label="Price watch EU"))
RUNNER = SubUser.model_validate(sub_user_record(label="Berlin runner", username="u7x", password="geheim-7"))
LISTS: list[LocationList] = [
    cities(("Oberlin", "de-oberlin"), ("Berlin", "de-berlin"), country="DE"),
    cities(("Berlin", "us-berlin-nh", "New Hampshire"), country="US"),
    isps(("Berliner Netz", 20676)),
]
ITEMS = [
    subscription_item(OWNER),
    sub_user_item(OWNER, RUNNER),
    country_item(Country(code="DE", name="Germany", region="Europe"), ()),
    country_item(Country(code="BM", name="Bermuda", region="North America"), ("BM",)),
    action_item(ActionOffer("new-topup", "New top-up", "Ctrl+N")),
]


def search(text: str, recents: tuple[str, ...] = (), lists: list[LocationList] = LISTS) -> list[PaletteItem]:
    found = PaletteSearch(PaletteScope(ITEMS, lists, recents), text)
    found.first_page()
    while found.step():
        pass
    return list(found.items)


def keys(text: str, recents: tuple[str, ...] = ()) -> list[str]:
    return [item.key for item in search(text, recents)]


def test_equal_matches_stand_by_kind_and_worse_ones_last() -> None:
    assert keys("berl") == [
        "sub_user/sub_1/su_1",
        "city/DE/de-berlin",
        "city/US/us-berlin-nh",
        "isp/DE/20676",
        "city/DE/de-oberlin",
    ]


def test_what_was_used_lately_comes_first_among_equal_matches() -> None:
    assert keys("berl", ("isp/DE/20676", "city/US/us-berlin-nh"))[:3] == [
        "isp/DE/20676",
        "city/US/us-berlin-nh",
        "sub_user/sub_1/su_1",
    ]
    assert keys("berl", ("city/DE/de-oberlin",))[-1] == "city/DE/de-oberlin"
    later = cities(("Berlin", "de-berlin"), ("West Berlin", "de-west"))
    assert search("berl", ("city/DE/de-west",), [later])[0].words == "west berlin"


def test_of_several_words_all_are_found() -> None:
    assert keys("berlin watch") == ["sub_user/sub_1/su_1"]
    assert keys("berlin zebra") == []


def test_favorites_come_before_others_of_the_same_match() -> None:
    assert keys("ber")[0] == "country/BM"


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("price", "subscription/sub_1"),
        ("sub_1", "subscription/sub_1"),
        ("u7x", "sub_user/sub_1/su_1"),
        ("runner price", "sub_user/sub_1/su_1"),
        ("DE", "country/DE"),
        ("as20676", "isp/DE/20676"),
        ("top up", "action/new-topup"),
        ("hampshire", "city/US/us-berlin-nh"),
        ("us-berlin", "city/US/us-berlin-nh"),
    ],
)
def test_everything_is_found_by_name_id_or_code(text: str, key: str) -> None:
    assert key in keys(text)


USA = country_item(Country(code="US", name="United States", region="North America"), ())
USHER = sub_user_item(
    OWNER, SubUser.model_validate(sub_user_record(id="su_2", label="User DE", username="us7"))
)
PLAN = {"planId": "residential-50gb", "planName": "Fünfzig", "status": "pending"}
ANT = TopUp.model_validate(topup_record(id="ants"))
PAID = topup_item(TopUp.model_validate(topup_record(id="3320", address="bc1qDE", purchase=PLAN)))


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("us", "country/US"),
        ("de", "country/DE"),
        ("US7", "sub_user/sub_1/su_2"),
        ("su_2", "sub_user/sub_1/su_2"),
        ("AS20676", "isp/DE/20676"),
        ("20676", "isp/DE/20676"),
        ("us-berlin-nh", "city/US/us-berlin-nh"),
        ("3320", "topup/3320"),
        ("bc1qde", "topup/3320"),
    ],
)
def test_a_whole_code_or_id_is_the_first_hit(text: str, key: str) -> None:
    lists = [*LISTS, isps(("20676 Netz", 1), ("AS20676", 2), ("De Ustel", 3))]
    shadows = ("sub_user/sub_1/su_2", "isp/DE/3", "sub_user/sub_1/su_1")
    found = PaletteSearch(PaletteScope([USHER, *ITEMS, USA, PAID], lists, shadows), text)
    found.first_page()
    assert found.items[0].key == key


def test_topups_are_found_by_plan_and_address() -> None:
    for text in ("residential-50gb", "funfzig", "bc1q"):
        found = PaletteSearch(PaletteScope([PAID], []), text)
        found.first_page()
        assert [item.key for item in found.items] == ["topup/3320"]


def test_passwords_are_neither_found_nor_shown() -> None:
    assert keys("geheim") == []
    assert "geheim" not in repr(search("runner"))


def test_topups_are_found_by_amount_coin_and_transaction() -> None:
    one = topup_item(TopUp.model_validate(topup_record(id="tu_9", txid="ab" * 32)))
    for text in ("50.00", "btc", "abab", "tu_9"):
        found = PaletteSearch(PaletteScope([one], []), text)
        found.first_page()
        assert [item.key for item in found.items] == ["topup/tu_9"]


def test_without_a_text_stand_recents_favorites_actions_and_subscriptions() -> None:
    found = PaletteSearch(PaletteScope(ITEMS, LISTS, ("country/DE",)), "")
    found.first_page()
    assert found.done
    assert [item.key for item in found.items] == [
        "country/DE",
        "country/BM",
        "subscription/sub_1",
        "action/new-topup",
    ]


def test_a_search_that_is_not_over_in_time_goes_on_by_steps() -> None:
    many = cities(*((f"Berlin {number}", f"x-{number}") for number in range(LIMIT // 2)))
    found = PaletteSearch(PaletteScope((), [many]), "berlin")
    ticks = count()
    found._locations._seconds = lambda: next(ticks) / 1_000
    found.first_page()
    assert 0 < len(found.items) < LIMIT // 2
    assert not found.done
    more = [found.step() for _step in range(LIMIT)]
    assert (more[0], more[-1], found.done, len(found.items)) == (True, False, True, LIMIT // 2)


def test_a_search_by_steps_ends_with_as_many_as_people_read() -> None:
    many = cities(*((f"Berlin {number}", f"x-{number}") for number in range(LIMIT * 2)))
    found = PaletteSearch(PaletteScope((), [many]), "berlin")
    assert (found.text, found.items) == ("berlin", ())
    assert PaletteSearch(PaletteScope((), [many]), " ").done, "nothing to look for"
    ticks = count()
    found._locations._seconds = lambda: next(ticks) / 1_000
    found.first_page()
    while found.step():
        pass
    assert len(found.items) == LIMIT
    assert LIMIT <= len(found._locations) < LIMIT + 5


def test_many_items_are_searched_in_steps_and_the_best_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    many = [
        sub_user_item(
            OWNER, SubUser.model_validate(sub_user_record(id=f"su_{number}", label=f"My Ants {number}"))
        )
        for number in range(9_000)
    ]
    ranked: list[PaletteItem] = []

    def rank(item: PaletteItem, wanted: str) -> int | None:
        ranked.append(item)
        return rank_of(item, wanted)

    monkeypatch.setattr("app.rules.palette.rank_of", rank)
    found = PaletteSearch(PaletteScope([*many, topup_item(ANT)], ()), "ants")
    steps = [0, len(ranked)]
    found.first_page()
    steps.append(len(ranked))
    assert len(found.items) == LIMIT
    while found.step():
        steps.append(len(ranked))
    assert len(ranked) == len(many) + 1
    assert max(later - earlier for earlier, later in pairwise([*steps, len(ranked)])) <= 2_000
    assert found.items[0].key == "topup/ants"
    assert len(found.items) == LIMIT


def test_no_more_items_than_people_read() -> None:
    many = cities(*((f"Berlin {number}", f"x-{number}") for number in range(LIMIT * 3)))
    found = search("berlin", lists=[many])
    assert len(found) == LIMIT
    assert found[0].kind == "sub_user"


def test_places_are_found_again_by_their_key() -> None:
    again = location_of_key("city/US/us-berlin-nh", LISTS)
    assert again is not None
    assert again.key == "city/US/us-berlin-nh"
    second = location_of_key("city/DE/de-berlin", LISTS)
    assert second is not None
    assert (second.key, second.words) == ("city/DE/de-berlin", "berlin")
    for key in (
        "city/US/berlin",
        "city/FR/de-berlin",
        "city/US",
        "country/US",
        "isp/DE/",
        "country/US/us-berlin-nh",
        "",
        "isp/DE/2067",
        "city/DE/\ud800",
    ):
        assert location_of_key(key, LISTS) is None


def test_a_place_is_found_by_a_code_of_any_signs_and_the_first_of_two_is_it() -> None:
    twice = cities(("Aix", "fr/aix"), ("Nice", "fr-nice"), ("Nizza", "fr-nice"), ("Y", "y"), country="FR")
    found = [location_of_key(f"city/FR/{code}", [twice]) for code in ("fr/aix", "fr-nice", "y")]
    assert [item and item.words for item in found] == ["aix", "nice", "y"]


def test_countries_looked_at_count_as_used_after_what_was_used() -> None:
    assert recents_of(("a", "country/DE"), ("FR", "DE")) == ("a", "country/DE", "country/FR")


def test_each_kind_of_item_is_found_by_what_people_paste() -> None:
    paid = TopUp.model_validate(
        topup_record(txid="AB12", purchase={"planId": "eu-5", "planName": "Europe 5 GB", "status": "pending"})
    )
    unnamed = paid.model_copy(update={"txid": None, "purchase": None})
    address = search_words(paid.address)
    asked = topup_item(paid)
    assert asked == PaletteItem(
        "topup",
        "topup/tu_1",
        "50 00 btc",
        f"tu 1 ab12 bitcoin awaiting payment 0 00078432 {address} eu 5 europe 5 gb 50 00",
        frozenset({"tu 1", "ab12", address}),
    )
    assert paid.purchase
    plan = paid.purchase.model_copy(update={"plan_name": None})
    assert topup_item(paid.model_copy(update={"purchase": plan})).more.endswith(f"{address} eu 5 50 00")
    assert topup_item(unnamed).more == f"tu 1 bitcoin awaiting payment 0 00078432 {address} 50 00"
    assert topup_item(unnamed).codes == {"tu 1", address}
    credited = paid.model_copy(update={"status": "credited", "credited_usd": "48.10"})
    assert topup_item(credited).words == "48 10 btc"
    assert topup_item(credited).more.endswith(" europe 5 gb 50 00")

    owner = subscription_item(OWNER)
    assert (owner.kind, owner.key, owner.words) == ("subscription", "subscription/sub_1", "price watch eu")
    assert owner.codes == {search_words(OWNER.id), search_words(OWNER.username)}
    assert owner.more == search_words(f"{OWNER.id} {OWNER.username} {OWNER.plan_id} {OWNER.product_id}")
    bare = OWNER.model_copy(update={"label": ""})
    assert subscription_item(bare).words == search_words(OWNER.username)

    runner = sub_user_item(OWNER, RUNNER)
    assert (runner.kind, runner.key, runner.words) == ("sub_user", "sub_user/sub_1/su_1", "berlin runner")
    assert runner.more == "su 1 u7x price watch eu"
    assert runner.codes == {"su 1", "u7x"}
    assert sub_user_item(OWNER, RUNNER.model_copy(update={"label": ""})).words == "u7x"

    bermuda = Country(code="BM", name="Bermuda", region="North America")
    found = country_item(bermuda, ("BM",), lambda _country: CountryTexts("Bermudas", "Nordamerika"))
    assert found == PaletteItem(
        "country",
        "country/BM",
        "bermudas",
        "bm bermuda north america nordamerika",
        frozenset({"bm"}),
        favorite=True,
    )
    assert not country_item(bermuda, ("DE",)).favorite

    action = ActionOffer("new-topup", "New top-up", "Ctrl+N")
    offered = action_item(action)
    assert (offered.kind, offered.key) == ("action", "action/new-topup")
    assert (offered.words, offered.more) == ("new top up", "ctrl n")

    hampshire, network = Hit(LISTS[1], 0), Hit(LISTS[2], 0)
    words = ("berlin", "us berlin nh new hampshire", frozenset({"us berlin nh"}))
    assert location_item(hampshire) == PaletteItem("city", "city/US/us-berlin-nh", *words)
    number = frozenset({"20676", "as20676", "as 20676"})
    words = ("berliner netz", "as20676 as 20676", number)
    assert location_item(network) == PaletteItem("isp", "isp/DE/20676", *words)
    assert (location_item(hampshire).value, location_item(network).value) == (hampshire, network)

    values = [asked.value, owner.value, runner.value, found.value, offered.value]
    assert values == [paid, OWNER, SubUserOf(OWNER, RUNNER), bermuda, action]
