"""What a builder says of settings that do not work: one sentence with these parts, which `; ` divides."""

import pytest

from lek.settings import Mistake


def assert_refused(build, given, told):
    with pytest.raises(Mistake) as caught:
        build(**given)
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert [part for part in told.split("; ") if part not in sentence] == [], sentence
