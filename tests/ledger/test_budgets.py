"""What every ledger does, in a file and in a data base."""

from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from vicinage.errors import BudgetError, FailedError, LedgerError, ParameterError
from vicinage.ledger import Ledger, PrivacyLedger, charged, check_ledger
from vicinage.privacy import ZCDP, ApproxDP, PureDP

REQUEST = {"method": "OutlierCount"}


@pytest.fixture
def ledger(home):
    ledger = home.create()
    ledger.register("people", b"digest", epsilon="1.0", delta="1e-6")
    return ledger


def test_a_charge_is_taken_from_the_budget_and_outlives_the_program(ledger, home):
    first = ledger.reserve(b"digest", PureDP("0.25"), request=REQUEST)
    second = home.open().reserve("people", ApproxDP("0.5", "1e-7"), request=REQUEST)

    assert (first.name, first.loss) == ("people", PureDP("0.25"))
    assert str(first.remaining.epsilon) == "0.75"
    assert second.remaining == home.open().remaining(b"digest") == ledger.remaining("people")
    assert str(second.remaining.epsilon) == "0.25"
    assert second.remaining.delta == Decimal("9e-7")


def test_both_kinds_of_ledger_are_what_estimators_expect(ledger):
    assert isinstance(ledger, PrivacyLedger)
    assert isinstance(Ledger.unlimited(), PrivacyLedger)
    assert not isinstance(None, PrivacyLedger)


@pytest.mark.parametrize(
    ("loss", "message"),
    [
        (PureDP("1.01"), "epsilon must fit into what is left of the budget of people, 1.0, got 1"),
        (ApproxDP("0.1", "1.1e-6"), r"delta must fit .*, 0\.000001, got 0\.0000011; nothing was c"),
    ],
)
def test_a_refused_charge_leaves_no_trace(ledger, home, loss, message):
    before = ledger.verify()

    with pytest.raises(BudgetError, match=message):
        ledger.reserve("people", loss, request=REQUEST, request_id="mine")

    assert ledger.verify(before) == before
    assert ledger.remaining("people").epsilon == 1
    assert home.change("SELECT count(*) FROM charge") == [[(0,)]]
    ledger.reserve("people", PureDP(1), request=REQUEST, request_id="mine")


def test_a_refused_charge_changes_no_byte_of_the_file(sqlite_home):
    ledger = sqlite_home.create()
    ledger.register("people", b"digest", epsilon=1)
    before = Path(sqlite_home.address).read_bytes()

    for arguments in ({"epsilon": 2}, {"epsilon": "0.1", "delta": "1e-9"}):
        with pytest.raises(BudgetError):
            ledger.reserve("people", **arguments, request=REQUEST)
    with pytest.raises(LedgerError, match="must be registered"):
        ledger.reserve("nobody", epsilon=1, request=REQUEST)

    assert Path(sqlite_home.address).read_bytes() == before


@pytest.mark.parametrize("epsilon", [0, -1, "nan", "inf", float("inf"), "1e400", "", "abc", None])
def test_an_epsilon_that_is_no_amount_is_refused_and_costs_nothing(ledger, epsilon):
    before = ledger.verify()

    with pytest.raises(ParameterError, match="epsilon must be"):
        ledger.reserve("people", epsilon=epsilon, request=REQUEST)

    assert ledger.verify() == before


def test_what_failed_after_its_charge_stays_charged(ledger):
    with (
        pytest.raises(FailedError, match="stays: ZeroDivisionError"),
        charged(ledger, b"digest", PureDP("0.4"), REQUEST, None),
    ):
        _ = 1 / 0

    assert str(ledger.remaining("people").epsilon) == "0.6"
    assert [entry.kind for entry in ledger.entries()] == ["register", "charge"]


