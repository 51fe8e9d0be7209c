/* Ant Wars between two random ants, in plain C: the yardstick for Lek's speed, one game after the other.
 *
 *     cc -O3 -march=native -o antwars_c benchmarks/antwars.c
 *     ./antwars_c quick GAMES SEED    as fast as this program can: one stream of dice, every board is played twice
 *     ./antwars_c same GAMES SEED     the games that Lek plays with deals 0, 1, 2 ...: its dice, a board a game
 *
 * Prints one JSON object: CPU seconds, pieces eaten by both ants, ants killed, games won by Ant 1.
 */

#define _POSIX_C_SOURCE 199309L
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SIDE = 11, CELLS = SIDE * SIDE, PIECES = 15, MOVES = 35, START_1 = 5 * SIDE + 2, START_2 = 5 * SIDE + 8 };

typedef struct {
    uint64_t half[2]; /* cells 0 to 63, 64 to 120 */
} Board;

typedef struct {
    uint64_t eaten, killed, won;
} Sums;

static uint8_t next[CELLS][8];

static void fill_next(void)
{
    static const int DOWN[] = {-1, -1, 0, 1, 1, 1, 0, -1}, RIGHT[] = {0, 1, 1, 1, 0, -1, -1, -1};
    for (int c = 0; c < CELLS; c++)
        for (int a = 0; a < 8; a++)
            next[c][a] = (uint8_t)((c / SIDE + DOWN[a] + SIDE) % SIDE * SIDE + (c % SIDE + RIGHT[a] + SIDE) % SIDE);
}

/* ---- Dice: SplitMix64 ---- */

static inline uint64_t scramble(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static inline uint64_t roll(uint64_t *dice)
{
    return scramble(*dice += 0x9e3779b97f4a7c15u);
}

static inline unsigned below(uint64_t *dice, unsigned n)
{
    return (unsigned)(((roll(dice) >> 32) * n) >> 32);
}

/* Where the stream named by three numbers starts, as in lek/dice.py. */
static uint64_t stream(uint64_t seed, uint64_t first, uint64_t second)
{
    const uint64_t golden = 0x9e3779b97f4a7c15u;
    uint64_t z = scramble(seed + golden);
    z = scramble((z ^ first) + golden);
    return scramble((z ^ second) + golden);
}

/* ---- The game ---- */

static inline Board deal(uint64_t *dice)
{
    Board food = {{0, 0}};
    for (int placed = 0; placed < PIECES;) {
        const unsigned cell = below(dice, CELLS);
        const uint64_t bit = UINT64_C(1) << (cell & 63);
        if (!(food.half[cell >> 6] & bit) && cell != START_1 && cell != START_2) {
            food.half[cell >> 6] |= bit;
            placed++;
        }
    }
    return food;
}

/* An ant goes somewhere; 1 where it eats. */
static inline unsigned step(Board *food, unsigned *cell, uint64_t *dice)
{
    const unsigned to = *cell = next[*cell][below(dice, 8)];
    const uint64_t half = food->half[to >> 6];
    food->half[to >> 6] = half & ~(UINT64_C(1) << (to & 63));
    return half >> (to & 63) & 1;
}

static inline void play(Board food, uint64_t *dice_1, uint64_t *dice_2, Sums *sums)
{
    unsigned one = START_1, two = START_2, eaten_1 = 0, eaten_2 = 0;
    int turn = 0;
    for (; turn < MOVES; turn++) {
        eaten_1 += step(&food, &one, dice_1);
        if (one == two) { /* Ant 2 is dead */
            for (int left = turn + 1; left < MOVES; left++)
                eaten_1 += step(&food, &one, dice_1);
            break;
        }
        eaten_2 += step(&food, &two, dice_2);
        if (one == two) {
            for (int left = turn + 1; left < MOVES; left++)
                eaten_2 += step(&food, &two, dice_2);
            break;
        }
    }
    sums->killed += turn < MOVES;
    sums->eaten += eaten_1 + eaten_2;
    sums->won += eaten_1 >= eaten_2;
}

int main(int argc, char **argv)
{
    if (argc != 4 || (strcmp(argv[1], "quick") && strcmp(argv[1], "same"))) {
        fprintf(stderr, "usage: antwars_c quick|same GAMES SEED\n");
        return 2;
    }
    const uint64_t games = strtoull(argv[2], NULL, 10), seed = strtoull(argv[3], NULL, 10);
    Sums sums = {0, 0, 0};
    fill_next();
    struct timespec begin, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
    if (!strcmp(argv[1], "quick")) {
        uint64_t dice = seed;
        for (uint64_t i = 0; i < games; i += 2) {
            const Board food = deal(&dice);
            play(food, &dice, &dice, &sums);
            play(food, &dice, &dice, &sums);
        }
    } else
        for (uint64_t i = 0; i < games; i++) {
            uint64_t dice = stream(seed, i, 0), dice_1 = stream(seed, i, 1), dice_2 = stream(seed, i, 2);
            play(deal(&dice), &dice_1, &dice_2, &sums);
        }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    printf("{\"cpu_seconds\": %.6g, \"eaten\": %" PRIu64 ", \"killed\": %" PRIu64 ", \"won\": %" PRIu64 "}\n",
           (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec), sums.eaten, sums.killed,
           sums.won);
    return 0;
}
