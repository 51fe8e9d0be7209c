"""What an organism sees, made by hand."""

SIDES = {"W": 1, "E": 2, "N": 3, "S": 4}


def view(game, energy=300, here=0, food="", taken="", walls="", shows=0, age=5, key=-1, **world):
    """A view in which sides have food, others who show a number, or what never yields; `world` are fields of its climate."""
    v = game.blank_view()[0]
    v.energy, v.food_left, v.age, v.key = energy, here, age, key
    v.food[:], v.neighbour[:] = 0, -1
    v.food[0], v.neighbour[0] = here > 0, 0
    for side in food:
        v.food[SIDES[side]] = 1
    for side in taken:
        v.neighbour[SIDES[side]] = shows
    for side in walls:
        v.neighbour[SIDES[side]] = SIDES[side] + 2
    for name, value in world.items():
        assert name in v.dtype.names
        v[name] = value
    return v