def test_a_quote_costs_nothing_and_equals_the_charge(ledger):
    before = ledger.verify()

    quote = ledger.quote("people", PureDP("0.9"))

    assert (ledger.verify(), quote.counted) == (before, {"epsilon": "0.9"})
    assert quote.remaining == ledger.reserve("people", PureDP("0.9"), request=REQUEST).remaining
    with pytest.raises(BudgetError, match=r"0\.1, got 0\.9"):
        ledger.quote("people", PureDP("0.9"))


def test_an_answer_is_kept_once_beside_its_charge(ledger):
    reservation = ledger.reserve("people", epsilon="0.1", request=REQUEST, analyst="ann")

    ledger.settle(reservation, {"answer": 3})

    _, charge, answer = ledger.entries()
    assert (charge.kind, charge.content["analyst"]) == ("charge", "ann")
    assert charge.content["loss"] == {"epsilon": "0.1"}
    assert charge.content["request"] == REQUEST
    assert answer.content == {"request_id": reservation.request_id, "record": {"answer": 3}}
    with pytest.raises(LedgerError, match=r"must be open in this ledger.*answered once"):
        ledger.settle(reservation, {"answer": 4})
    foreign = Ledger.unlimited().reserve("people", PureDP(1), request=REQUEST)
    with pytest.raises(LedgerError, match="must be open in this ledger"):
        ledger.settle(foreign, {})


def test_a_request_is_never_charged_twice(ledger):
    ledger.reserve("people", epsilon="0.1", request=REQUEST, request_id="once")

    with pytest.raises(LedgerError, match="request_id must be new, got 'once'"):
        ledger.reserve("people", epsilon="0.1", request=REQUEST, request_id="once")

    assert str(ledger.remaining("people").epsilon) == "0.9"


@pytest.mark.parametrize("analyst", ["", " ", " ann", "a\nb", 3, True, b"ann"])
def test_an_analyst_is_a_name_whether_analysts_have_shares_or_not(ledger, analyst):
    ledger.register("shared", b"other digest", epsilon=10, analysts={"ann": 1})
    before = ledger.verify()

    for data_set in ("people", "shared"):
        for ask in (ledger.quote, ledger.reserve):
            with pytest.raises(ParameterError, match="analyst must be a printable name"):
                ask(data_set, epsilon="0.5", analyst=analyst)
        with pytest.raises(ParameterError, match="analyst must be a printable name"):
            ledger.remaining(data_set, analyst)
    with pytest.raises(ParameterError, match="analyst must be a printable name"):
        Ledger.unlimited().reserve("people", PureDP(1), request=REQUEST, analyst=analyst)

    assert ledger.verify() == before


def test_no_name_is_a_way_around_the_shares_of_analysts(ledger):
    ledger.register("shared", b"other digest", epsilon=10, analysts={"ann": 1})

    with pytest.raises(ParameterError, match="analyst must be a printable name"):
        ledger.reserve("shared", epsilon=2, request=REQUEST, analyst="")  # everybody's account
    with pytest.raises(BudgetError, match="of ann in shared, 1, got 2"):
        ledger.reserve("shared", epsilon=2, request=REQUEST, analyst="ann")

    assert ledger.remaining("shared").epsilon == 10


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"request_id": ""}, "request_id must be a printable name"),
        ({"request_id": 3}, "request_id must be a printable name"),
        ({"request": [1]}, "request and record must be mappings fit for JSON"),
        ({"request": {"a": "\udcff"}}, "request and record must be mappings fit for JSON"),
        ({"request": {"a": float("nan")}}, "request and record must be mappings fit for JSON"),
        ({"request": {"a": {1, 2}}}, "request and record must be mappings fit for JSON"),
    ],
)
def test_a_request_that_cannot_be_kept_is_refused_and_costs_nothing(ledger, arguments, message):
    before = ledger.verify()

    with pytest.raises(ParameterError, match=message):
        ledger.reserve("people", epsilon="0.1", **{"request": REQUEST, **arguments})

    assert ledger.verify() == before


