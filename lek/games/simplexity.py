"""Simplexity, as ColorShapeLinks plays it on boards of any size: a row of one shape beats a row of one colour.

Players drop pieces of their own colour, round or square, into the columns of an upright board; a supply of each shape is
all they have. White moves first and wins with a line of rounds or of white pieces, Red with a line of squares or of red
ones. A line is `win` pieces or more in a row, a column or a diagonal. After every move the board is looked over in this
order: rounds (White wins), squares (Red wins), white (White wins), red (Red wins). So shape beats colour, and who moved
does not matter: completing the other's shape loses, even where the same piece completes one's own colour. With the board
full or all pieces used up and no line, it is a draw. A move that is none (a full column, a shape used up) loses.
(N. Fachada, "ColorShapeLinks: a board game AI competition for educators and students", 2021.)

An action is 2 * column + shape (0 round, 1 square). Scores are the competition's points: 3, 1, 0.

Four bit boards: white, red, round, square. Bit column * (rows + 1) + row, with an empty row on top, so that lines never
run around an edge (bits are only shifted and masked, never added):

     6 13 20 27 34 41 48   always empty
     5 12 19 26 33 40 47
     0  7 14 21 28 35 42   row 0, column 0 at the left

Dice, only where an opening is drawn: actions at random until one is legal, `opening` of them; if the game is over or the
mover could win at once, all again. After 1,000 attempts the board stays empty.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lek import dice
from lek.game import Face, Game, Measure, record
from lek.jit import rule
from lek.settings import Mistake, Setting, configurable

WHITE, RED, ROUND, SQUARE = 0, 1, 2, 3  # the boards; players are 0 and 1, shapes 0 and 1
NOBODY, DRAW = -1, 2  # the winner, besides a player
BY_SHAPE, BY_COLOUR, BY_GIFT, BY_FAULT = 1, 2, 3, 4  # how a game was won
ATTEMPTS = 1000
ONE = np.uint64(1)


@rule
def start(s):
    """The empty board, all pieces in stock."""
    for k in range(4):
        for word in range(s.boards.shape[1]):
            s.boards[k, word] = 0
    for column in range(len(s.height)):
        s.height[column] = 0
    for player in range(2):
        s.stock[player, 0] = s.rounds
        s.stock[player, 1] = s.squares
    s.mover = 0
    s.plies = 0
    s.left = min(np.int64(s.rows) * s.cols, 2 * (np.int64(s.rounds) + s.squares))
    s.how = 0
    s.winner = NOBODY if s.left > 0 else DRAW


@rule
def start_opened(s):
    """A board with an opening drawn on it."""
    start(s)
    for _ in range(ATTEMPTS):
        draw_opening(s)
        if s.winner == NOBODY and not can_win(s):
            break
        start(s)


@rule
def draw_opening(s):
    for _ in range(s.opening):
        if s.winner != NOBODY:
            break
        a = dice.below(s, 2 * s.cols)
        while not legal(s, a):
            a = dice.below(s, 2 * s.cols)
        step(s, a)


@rule
def actor(s):
    return s.mover if s.winner == NOBODY else -1


@rule
def legal(s, a):
    """A column with room and a shape in stock."""
    return 0 <= a < 2 * s.cols and s.height[place(a >> 1)] < s.rows and s.stock[place(s.mover), place(a & 1)] > 0


@rule
def place(i):
    """A number known not to be negative as an index: a signed one would be checked for counting from the end."""
    return np.uint64(i)


@rule
def step(s, a):
    """Drop a piece; what is no move loses."""
    player = s.mover
    if not legal(s, a):
        s.winner = 1 - player
        s.how = BY_FAULT
        return
    shape = a & 1
    bit = (a >> 1) * (s.rows + 1) + s.height[place(a >> 1)]
    line_of_shape = has_line(s, 2 + shape, bit)
    line_of_colour = has_line(s, player, bit)
    word = place(bit >> 6)
    mask = ONE << np.uint64(bit & 63)
    s.boards[place(player), word] |= mask
    s.boards[place(2 + shape), word] |= mask
    s.height[place(a >> 1)] += 1
    s.stock[place(player), place(shape)] -= 1
    s.plies += 1
    s.left -= 1
    s.mover = 1 - player
    if line_of_shape:
        s.winner = shape
        s.how = BY_SHAPE if shape == player else BY_GIFT
    elif line_of_colour:
        s.winner = player
        s.how = BY_COLOUR
    elif s.left == 0:
        s.winner = DRAW


@rule
def has_line(s, k, bit):
    """Whether a line of board k runs through this bit, were it set."""
    h = s.rows + 1
    reach = (s.win - 1) * (h + 1)
    if s.boards.shape[1] == 1:
        b = s.boards[place(k), 0] | (ONE << np.uint64(bit))
    elif 2 * reach < 64:
        b = around(s, k, bit, reach)
    else:
        return run(s, k, bit, 1) or run(s, k, bit, h - 1) or run(s, k, bit, h) or run(s, k, bit, h + 1)
    if s.win == 4:
        return (fours(b, 1) | fours(b, h - 1) | fours(b, h) | fours(b, h + 1)) != 0
    return (lines(b, 1, s.win) | lines(b, h - 1, s.win) | lines(b, h, s.win) | lines(b, h + 1, s.win)) != 0


@rule
def around(s, k, bit, reach):
    """The 64 bits of board k from `reach` before this bit on, were it set; a line through it lies within."""
    first = max(bit - reach, 0)
    word = first >> 6
    shift = first & 63
    b = s.boards[k, word] >> np.uint64(shift)
    if shift > 0 and word + 1 < s.boards.shape[1]:
        b |= s.boards[k, word + 1] << np.uint64(64 - shift)
    return b | (ONE << np.uint64(bit - first))


@rule
def fours(b, d):
    """Where lines of four begin, in the direction in which neighbours are d bits apart."""
    b = b & (b >> np.uint64(d))
    return b & (b >> np.uint64(2 * d))


@rule
def lines(b, d, win):
    """Where lines of `win` begin: runs are doubled until the next doubling would be too long."""
    length = 1
    while 2 * length <= win:
        b = b & (b >> np.uint64(length * d))
        length *= 2
    return b & (b >> np.uint64((win - length) * d)) if length < win else b


@rule
def run(s, k, bit, d):
    """Whether the run of board k through this bit is a line, on boards of several words."""
    count = 1
    end = s.cols * (s.rows + 1)
    at = bit + d
    while at < end and has(s, k, at):
        count += 1
        at += d
    at = bit - d
    while at >= 0 and has(s, k, at):
        count += 1
        at -= d
    return count >= s.win


@rule
def has(s, k, bit):
    """Whether a bit of board k is set."""
    return ((s.boards[place(k), place(bit >> 6)] >> np.uint64(bit & 63)) & ONE) != 0


@rule
def key_beyond_board(s):
    """A key of what the pieces on a board do not tell: who moves, and how many of each kind the players began with."""
    z = dice.scramble(np.uint64(1 + ((s.mover + s.plies) & 1)))
    for player in range(2):
        for shape in range(2):
            many = np.int64(s.stock[player, shape])
            for column in range(s.cols):
                for row in range(s.height[column]):
                    bit = column * (s.rows + 1) + row
                    many += has(s, player, bit) and has(s, 2 + shape, bit)
            z = dice.scramble(z ^ np.uint64(many))
    return z


@rule
def line_anywhere(s, k):
    """Whether board k has a line, for positions that were not played move by move."""
    for bit in range(s.cols * (s.rows + 1)):
        if has(s, k, bit) and has_line(s, k, bit):
            return True
    return False


@rule
def result_of(s, a):
    """Who wins by this legal action, or -1 where the game goes on (or is drawn)."""
    bit = (a >> 1) * (s.rows + 1) + s.height[a >> 1]
    if has_line(s, 2 + (a & 1), bit):
        return a & 1
    return s.mover if has_line(s, s.mover, bit) else NOBODY


@rule
def can_win(s):
    """Whether the mover has a move that wins at once."""
    for a in range(2 * s.cols):
        if legal(s, a) and result_of(s, a) == s.mover:
            return True
    return False


@rule
def score(s, seat):
    """The competition's points."""
    return 3.0 if s.winner == seat else 1.0 if s.winner == DRAW else 0.0


