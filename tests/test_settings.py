"""Settings: what is allowed in words, what a text means, presets before single settings, one sentence where it is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from lek.settings import MOST, Mistake, Setting, configurable, resolve, shown, whole


@pytest.mark.parametrize(("setting", "words"), [
    (Setting(1), "a whole number"), (Setting(1, 0), "a whole number, 0 or more"),
    (Setting(1, high=5), "a whole number, at most 5"), (Setting(1, 0, 5), "a whole number from 0 to 5"),
    (Setting(1.0, 0.5, 2.5), "a number from 0.5 to 2.5"), (Setting(True), "yes or no"), (Setting("a"), "a text"),
    (Setting("a", choices=("a", "b")), "a | b"),
    (Setting((1,), 0, 9, per="fields"), "a whole number from 0 to 9, one or per fields"),
])
def test_what_is_allowed_stands_there_in_words(setting: Setting, words: str) -> None:
    assert setting.range == words


@pytest.mark.parametrize(("length", "cut"), [(79, False), (80, False), (81, True), (500, True)])
def test_what_was_given_is_shown_in_eighty_characters(length: int, cut: bool) -> None:
    text = shown("x" * length, str)
    assert text == ("x" * 80 + " ..." if cut else "x" * length)
    assert shown(object()).startswith("<object object") and "0x" not in shown(object()), "the same in every run"
    assert shown("one\n  line", str) == "one line"


@pytest.mark.parametrize(("given", "least", "most", "fits"), [
    (0, 0, None, True), (-1, 0, None, False), (1, 1, 5, True), (5, 1, 5, True), (6, 1, 5, False), (0, 1, 5, False),
    (MOST, 0, None, True), (MOST + 1, 0, None, False), (True, 0, None, False), (1.0, 0, None, False), ("1", 0, None, False),
])
def test_a_whole_number_is_one_in_its_range(given: Any, least: int, most: int | None, fits: bool) -> None:
    if fits:
        assert whole("n", given, least, most) == given
    else:
        with pytest.raises(Mistake, match=f"n={given!r} does not work: n is a whole number"):
            whole("n", given, least, most)


SETTINGS = {"n": Setting(3, 1, 9), "x": Setting((0.5,), 0.0, 1.0, per="n"), "kind": Setting("a", choices=("a", "b"))}
PRESETS = {"many": {"n": 8, "kind": "b"}}


def test_a_preset_comes_first_whatever_the_order() -> None:
    for given in ({"preset": "many", "n": "2"}, {"n": "2", "preset": "many"}):
        values = resolve("it", SETTINGS, given, PRESETS)
        assert values == {"n": 2, "x": (0.5, 0.5), "kind": "b"}
    assert resolve("it", SETTINGS, {}, PRESETS) == {"n": 3, "x": (0.5, 0.5, 0.5), "kind": "a"}


@pytest.mark.parametrize(("given", "words"), [
    ({"n": "0"}, "n"), ({"n": "10"}, "n"), ({"n": "two"}, "n"), ({"kind": "c"}, "kind"), ({"x": "0.1,0.2"}, "x"),
    ({"x": "2"}, "x"), ({"preset": "few"}, "few"), ({"m": "1"}, "'m'"),
])
def test_what_is_wrong_is_told_in_one_sentence(given: dict[str, str], words: str) -> None:
    with pytest.raises(Mistake) as caught:
        resolve("it", SETTINGS, given, PRESETS)
    assert words in str(caught.value) and len(str(caught.value).splitlines()) == 1


def test_a_builder_is_given_checked_values() -> None:
    @configurable(SETTINGS, PRESETS, seats="n", small={"n": 1})
    def build(n: int, x: tuple[float, ...], kind: str) -> tuple[Any, ...]:
        """A thing."""
        return n, x, kind

    assert build(n="2", x="0.25,1") == (2, (0.25, 1.0), "a") and build.__doc__ == "A thing."
    assert (build.seats, build.small, [*build.settings], [*build.presets]) == ("n", {"n": 1}, [*SETTINGS], ["many"])