def test_an_answer_is_about_the_data_set_that_was_charged_whatever_its_holder_says(ledger):
    ledger.register("other", b"other digest", epsilon=1)
    reservation = ledger.reserve("people", epsilon="0.1", request=REQUEST)

    ledger.settle(replace(reservation, name="other"), {"answer": 1})

    assert ledger.entries()[-1].data_set == 1
    for wrong in (None, "id", reservation.request_id):
        with pytest.raises(ParameterError, match="reservation must be one of reserve"):
            ledger.settle(wrong, {"answer": 1})


def test_a_class_is_no_ledger():
    for wrong in (Ledger, type(Ledger.unlimited()), None):
        with pytest.raises(ParameterError, match="ledger must be a Ledger, got"):
            check_ledger(wrong)


def test_names_that_look_the_same_are_the_same(ledger):
    one, other = "M\u00e9nages", "Me\u0301nages"  # composed, and in parts
    terms = {"epsilon": "1", "analysts": {f"Zo\u00eb of {one}": "0.5"}}
    ledger.register("2023", b"first", lineage=one, **terms)
    ledger.register(other, b"second", lineage=other, **terms)

    ledger.reserve("2023", epsilon="0.4", analyst=f"Zoe\u0308 of {other}")

    assert ledger.remaining(one).epsilon == ledger.remaining(other).epsilon == Decimal("0.6")
    with pytest.raises(LedgerError, match="name must be new"):
        ledger.register(one, b"third", lineage=one, **terms)
    with pytest.raises(ParameterError, match="analysts must have different names"):
        ledger.register("2025", b"fourth", epsilon="1", analysts={one: "0.5", other: "0.5"})
    ledger.verify()


def test_all_versions_of_one_lineage_share_one_budget(ledger):
    budget = {"epsilon": "1.00", "delta": "0.000001", "lineage": "people"}
    ledger.register("people-2", b"another digest", **budget)

    ledger.reserve("people-2", epsilon="0.7", request=REQUEST)

    with pytest.raises(BudgetError, match=r"0\.30?, got 0\.4"):
        ledger.reserve("people", epsilon="0.4", request=REQUEST)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"digest": b"digest"}, "registered once, got what is 'people' of lineage 'people'"),
        ({"name": "people"}, "name must be new, got 'people'"),
        ({"lineage": "people"}, "must be those of lineage 'people', got others"),
        ({"lineage": "people", "epsilon": 1, "delta": "1e-6", "analysts": {"a": 1}}, "those of li"),
        ({"name": " "}, "name must be a printable name"),
        ({"name": "people "}, "name must be a printable name without spaces around it"),
        ({"lineage": " people"}, "lineage must be a printable name without spaces around it"),
        ({"analysts": ["ann"]}, r"analysts must map names to epsilons, .* got \['ann'\]"),
        ({"analysts": {"ann": 1, 3: 1}}, "analysts must be a printable name .* got 3"),
        ({"analysts": {"": 1}}, "analysts must be a printable name .* got ''"),
        ({"digest": b""}, "digest must be bytes or hexadecimal text, got something else"),
        ({"name": "a\nb"}, "name must be a printable name"),
        ({"name": "a" * 201}, "at most 200 letters, got 201"),
        ({"digest": "no hex"}, "digest must be bytes or hexadecimal"),
        ({"epsilon": 0}, "epsilon must be"),
        ({"epsilon": "1e-13"}, "epsilon must be enough to count in steps of 1e-12"),
        ({"delta": 1}, "delta must be above 0 and below 1"),
        ({"analysts": {"a": 0}}, "epsilon of analyst 'a' must be a number above 0"),
        ({"analysts": {"": 1}}, "analysts must be a printable name"),
    ],
)
def test_a_registration_that_contradicts_is_refused_and_leaves_no_trace(ledger, arguments, message):
    before = ledger.verify()

    with pytest.raises((LedgerError, ParameterError), match=message):
        ledger.register(**{"name": "new", "digest": b"new", "epsilon": 9, **arguments})

    assert ledger.verify() == before