@rule
def measure(s, seat, out):
    """Won; pieces on the board; won by shape (whoever completed it), by colour; lost by such a gift; lost by a fault."""
    lost = s.winner == 1 - seat
    out[0] = 1.0 if s.winner == seat else 0.5 if s.winner == DRAW else 0.0
    out[1] = s.plies
    out[2] = 1.0 if s.winner == seat and (s.how == BY_SHAPE or s.how == BY_GIFT) else 0.0
    out[3] = 1.0 if s.winner == seat and s.how == BY_COLOUR else 0.0
    out[4] = 1.0 if lost and s.how == BY_GIFT else 0.0
    out[5] = 1.0 if lost and s.how == BY_FAULT else 0.0


def show(s: Any) -> str:
    """The board as text: w and r are round, W and R square, the top row first."""
    board = board_text(s)
    rows, cols = int(s.rows), int(s.cols)
    lines = [" ".join(board[row * cols:(row + 1) * cols]) for row in range(rows - 1, -1, -1)]
    lines.append(" ".join(str(column % 10) for column in range(cols)))
    stock = s.stock.tolist()
    lines.append(f"left: white {stock[0][0]} round {stock[0][1]} square, red {stock[1][0]} round {stock[1][1]} square")
    how = {BY_SHAPE: "by shape", BY_COLOUR: "by colour", BY_GIFT: "by the other's gift of a shape", BY_FAULT: "by a fault"}
    winner = int(s.winner)
    lines.append(f"{'White' if int(s.mover) == 0 else 'Red'} to move" if winner == NOBODY else
                 "drawn" if winner == DRAW else f"{'Red' if winner else 'White'} wins {how.get(int(s.how), '')}".rstrip())
    return "\n".join(lines)


