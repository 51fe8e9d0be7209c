/* Simplexity on bit boards, in plain C++: the yardstick for the speed of Lek's rules.
 *
 * 6 rows, 7 columns, 4 in line, 10 round and 11 square pieces per player. White moves first and wins with a line of
 * round or of white pieces, Red with one of square or of red pieces; shape comes before colour, whoever moved.
 *
 *     c++ -O3 -o simplexity_c benchmarks/simplexity.cpp
 *     ./simplexity_c perft DEPTH          sequences of moves; the last moves too are made and judged
 *     ./simplexity_c bulk DEPTH           the same number; the last moves are only counted
 *     ./simplexity_c playouts GAMES SEED  games of random legal moves
 *
 * Each prints one JSON object.
 */

#include <cstring>

#include "yardstick.h"

/* Bit 7 * column + row; the seventh row is always empty, so that no line goes on in the next column.
 *
 *      6 13 20 27 34 41 48   empty
 *      5 12 19 26 33 40 47   top
 *      .  .  .  .  .  .  .
 *      0  7 14 21 28 35 42   bottom
 */
static constexpr int ROWS = 6, COLUMNS = 7, HEIGHT = ROWS + 1, ROUNDS = 10, SQUARES = 11;
static constexpr uint64_t COLUMN = (1u << ROWS) - 1;
static constexpr uint64_t BOTTOM = 0x40810204081; /* bits 0, 7, 14 ... 42 */
static constexpr uint64_t BOARD = BOTTOM * COLUMN;

/* The free cells on which a piece would come to rest, one in each column that is not full. */
static inline uint64_t landings(uint64_t pieces)
{
    return (pieces + BOTTOM) & BOARD;
}

static constexpr int STEPS[4] = {1, HEIGHT - 1, HEIGHT, HEIGHT + 1}; /* up, falling, to the right, rising */

/* Whether four of these pieces are in line. */
static inline bool line(uint64_t pieces)
{
    uint64_t found = 0;
    for (int i = 0; i < 4; i++) {
        const uint64_t pairs = pieces & pieces >> STEPS[i];
        found |= pairs & pairs >> 2 * STEPS[i];
    }
    return found != 0;
}

/* ---- Perft ---- */

struct Position {
    uint64_t mine, theirs;  /* pieces of who is to move, and of the other */
    uint64_t round, square; /* pieces of both */
    uint32_t left;          /* supplies, in bytes: my round, my square, their round, their square pieces */
};

static constexpr uint32_t ONE_ROUND = 1, ONE_SQUARE = 1 << 8;
static constexpr uint32_t MY_ROUND = 0xff, MY_SQUARE = 0xff00, THEIR_ROUND = 0xff0000, THEIR_SQUARE = 0xff000000;
static constexpr Position START = {0, 0, 0, 0, (ROUNDS * ONE_ROUND + SQUARES * ONE_SQUARE) * 0x10001u};

static inline uint32_t swap_players(uint32_t left)
{
    return left << 16 | left >> 16;
}

static inline Position with_round(const Position &p, uint64_t cell)
{
    return {p.theirs, p.mine | cell, p.round | cell, p.square, swap_players(p.left - ONE_ROUND)};
}

static inline Position with_square(const Position &p, uint64_t cell)
{
    return {p.theirs, p.mine | cell, p.round, p.square | cell, swap_players(p.left - ONE_SQUARE)};
}

struct Count {
    uint64_t leaves, ended; /* ended: leaves with a line */
};

static Count perft(const Position p, int depth)
{
    const bool round = p.left & MY_ROUND, square = p.left & MY_SQUARE;
    uint64_t leaves = 0, ended = 0;
    for (uint64_t cells = landings(p.mine | p.theirs); cells; cells &= cells - 1) {
        const uint64_t cell = cells & -cells;
        const bool colour_line = line(p.mine | cell);
        if (depth == 1) {
            leaves += round;
            ended += round & (colour_line | line(p.round | cell));
            leaves += square;
            ended += square & (colour_line | line(p.square | cell));
        } else if (!colour_line) {
            if (round && !line(p.round | cell)) {
                const Count more = perft(with_round(p, cell), depth - 1);
                leaves += more.leaves;
                ended += more.ended;
            }
            if (square && !line(p.square | cell)) {
                const Count more = perft(with_square(p, cell), depth - 1);
                leaves += more.leaves;
                ended += more.ended;
            }
        }
    }
    return {leaves, ended};
}

