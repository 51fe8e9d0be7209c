/* The paper's method: every ant a compiled C function, and a straightforward engine that plays matches between them.
 *
 * (W. Jaśkowski, K. Krawiec and B. Wieloch, "Winning Ant Wars", sections 3 and 4.) Arrays F, B and V over the board,
 * beliefs taken by 0.9 with every move, eight evaluations a move; tables of indices in place of four turned copies.
 * `straight` and `diagonal` are in a file that antwars_bred.py writes. It plays the games that Lek plays.
 *
 *     ./ants < matches        each line: the numbers of two ants, and k deals; two games on each, seats swapped
 *
 * Prints one JSON object: CPU seconds, games, and a sum that tells what came of each game.
 */

#define _POSIX_C_SOURCE 199309L
#include "antwars_bred.h"
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { PIECES = 15, MOVES = 35, BOARDS = 6, MOST = 100000 };
static const int DOWN[] = {-1, -1, 0, 1, 1, 1, 0, -1}, RIGHT[] = {0, 1, 1, 1, 0, -1, -1, -1};
static const int ORDER[] = {0, 2, 4, 6, 1, 7, 3, 5}, START[] = {5 * SIDE + 2, 5 * SIDE + 8};

extern float (*const straight[])(const struct ant *);
extern float (*const diagonal[])(const struct ant *);

static unsigned char ahead[CELLS][4][CELLS]; /* [of the ant][quarter turns][as it lies ahead] */
static unsigned char areas[CELLS * 15][10]; /* how many cells, and which, as they lie ahead */
static unsigned char view[CELLS][25];
static unsigned char next[2][9]; /* the next cell, straight or diagonal, and those around it, as they lie ahead */

static int wrapped(int row, int column)
{
    return (row + 3 * SIDE) % SIDE * SIDE + (column + 3 * SIDE) % SIDE;
}

/* An area is 15 times its midpoint, from five rows up and five columns to the left on, plus its size. */
static void fill_areas(void)
{
    for (int place = 0; place < CELLS; place++) {
        int size = 0;
        for (int height = 1; height <= 5; height++)
            for (int width = 1; height + width <= 6; width++) {
                unsigned char *area = areas[place * 15 + size++];
                const int top = place / SIDE - 5 - (height - 1) / 2, left = place % SIDE - 5 - (width - 1) / 2;
                area[0] = (unsigned char)(height * width);
                for (int k = 0; k < height * width; k++)
                    area[1 + k] = (unsigned char)wrapped(top + k / width, left + k % width);
            }
    }
}

static void fill_tables(void)
{
    fill_areas();
    for (int odd = 0; odd < 2; odd++)
        for (int k = 0; k < 9; k++) {
            const int around = (k + 4) % 9; /* the middle first */
            next[odd][k] = (unsigned char)wrapped(around / 3 - 2, around % 3 - 1 + odd);
        }
    for (int c = 0; c < CELLS; c++) {
        for (int k = 0; k < 25; k++)
            view[c][k] = (unsigned char)wrapped(c / SIDE + k / 5 - 2, c % SIDE + k % 5 - 2);
        for (int turns = 0; turns < 4; turns++)
            for (int f = 0; f < CELLS; f++) {
                int y = f / SIDE, x = f % SIDE;
                for (int q = 0; q < turns; q++) {
                    const int was = y;
                    y = x;
                    x = -was;
                }
                ahead[c][turns][f] = (unsigned char)wrapped(c / SIDE + y, c % SIDE + x);
            }
    }
}

float sum_of(const float *board, const struct ant *m, int area)
{
    float sum = 0;
    for (int k = 1; k <= areas[area][0]; k++)
        sum += board[m->at[areas[area][k]]];
    return sum;
}

int any_of(const unsigned char *board, const struct ant *m, int area)
{
    int any = 0;
    for (int k = 1; k <= areas[area][0]; k++)
        any |= board[m->at[areas[area][k]]];
    return any;
}

/* FoodHope: the food of the next cell, and a piece around it. */
float hope(const struct ant *m)
{
    const unsigned char *near = next[m->diagonal];
    int rest = 0;
    for (int k = 1; k < 9; k++)
        rest |= m->F[m->at[near[k]]];
    return (float)(m->F[m->at[near[0]]] + rest);
}

/* ---- Dice, as in lek/dice.py ---- */