def board_text(s: Any) -> str:
    """The board in one line as the protocol has it: row 0 first, `.wWrR`."""
    cells = []
    for row in range(int(s.rows)):
        for column in range(int(s.cols)):
            bit = column * (int(s.rows) + 1) + row
            piece = 2 * bool(has(s, RED, bit)) + bool(has(s, SQUARE, bit))
            cells.append("wWrR"[piece] if has(s, WHITE, bit) or has(s, RED, bit) else ".")
    return "".join(cells)


def words(s: Any) -> dict[str, Any]:
    """The board for people's programs: rows from the bottom, each a list of `.wWrR`."""
    text, cols = board_text(s), int(s.cols)
    return {"board": [list(text[first:first + cols]) for first in range(0, len(text), cols)]}


def position(game: Game, board: str, mover: int, stock: Any) -> np.recarray[Any, Any]:
    """The state [1] with this board (row 0 first), mover and stock ((round, square) of White, then of Red)."""
    made = game.blank.copy()
    s = made[0]
    start(s)
    rows, cols = int(s.rows), int(s.cols)
    if len(board) != rows * cols or set(board) - set(".wWrR"):
        raise Mistake(f"a board of {rows} x {cols} is {rows * cols} of .wWrR, row 0 first; given: {board!r}")
    left = np.array(stock).reshape(2, 2)
    if (left < 0).any() or (left > 32000).any():
        raise Mistake(f"stocks are whole numbers from 0 to 32000; given: {left.ravel().tolist()}")
    for index, piece in enumerate(board):
        if piece != ".":
            row, column = divmod(index, cols)
            if s.height[column] != row:
                raise Mistake(f"pieces fall down: there is nothing under row {row} of column {column} in {board!r}")
            bit = column * (rows + 1) + row
            for k in (RED if piece in "rR" else WHITE, SQUARE if piece in "WR" else ROUND):
                s.boards[k, bit >> 6] |= ONE << np.uint64(bit & 63)
            s.height[column] += 1
            s.plies += 1
    s.stock[:] = left
    s.left = min(rows * cols - int(s.plies), int(left.sum()))
    s.mover = mover
    for k, winner in ((ROUND, WHITE), (SQUARE, RED), (WHITE, WHITE), (RED, RED)):
        if s.winner == NOBODY and line_anywhere(s, k):
            s.winner, s.how = winner, BY_SHAPE if k >= ROUND else BY_COLOUR
    if s.winner == NOBODY and s.left == 0:
        s.winner = DRAW
    return made