static uint64_t bulk(const Position p, int depth)
{
    const int round = !!(p.left & MY_ROUND), square = !!(p.left & MY_SQUARE);
    const int answers = !!(p.left & THEIR_ROUND) + !!(p.left & THEIR_SQUARE); /* on one cell */
    uint64_t cells = landings(p.mine | p.theirs), leaves = 0;
    if (depth == 1)
        return (uint64_t)(__builtin_popcountll(cells) * (round + square));
    for (; cells; cells &= cells - 1) {
        const uint64_t cell = cells & -cells;
        const bool colour_line = line(p.mine | cell);
        if (depth == 2) {
            const int open = (round & !line(p.round | cell)) + (square & !line(p.square | cell));
            const int next = __builtin_popcountll(landings(p.mine | p.theirs | cell)) * answers;
            leaves += colour_line ? 0 : (uint64_t)(open * next);
        } else if (!colour_line) {
            if (round && !line(p.round | cell))
                leaves += bulk(with_round(p, cell), depth - 1);
            if (square && !line(p.square | cell))
                leaves += bulk(with_square(p, cell), depth - 1);
        }
    }
    return leaves;
}

/* ---- Random games ---- */

enum { WHITE, RED, DRAW };

static inline uint64_t splitmix64(uint64_t &state)
{
    uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Who wins a game in which actions are drawn until one is legal. */
static int playout(uint64_t &random, uint64_t &plies)
{
    uint64_t colour[2] = {0, 0}, shape[2] = {0, 0}, all = 0;
    uint8_t left[2][2] = {{ROUNDS, SQUARES}, {ROUNDS, SQUARES}}; /* by player and shape */
    for (int player = WHITE;; player = 1 - player) {
        const uint64_t cells = landings(all);
        if (cells == 0) /* and the supplies are exhausted too */
            return DRAW;
        uint64_t cell;
        int square;
        do {
            const uint64_t action = (splitmix64(random) >> 32) * (2 * COLUMNS) >> 32;
            square = (int)(action & 1);
            cell = cells & COLUMN << (action >> 1) * HEIGHT;
        } while (cell == 0 || left[player][square] == 0);
        left[player][square]--;
        all |= cell;
        colour[player] |= cell;
        shape[square] |= cell;
        plies++;
        if (line(shape[square]))
            return square ? RED : WHITE;
        if (line(colour[player]))
            return player;
    }
}

/* ---- What is asked and printed ---- */

int main(int argc, char **argv)
{
    const char *const task = argc > 1 ? argv[1] : "";
    const double begin = cpu_seconds();
    if (argc == 3 && strcmp(task, "perft") == 0) {
        const Count count = perft(START, (int)whole("DEPTH", argv[2], 1, 42));
        printf("{\"leaves\": %" PRIu64 ", \"ended\": %" PRIu64, count.leaves, count.ended);
    } else if (argc == 3 && strcmp(task, "bulk") == 0) {
        printf("{\"leaves\": %" PRIu64, bulk(START, (int)whole("DEPTH", argv[2], 1, 42)));
    } else if (argc == 4 && strcmp(task, "playouts") == 0) {
        const uint64_t games = whole("GAMES", argv[2], 1, UINT64_MAX);
        uint64_t random = whole("SEED", argv[3], 0, UINT64_MAX);
        uint64_t winners[3] = {0, 0, 0}, plies = 0;
        for (uint64_t game = 0; game < games; game++)
            winners[playout(random, plies)]++;
        printf("{\"white\": %" PRIu64 ", \"red\": %" PRIu64 ", \"draws\": %" PRIu64 ", \"mean_plies\": %.6g",
               winners[WHITE], winners[RED], winners[DRAW], (double)plies / (double)games);
    } else {
        fprintf(stderr, "usage: simplexity_c perft DEPTH | bulk DEPTH | playouts GAMES SEED\n");
        return 2;
    }
    printf(", \"cpu_seconds\": %.6g}\n", cpu_seconds() - begin);
    return 0;
}