def test_a_digest_may_be_hexadecimal(ledger):
    ledger.register("hex", "ff00", epsilon=1)

    assert ledger.reserve(b"\xff\x00", epsilon=1, request=REQUEST).name == "hex"


def test_an_analyst_has_a_share_and_all_have_one_budget(home):
    ledger = home.create()
    ledger.register("people", b"digest", epsilon=1, analysts={"ann": "0.5", "bob": "0.8"})

    ledger.reserve("people", epsilon="0.4", request=REQUEST, analyst="ann")

    assert str(ledger.remaining("people", "ann").epsilon) == "0.1"
    assert str(ledger.remaining("people", "bob").epsilon) == "0.6"
    with pytest.raises(BudgetError, match=r"of ann in people, 0\.1, got 0\.2"):
        ledger.reserve("people", epsilon="0.2", request=REQUEST, analyst="ann")
    with pytest.raises(BudgetError, match=r"of people, 0\.6, got 0\.7"):
        ledger.reserve("people", epsilon="0.7", request=REQUEST, analyst="bob")
    with pytest.raises(LedgerError, match="analyst must be given, since analysts share"):
        ledger.reserve("people", epsilon="0.1", request=REQUEST)
    with pytest.raises(LedgerError, match=r"analyst must be one with a share .* got 'eve'"):
        ledger.reserve("people", epsilon="0.1", request=REQUEST, analyst="eve")
    ledger.verify()


def test_releases_without_a_guarantee_are_kept_and_never_added(ledger):
    assert [ledger.note_release(b"digest", {"method": "RWN"}) for _ in range(3)] == [0, 1, 2]

    assert str(ledger.remaining("people").epsilon) == "1.0"
    assert [entry.data_set for entry in ledger.entries()] == [1, 1, 1, 1]


def test_the_data_base_itself_refuses_an_overspent_budget(ledger, home):
    ledger.reserve("people", epsilon=1, request=REQUEST)

    with pytest.raises(Exception, match=r"(?i)spent_within_cap"):
        home.change("UPDATE account SET spent = spent + 1")


def test_unfit_requests_and_losses_are_refused_before_anything(ledger):
    before = ledger.verify()

    with pytest.raises(ParameterError, match="fit for JSON"):
        ledger.reserve("people", epsilon=1, request={"a": object()})
    with pytest.raises(ParameterError, match="loss must be PureDP, ApproxDP or ZCDP, without"):
        ledger.reserve("people", PureDP(1), epsilon=1, request=REQUEST)
    with pytest.raises(ParameterError, match="loss must be PureDP, ApproxDP or ZCDP"):
        ledger.reserve("people", 0.5, request=REQUEST)
    with pytest.raises(ParameterError, match="PureDP or ApproxDP in a ledger of basic"):
        ledger.reserve("people", ZCDP("0.1"), request=REQUEST)

    assert ledger.verify() == before


def test_a_ledger_is_made_once_and_counts_in_one_way(home):
    with pytest.raises(ParameterError, match='composition must be "basic" or "zcdp"'):
        home.create(composition="pld")
    assert home.create(composition="zcdp").composition == home.open().composition == "zcdp"
    with pytest.raises(LedgerError, match=r"must be a new file|in a data base without one"):
        home.create()


def test_another_way_to_count_does_not_go_unnoticed(ledger, home):
    home.change("UPDATE meta SET composition = 'zcdp'")

    with pytest.raises(LedgerError, match="key must be the one made with"):
        home.open()


def test_a_foreign_key_is_refused(ledger, home):
    *_, key = Ledger.files(home.address)
    key.write_text("ff" * 32)

    with pytest.raises(LedgerError, match="got another"):
        home.open()
    assert key.stat().st_mode & 0o777 == 0o600
