/* Organisms with three uniformly random players, in plain C: the yardstick for Lek's speed.
 *
 * Rules: section 2 of shared/rules/organisms.md. Random numbers and their order are Lek's, so the
 * results are equal, game by game, to those of any other implementation with the same players.
 * Nobody looks around here, so nothing is computed of what an organism would see.
 *
 *     cc -O3 -o organisms_c benchmarks/organisms.c -lm
 *     ./organisms_c WIDTH HEIGHT P Q V ROUNDS GAMES SEED            prints one JSON object
 */

#define _POSIX_C_SOURCE 199309L
#include <math.h>
#include <string.h>

#include "yardstick.h"

enum { SPECIES = 3, STAYING = 1, MEAL = 100, ENERGY_CAP = 500, FOOD_CAP = 80, START = 500 };
enum { STAY, WEST, EAST, NORTH, SOUTH, REPRODUCE, MOVES };
enum { NOBODY = -1 };

/* ---- Random numbers: splitmix64, every stream named by seed, game and a number ---- */

static const uint64_t GOLDEN = 0x9e3779b97f4a7c15u;

static inline uint64_t scramble(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static inline uint64_t random_word(uint64_t *rng)
{
    return scramble(*rng += GOLDEN);
}

/* Uniform in 0..n-1. */
static inline int random_below(uint64_t *rng, int n)
{
    return (int)(((random_word(rng) >> 32) * (uint64_t)n) >> 32);
}

/* Uniform in [0, 1). */
static inline double random_unit(uint64_t *rng)
{
    return (double)(int64_t)(random_word(rng) >> 11) * 0x1p-53;
}

/* How many bare cells stay bare before food blows in on one: a draw for every cell, but quicker. */
static inline int64_t draw_gap(uint64_t *rng, double log_calm)
{
    if (log_calm == 0)
        return INT64_MAX;
    return isinf(log_calm) ? 0 : (int64_t)(log1p(-random_unit(rng)) / log_calm);
}

/* ---- The world ---- */

typedef struct {
    uint64_t rng;
    int energy;
    int acted; /* the last round in which it acted; that of its birth for a newborn */
    int species;
} Organism;

typedef struct {
    /* settings */
    int width, height, cells, rounds, move_cost;
    int32_t (*beside)[SOUTH + 1]; /* the cell west, east, north, south of each cell */
    double q, log_calm; /* log(1 - p) */
    int64_t gap;
    double none[FOOD_CAP]; /* (1 - q)^n: the chance that none of n units doubles */
    double odds;           /* q / (1 - q) */
    /* one game */
    uint64_t rng, name; /* the game's own stream; the name of all its streams */
    uint64_t born;
    int round;
    int count[SPECIES];
    int free_count;
    uint8_t *food;
    int32_t *who; /* the organism on each cell, or NOBODY */
    Organism *organism;
    int32_t *free;
} World;

typedef struct {
    int extinction_time; /* 0 if it lived to the end */
    int count;           /* at the start of the last round, as is energy; 0 if extinct */
    int64_t energy, count_alive, energy_alive;
} Result;

static inline uint64_t stream(const World *w, uint64_t number)
{
    return scramble((w->name ^ number) + GOLDEN);
}

/* A uniformly random move, and for a birth its direction. */
static inline int choose(uint64_t *rng, int *direction)
{
    const int move = random_below(rng, MOVES);
    if (move == REPRODUCE)
        *direction = WEST + random_below(rng, 4);
    return move;
}

/* Every newborn is asked once, for its external state; our players draw as at any turn. */
static inline void ask_newborn(Organism *o)
{
    int direction;
    choose(&o->rng, &direction);
}

static inline Organism *put(World *w, int cell, int species, int energy)
{
    const int32_t id = w->free[--w->free_count];
    Organism *o = &w->organism[id];
    o->rng = stream(w, 1 + w->born++);
    o->energy = energy;
    o->acted = w->round;
    o->species = species;
    w->who[cell] = id;
    w->count[species]++;
    return o;
}

static inline void die(World *w, int cell)
{
    const int32_t id = w->who[cell];
    w->count[w->organism[id].species]--;
    w->free[w->free_count++] = id;
    w->who[cell] = NOBODY;
}

static void set_up(World *w, uint64_t seed, uint64_t game)
{
    w->name = scramble((scramble(seed + GOLDEN) ^ game) + GOLDEN);
    w->rng = stream(w, 0);
    w->born = 0;
    w->round = -1; /* founders act in round 0 */
    memset(w->count, 0, sizeof w->count);
    memset(w->food, 0, (size_t)w->cells * sizeof *w->food);
    w->free_count = w->cells;
    for (int i = 0; i < w->cells; i++) {
        w->who[i] = NOBODY;
        w->free[i] = w->cells - 1 - i;
    }
    Organism *founder[SPECIES];
    for (int species = 0; species < SPECIES; species++) {
        int k = random_below(&w->rng, w->cells - species);
        int cell = 0;
        while (w->who[cell] != NOBODY || k-- > 0)
            cell++;
        founder[species] = put(w, cell, species, START);
    }
    w->gap = draw_gap(&w->rng, w->log_calm);
    for (int species = 0; species < SPECIES; species++)
        ask_newborn(founder[species]);
}

/* How many of the units double: the quantile x of the binomial distribution. */
static inline int doublings(const World *w, int units, double x)
{
    double chance = w->none[units], total = chance;
    int n = 0;
    while (total <= x && n < units) {
        chance *= w->odds * (units - n) / (n + 1);
        total += chance;
        n++;
    }
    return n;
}

/* Food grows on vacant cells and is eaten on others; energy is summed before the meal. */
static void food_pass(World *w, int64_t energy[SPECIES])
{
    const int32_t *restrict who = w->who;
    Organism *restrict organism = w->organism;
    uint8_t *restrict amount = w->food;
    const int cells = w->cells;
    int64_t gap = w->gap;
    uint64_t rng = w->rng;
    for (int cell = 0; cell < cells; cell++) {
        const int32_t id = who[cell];
        const int food = amount[cell];
        if (id != NOBODY) {
            Organism *o = &organism[id];
            energy[o->species] += o->energy;
            if (food > 0 && o->energy + MEAL <= ENERGY_CAP) {
                o->energy += MEAL;
                amount[cell]--;
            }
        } else if (food == 0) {
            if (gap-- == 0) {
                amount[cell] = 1;
                gap = draw_gap(&rng, w->log_calm);
            }
        } else if (food < FOOD_CAP) {
            const int grown = food + doublings(w, food, random_unit(&rng));
            amount[cell] = (uint8_t)(grown < FOOD_CAP ? grown : FOOD_CAP);
        }
    }
    w->rng = rng;
    w->gap = gap;
}

static inline void act(World *w, int cell)
{
    Organism *o = &w->organism[w->who[cell]];
    int direction = 0;
    const int move = choose(&o->rng, &direction);
    o->acted = w->round;
    if (move == REPRODUCE) {
        const int rest = o->energy - w->move_cost;
        if (rest <= 1) {
            die(w, cell);
            return;
        }
        const int to = w->beside[cell][direction];
        if (w->who[to] == NOBODY) {
            o->energy = rest / 2;
            ask_newborn(put(w, to, o->species, rest - rest / 2));
            return;
        }
    } else if (move != STAY) {
        const int to = w->beside[cell][move];
        if (w->who[to] == NOBODY) {
            if (o->energy - w->move_cost <= 0) {
                die(w, cell);
                return;
            }
            o->energy -= w->move_cost;
            w->who[to] = w->who[cell];
            w->who[cell] = NOBODY;
            return;
        }
    }
    if (o->energy - STAYING <= 0)
        die(w, cell);
    else
        o->energy -= STAYING;
}

static void move_pass(World *w)
{
    for (int cell = 0; cell < w->cells; cell++)
        if (w->who[cell] != NOBODY && w->organism[w->who[cell]].acted != w->round)
            act(w, cell);
}

static void play(World *w, uint64_t seed, uint64_t game, Result result[SPECIES])
{
    memset(result, 0, SPECIES * sizeof *result);
    set_up(w, seed, game);
    int alive = SPECIES; /* species */
    int round = 0;
    while (round < w->rounds && alive > 0) {
        int64_t energy[SPECIES] = {0};
        int count[SPECIES];
        memcpy(count, w->count, sizeof count);
        w->round = round;
        food_pass(w, energy);
        move_pass(w);
        for (int i = 0; i < SPECIES; i++) {
            result[i].count = count[i];
            result[i].energy = energy[i];
            if (round > 0) {
                result[i].count_alive += count[i];
                result[i].energy_alive += energy[i];
            }
            if (w->count[i] == 0 && count[i] > 0) {
                result[i].extinction_time = round + 1;
                alive--;
            }
        }
        round++;
    }
    for (int i = 0; i < SPECIES; i++) {
        const int lived = result[i].extinction_time ? result[i].extinction_time : round;
        result[i].count_alive /= lived;
        result[i].energy_alive /= lived;
        if (result[i].extinction_time)
            result[i].count = 0, result[i].energy = 0;
    }
}

/* ---- What is reported ---- */

static void print_seats(const char *name, const double value[SPECIES])
{
    printf(", \"%s\": [", name);
    for (int i = 0; i < SPECIES; i++)
        printf("%.10g%s", value[i], i < SPECIES - 1 ? ", " : "]");
}

/* A probability from the command line, or the end of the program. */
static double probability(const char *name, const char *text)
{
    char *end;
    const double value = strtod(text, &end);
    if (end == text || *end || !(value >= 0 && value <= 1)) {
        fprintf(stderr, "%s must be a probability, not \"%s\".\n", name, text);
        exit(2);
    }
    return value;
}

static void *memory(int count, size_t size)
{
    void *block = malloc((size_t)count * size);
    if (!block) {
        fprintf(stderr, "No memory for %d cells.\n", count);
        exit(1);
    }
    return block;
}

int main(int argc, char **argv)
{
    if (argc != 9) {
        fprintf(stderr, "usage: organisms_c WIDTH HEIGHT P Q V ROUNDS GAMES SEED\n");
        return 2;
    }
    World w;
    w.width = (int)whole("WIDTH", argv[1], 1, 1000);
    w.height = (int)whole("HEIGHT", argv[2], 1, 1000);
    w.log_calm = log1p(-probability("P", argv[3]));
    w.q = probability("Q", argv[4]);
    w.move_cost = (int)whole("V", argv[5], 0, 1000);
    w.rounds = (int)whole("ROUNDS", argv[6], 1, 100000000);
    const int games = (int)whole("GAMES", argv[7], 1, 1000000000);
    const uint64_t seed = whole("SEED", argv[8], 0, UINT64_MAX);
    w.cells = w.width * w.height;
    if (w.cells < SPECIES) {
        fprintf(stderr, "%d species need as many cells.\n", SPECIES);
        return 2;
    }
    for (int n = 0; n < FOOD_CAP; n++)
        w.none[n] = pow(1 - w.q, n);
    w.odds = w.q < 1 ? w.q / (1 - w.q) : 0; /* q = 1: no chance ever adds up, and all units double */
    w.food = memory(w.cells, sizeof *w.food);
    w.who = memory(w.cells, sizeof *w.who);
    w.organism = memory(w.cells, sizeof *w.organism);
    w.free = memory(w.cells, sizeof *w.free);
    w.beside = memory(w.cells, sizeof *w.beside);
    for (int y = 0; y < w.height; y++)
        for (int x = 0; x < w.width; x++) {
            int32_t *to = w.beside[y * w.width + x];
            to[STAY] = y * w.width + x;
            to[WEST] = y * w.width + (x + w.width - 1) % w.width;
            to[EAST] = y * w.width + (x + 1) % w.width;
            to[NORTH] = (y + w.height - 1) % w.height * w.width + x;
            to[SOUTH] = (y + 1) % w.height * w.width + x;
        }

    double count[SPECIES] = {0}, energy[SPECIES] = {0}, extinctions[SPECIES] = {0};
    double extinction_time[SPECIES] = {0}, count_alive[SPECIES] = {0}, energy_alive[SPECIES] = {0};
    uint64_t births = 0, checksum = 0;
    double seconds = 0;
    for (int game = 0; game < games; game++) {
        Result result[SPECIES];
        const double begin = cpu_seconds();
        play(&w, seed, (uint64_t)game, result);
        seconds += cpu_seconds() - begin;
        births += w.born - SPECIES;
        for (int i = 0; i < SPECIES; i++) {
            const Result *r = &result[i];
            count[i] += r->count / (double)games;
            energy[i] += (double)r->energy / games;
            extinctions[i] += r->extinction_time > 0;
            extinction_time[i] += r->extinction_time;
            count_alive[i] += (double)r->count_alive / games;
            energy_alive[i] += (double)r->energy_alive / games;
            checksum += ((uint64_t)r->count * 1000003 + (uint64_t)r->energy) * ((uint64_t)game + 1);
        }
    }
    for (int i = 0; i < SPECIES; i++)
        extinction_time[i] /= extinctions[i] > 0 ? extinctions[i] : 1;

    printf("{\"games\": %d, \"cpu_seconds\": %.6g", games, seconds);
    print_seats("count", count);
    print_seats("energy", energy);
    print_seats("extinctions", extinctions);
    print_seats("extinction_time", extinction_time);
    print_seats("count_alive", count_alive);
    print_seats("energy_alive", energy_alive);
    printf(", \"births\": %" PRIu64 ", \"checksum\": %" PRIu64 "}\n", births, checksum);
    free(w.food);
    free(w.who);
    free(w.organism);
    free(w.free);
    free(w.beside);
    return 0;
}