static const uint64_t GOLDEN = 0x9e3779b97f4a7c15u;

static uint64_t scramble(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static void deal_food(uint64_t deal, unsigned char food[CELLS])
{
    uint64_t dice = scramble(scramble((scramble(GOLDEN) ^ deal) + GOLDEN) + GOLDEN); /* seed 0, deal, 0 */
    memset(food, 0, CELLS);
    for (int placed = 0; placed < PIECES;) {
        const int cell = (int)(((scramble(dice += GOLDEN) >> 32) * CELLS) >> 32);
        if (!food[cell] && cell != START[0] && cell != START[1]) {
            food[cell] = 1;
            placed++;
        }
    }
}

/* ---- The game ---- */

static void look(struct ant *m, const unsigned char food[CELLS], int enemy)
{
    for (int c = 0; c < CELLS; c++)
        m->B[c] *= 0.9;
    if (m->enemy >= 0)
        m->E[m->enemy] = 0;
    m->enemy = -1;
    for (int k = 0; k < 25; k++) {
        const int c = view[m->cell][k];
        m->B[c] = 1 << 20;
        m->F[c] = food[c];
        if (c == enemy)
            m->enemy = c;
    }
    if (m->enemy >= 0)
        m->E[m->enemy] = 1;
    m->V[m->cell] = 1;
    for (int c = 0; c < CELLS; c++) {
        const float belief = (float)(int)(m->B[c] + 0.5) * 0x1p-20f;
        m->N[c] = m->F[c] ? belief : 0;
        m->M[c] = m->F[c] | m->E[c] ? 0 : belief;
    }
}

static int choose(struct ant *m, int who)
{
    float best = 0;
    int choice = -1;
    for (int k = 0; k < 8; k++) {
        const int way = ORDER[k];
        m->at = ahead[m->cell][way / 2];
        m->diagonal = way & 1;
        const float worth = way & 1 ? diagonal[who](m) : straight[who](m);
        if (choice < 0 || worth > best) {
            best = worth;
            choice = way;
        }
    }
    return choice;
}

/* Pieces eaten by both, 16 for the second one's, and 256 where the first one is dead, 512 where the second one is. */
static int play(const int who[2], uint64_t deal)
{
    unsigned char food[CELLS];
    struct ant ants[2];
    int alive[2] = {1, 1};
    deal_food(deal, food);
    memset(ants, 0, sizeof ants);
    for (int seat = 0; seat < 2; seat++)
        ants[seat].cell = START[seat], ants[seat].enemy = -1;
    for (int turn = 0; turn < 2 * MOVES; turn++) {
        const int seat = turn & 1;
        struct ant *m = &ants[seat], *other = &ants[1 - seat];
        if (!alive[seat])
            continue;
        m->left = (float)(MOVES - turn / 2);
        look(m, food, alive[1 - seat] ? other->cell : -1);
        const int way = choose(m, who[seat]);
        m->cell = wrapped(m->cell / SIDE + DOWN[way], m->cell % SIDE + RIGHT[way]);
        m->points += food[m->cell];
        food[m->cell] = 0;
        if (m->cell == other->cell)
            alive[1 - seat] = 0;
    }
    return (int)ants[0].points + 16 * (int)ants[1].points + 256 * !alive[0] + 512 * !alive[1];
}

int main(void)
{
    static int pairs[MOST][2];
    static uint64_t deals[MOST][BOARDS];
    int matches = 0;
    while (matches < MOST && scanf("%d %d", &pairs[matches][0], &pairs[matches][1]) == 2) {
        for (int k = 0; k < BOARDS; k++)
            if (scanf("%" SCNu64, &deals[matches][k]) != 1)
                return 2;
        matches++;
    }
    fill_tables();
    struct timespec begin, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
    uint64_t sum = 0, game = 0;
    for (int i = 0; i < matches; i++)
        for (int k = 0; k < BOARDS; k++) {
            const int swapped[2] = {pairs[i][1], pairs[i][0]};
            sum += (uint64_t)play(pairs[i], deals[i][k]) * ++game;
            sum += (uint64_t)play(swapped, deals[i][k]) * ++game;
        }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    printf("{\"cpu_seconds\": %.6g, \"games\": %" PRIu64 ", \"sum\": %" PRIu64 "}\n",
           (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec), game, sum);
    return 0;
}