def action_name(a: int) -> str:
    return f"{a >> 1}{'rs'[a & 1]}"


def action_of(text: str) -> int:
    column, shape = text[:-1], text[-1:].lower()
    if not column.isdigit() or shape not in ("r", "s"):
        raise ValueError(f"a move is a column and r or s, like 3r; given: {text!r}")
    return 2 * int(column) + "rs".index(shape)


SETTINGS = {
    "rows": Setting(6, 1, 62, about="rows of the board"),
    "cols": Setting(7, 1, 64, about="columns of the board"),
    "win": Setting(4, 1, 64, about="pieces that make a line"),
    "rounds": Setting(10, 0, 32000, about="round pieces of each player"),
    "squares": Setting(11, 0, 32000, about="square pieces of each player"),
    "opening": Setting(0, 0, 40, about="moves drawn at random before the game, the same for both games of a pair"),
}
PRESETS = {
    "base": {},
    "unknown-2020": {"rows": 8, "cols": 13, "win": 4, "rounds": 26, "squares": 26},
    "unknown-2021": {"rows": 9, "cols": 37, "win": 5, "rounds": 83, "squares": 84},
    "test-12x12": {"rows": 12, "cols": 12, "win": 6, "rounds": 35, "squares": 37},
    "test-18x22": {"rows": 18, "cols": 22, "win": 9, "rounds": 99, "squares": 99},
}


@configurable(SETTINGS, PRESETS, small={"rows": 4, "cols": 5, "win": 3, "rounds": 4, "squares": 5, "opening": 1})
def simplexity(rows: int, cols: int, win: int, rounds: int, squares: int, opening: int) -> Game:
    """Simplexity with these settings."""
    if max(rows, cols) < win:
        raise Mistake(f"win={win} does not work: neither {rows} rows nor {cols} columns reach it; give a larger board")
    size = 1 << (-(-cols * (rows + 1) // 64) - 1).bit_length()  # boards share compiled code in steps of two
    if (rows + 2) * win // 2 >= 64:  # one word is shifted by up to half a line, and a shift of 64 is none
        size = max(2, size)
    width = max(8, 1 << (cols - 1).bit_length())
    kind: list[Any] = [("rng", "u8")] if opening else []
    kind += [("boards", "u8", (4, size)), ("height", "i1", (width,)), ("stock", "i2", (2, 2)), ("rows", "i4"),
             ("cols", "i4"), ("win", "i4"), ("plies", "i4"), ("left", "i4"), ("rounds", "i2"), ("squares", "i2"),
             ("opening", "i1"), ("mover", "i1"), ("winner", "i1"), ("how", "i1")]
    return Game(
        "simplexity", record(kind, rows=rows, cols=cols, win=win, rounds=rounds, squares=squares, opening=opening,
                             winner=NOBODY),
        2, start_opened if opening else start, actor, legal, step, score, actions=2 * cols, limit=rows * cols + 1,
        chance="start" if opening else "none", range=(0.0, 3.0),
        measures=("won", "plies", "shape", "colour", "gift", Measure("fault", "sum")), measure=measure,
        face=Face(show, title="Simplexity", about="Connect Four by colour and by shape, where a row of one shape "
                  "beats a row of one colour.", seats=("White", "Red"), words=words,
                  action_name=action_name, action_of=action_of))
