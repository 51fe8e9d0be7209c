"""The rules by which SimpAI moves before it searches; the paper does not mention them, its recorded games do.

In this order, under the names of its debug output: `Guarantee Win`, `Prevent Loss`, `Prevent 3 Loss` PART 1 and PART 2. What
they do here was read off 2,080 recorded decisions on 6 x 7: of the 755 moves by rule ours fires the same rule in all but
one and moves alike in all but four, and in none of the 1,325 searched positions does it fire.

The first two walk along every row (from the bottom, to the right), column (upwards), rising and falling diagonal (upwards)
and count a player's pieces, once by colour and once by shape. One empty cell between pieces is passed over; after two in a
row the count begins anew. At a count of just one less than a line the piece goes into the empty cell before the last counted
piece or, if that cannot be reached yet, into one of the two cells after it. So a line with holes counts as one: that is
where the false alarms of the records come from. Pieces with neither the player's colour nor his shape end a count, others
only sometimes: by shape a single one is passed over, by colour one that comes after an empty cell.

`Guarantee Win` plays a piece of the own shape; once these are used up it looks for lines of its colour alone. `Prevent
Loss` only has pieces of the own shape to play. The third looks at rows alone: two pieces of the other's side by
side with both ends open, one of which can be reached and has room behind it. It plays the left end, reached or not; with no
room there it plays column 0, wherever that is (an unset variable, by the look of it). PART 2 fills the hole of a piece, a
hole and a piece, if the cell to the left of them is empty, too; while there are own shapes in stock, only where the left
piece is not of its player's shape.

For other lengths of a line, which the records do not show, the open two is an open run of all but two; PART 2 is left out.
"""

from __future__ import annotations

from lek.games.simplexity import has
from lek.jit import rule

RULES = ("Guarantee Win", "Prevent Loss", "Prevent 3 Loss PART 1", "Prevent 3 Loss PART 2")
CODE = 1024  # a rule's number times this, plus the action


@rule
def ruled(s):
    """The rule that fires, times CODE, plus its action; -1 where none does."""
    return ruled_by(s, True, True, True)


@rule
def ruled_by(s, win, loss, three):
    """The same with only some of the rules on: `Guarantee Win`, `Prevent Loss`, `Prevent 3 Loss`."""
    me = int(s.mover)
    own = s.stock[me, me] > 0
    shape = me if own else 1 - me
    column = completing(s, me, own) if win else -1
    if column >= 0:
        return 2 * column + shape
    if own and loss:
        column = completing(s, 1 - me, True)
        if column >= 0:
            return CODE + 2 * column + shape
    if not three:
        return -1
    column = open_run(s, 1 - me)
    if column >= 0:
        return 2 * CODE + 2 * column + shape
    column = hole(s, 1 - me, own)
    if column >= 0:
        return 3 * CODE + 2 * column + shape
    return -1


@rule
def completing(s, who, shapes):
    """The column that the first line of this player wants, on all ways across the board; -1: none.

    Above the highest column nothing can be reached: ways end there.
    """
    cols = s.cols
    rows = 0
    for column in range(cols):
        rows = max(rows, s.height[column] + 1)
    rows = min(rows, s.rows)
    for row in range(rows):
        column = wanted(s, who, shapes, cols, row, 0, 0, 1)
        if column >= 0:
            return column
    for start in range(cols):
        if s.height[start] >= s.win - 1:
            column = wanted(s, who, shapes, min(s.rows, s.height[start] + 1), 0, start, 1, 0)
            if column >= 0:
                return column
    for start in range(cols + s.rows - 1):
        row = max(0, start - cols + 1)
        column = start if start < cols else 0
        if min(s.rows - row, cols - column) >= s.win:
            column = wanted(s, who, shapes, min(rows - row, cols - column), row, column, 1, 1)
            if column >= 0:
                return column
    for start in range(cols + s.rows - 1):
        row = max(0, start - cols + 1)
        column = min(start, cols - 1)
        if min(s.rows - row, column + 1) >= s.win:
            column = wanted(s, who, shapes, min(rows - row, column + 1), row, column, 1, -1)
            if column >= 0:
                return column
    return -1


@rule
def wanted(s, who, shapes, cells, row, column, up, right):
    """The column wanted along one way, by colour or else (if asked) by shape; -1: none."""
    need = s.win - 1
    if cells < need:
        return -1
    colours = 0  # the counts, and the last empty cells where a piece would come to lie
    before_colour = -1
    same_shape = 0
    before_shape = -1
    holes = 0  # empty cells just passed
    strangers = 0  # pieces of another shape just passed
    found = -1
    for _ in range(cells):
        if s.height[column] <= row:
            reached = column if s.height[column] == row else -1
            if reached >= 0 and colours == need:
                return reached
            if reached >= 0 and same_shape == need and found < 0:
                found = reached
            before_colour = reached
            before_shape = reached
            holes += 1
            strangers = 0
            if holes > 1:
                colours = 0
                same_shape = 0
        else:
            bit = column * (s.rows + 1) + row
            colour = has(s, who, bit)
            shape = has(s, 2 + who, bit)
            if colour:
                colours += 1
                if colours == need and before_colour >= 0:
                    return before_colour
            elif not shape or holes == 0:
                colours = 0
                before_colour = -1
            if shape:
                same_shape += 1
                strangers = 0
                if same_shape == need and before_shape >= 0 and found < 0:
                    found = before_shape
            else:
                strangers += 1
                if not colour or strangers > 1:
                    same_shape = 0
                    before_shape = -1
            holes = 0
        row += up
        column += right
    return found if shapes else -1


@rule
def alike(s, who, one, other):
    """Whether two pieces are both of the player's colour, or both of his shape."""
    return (has(s, who, one) and has(s, who, other)) or (has(s, 2 + who, one) and has(s, 2 + who, other))


@rule
def open_run(s, who):
    """The column played against an open run of the player's; -1: there is none, or that column is full."""
    h = s.rows + 1
    long = s.win - 2
    if long < 2:
        return -1
    for row in range(s.rows):
        for first in range(1, s.cols - long):
            after = first + long
            run = s.height[first - 1] <= row and s.height[after] <= row
            for column in range(first, after):
                run = run and s.height[column] > row and alike(s, who, first * h + row, column * h + row)
            if run:
                room = first > 1 and s.height[first - 2] <= row
                left = room and s.height[first - 1] == row
                right = s.height[after] == row and after + 1 < s.cols and s.height[after + 1] <= row
                if left or right:
                    column = first - 1 if room else 0
                    return column if s.height[column] < s.rows else -1
    return -1


@rule
def hole(s, who, own):
    """The hole between two pieces of the player's; -1: none."""
    h = s.rows + 1
    if s.win != 4:
        return -1
    for row in range(s.rows):
        for column in range(2, s.cols - 1):
            if s.height[column] == row and s.height[column - 1] > row and s.height[column + 1] > row \
                    and s.height[column - 2] <= row:
                left = (column - 1) * h + row
                right = (column + 1) * h + row
                aliens = has(s, who, left) and has(s, who, right) and not has(s, 2 + who, left)
                if aliens if own else alike(s, who, left, right):
                    return column
    return -1
