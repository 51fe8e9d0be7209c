/* Seven experiments with moose, in plain C: the yardstick for Lek's speed and statistics.
 *
 * D. Ashlock, J. A. Brown, C. Gregor, M. Makhmutov, "A Family of Turn-Based Strategy Games with
 * Moose". The complete evolutionary algorithm: 36 finite state machines, 250 updates, and in each
 * of the 251 generations all 630 pairs play all 50 rounds. Nothing is cached and nothing is cut
 * short, so that joint_steps / cpu_seconds is the price of one honest step.
 *
 *     cc -O3 -o moose_c benchmarks/moose.c -lm
 *     ./moose_c EXPERIMENT REPLICATES SEED            prints one JSON object
 */

#define _POSIX_C_SOURCE 199309L
#include <math.h>
#include <stddef.h>

#include "yardstick.h"

enum {
    FIELDS = 3,
    STATES = 8,
    POPULATION = 36,
    ELITE = 24,
    GENERATIONS = 250, /* updates; the population is evaluated once more, before the first */
    ROUNDS = 50,
    PAIRS = POPULATION * (POPULATION - 1) / 2,
    FASTEST = 3,                       /* growth rate in Table I */
    RICHEST = 1 + ROUNDS * FASTEST,    /* the largest x a field can reach */
    TYPES = 6                          /* of plays: 1:1 2:2 3:3 1:2 1:3 2:3 */
};

typedef struct {
    int growth;
    double capacity[FIELDS];
} Experiment;

static const Experiment TABLE_I[] = {
    {1, {10, 10, 10}}, {2, {10, 10, 10}}, {3, {10, 10, 10}}, {1, {10, 10, 20}},
    {1, {10, 10, 30}}, {1, {10, 20, 20}}, {2, {10, 20, 20}},
};
enum { EXPERIMENTS = sizeof TABLE_I / sizeof TABLE_I[0] };

/* ---- Random numbers: xoshiro256** of Blackman and Vigna, seeded by splitmix64 ---- */

typedef struct {
    uint64_t s[4];
} Random;

static uint64_t splitmix64(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* One stream per (seed, experiment, replicate). */
static Random random_stream(uint64_t seed, uint64_t experiment, uint64_t replicate)
{
    Random r;
    uint64_t state = seed;
    state = splitmix64(&state) + experiment;
    state = splitmix64(&state) + replicate;
    for (int i = 0; i < 4; i++)
        r.s[i] = splitmix64(&state);
    return r;
}

static uint64_t rotate_left(uint64_t x, int k)
{
    return (x << k) | (x >> (64 - k));
}

static uint64_t random_word(Random *r)
{
    uint64_t *s = r->s;
    const uint64_t result = rotate_left(s[1] * 5, 7) * 9;
    const uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate_left(s[3], 45);
    return result;
}

/* Uniform in 0..n-1 (n is tiny: the bias of at most n / 2^32 does not matter). */
static int random_below(Random *r, int n)
{
    return (int)(((random_word(r) >> 32) * (uint64_t)n) >> 32);
}

/* Uniform in [0, 1). */
static double random_unit(Random *r)
{
    return (double)(random_word(r) >> 11) * 0x1p-53;
}

/* ---- Machines ---- */

/* A transition is destination * 4 + response, in one byte; row s holds one transition for each
 * field the opponent may have visited last. The fourth column is only there for alignment. */
typedef struct {
    uint8_t next[STATES][4];
    uint8_t first; /* the initial action, which belongs to state 0 */
} Machine;

static uint8_t random_transition(Random *r)
{
    const int destination = random_below(r, STATES);
    const int response = random_below(r, FIELDS);
    return (uint8_t)(destination * 4 + response);
}

static Machine random_machine(Random *r)
{
    Machine m = {{{0}}, 0};
    m.first = (uint8_t)random_below(r, FIELDS);
    for (int s = 0; s < STATES; s++)
        for (int k = 0; k < FIELDS; k++)
            m.next[s][k] = random_transition(r);
    return m;
}

/* Two-point crossover of the lists of states; the initial action travels with state 0. */
static void cross(Random *r, Machine *a, Machine *b)
{
    int from = random_below(r, STATES + 1);
    int to = random_below(r, STATES + 1);
    if (from > to) {
        const int swap = from;
        from = to;
        to = swap;
    }
    for (int s = from; s < to; s++)
        for (int k = 0; k < FIELDS; k++) {
            const uint8_t swap = a->next[s][k];
            a->next[s][k] = b->next[s][k];
            b->next[s][k] = swap;
        }
    if (from == 0 && to > 0) {
        const uint8_t swap = a->first;
        a->first = b->first;
        b->first = swap;
    }
}

/* A new random transition for one opponent action on one state (MNM = 1). */
static void mutate(Random *r, Machine *m)
{
    const int state = random_below(r, STATES);
    const int symbol = random_below(r, FIELDS);
    m->next[state][symbol] = random_transition(r);
}

/* ---- The game ---- */

typedef struct {
    int growth;
    double gain[FIELDS][RICHEST + 1]; /* f_k(x) - f_k(0) for whole x */
} Land;

static Land land_of(const Experiment *experiment)
{
    Land land;
    land.growth = experiment->growth;
    for (int k = 0; k < FIELDS; k++)
        for (int x = 0; x <= RICHEST; x++)
            land.gain[k][x] = experiment->capacity[k] * (1 / (1 + exp(-x)) - 0.5);
    return land;
}

/* Fifty rounds; adds the forage to *score_a and *score_b, and every round to plays[a's field][b's].
 *
 * Every field grows, then a lone moose eats its field bare; two moose on one field undo its growth,
 * trample one unit (never below zero) and eat nothing. All fields growing at once is one clock going
 * forward: a field remembers the clock's reading at which it was empty, and x = clock - empty. */
static void play(const Land *land, const Machine *machine_a, const Machine *machine_b,
                 double *score_a, double *score_b, uint32_t plays[4][4])
{
    const uint8_t *next_a = machine_a->next[0], *next_b = machine_b->next[0];
    const int growth = land->growth;
    int clock = 0;
    int empty[FIELDS] = {-1, -1, -1};
    double eaten_a = 0, eaten_b = 0;
    unsigned a = machine_a->first, b = machine_b->first; /* state * 4 + field, like a transition */

    for (int round = 0; round < ROUNDS; round++) {
        const unsigned at_a = a & 3, at_b = b & 3;
        plays[at_a][at_b]++;
        clock += growth;
        if (at_a != at_b) {
            eaten_a += land->gain[at_a][clock - empty[at_a]];
            eaten_b += land->gain[at_b][clock - empty[at_b]];
            empty[at_a] = clock;
            empty[at_b] = clock;
        } else {
            const int trampled = empty[at_a] + growth + 1;
            empty[at_a] = trampled < clock ? trampled : clock;
        }
        a = next_a[(a & ~3u) | at_b];
        b = next_b[(b & ~3u) | at_a];
    }
    *score_a += eaten_a;
    *score_b += eaten_b;
}

/* ---- Evolution ---- */

typedef struct {
    Machine machine[POPULATION];
    double fitness[POPULATION]; /* mean score per play */
} Population;

/* Round robin: sets every fitness and fills plays; returns the mean fitness. */
static double evaluate(const Land *land, Population *p, uint32_t plays[4][4])
{
    for (int i = 0; i < POPULATION; i++)
        p->fitness[i] = 0;
    for (int i = 0; i < POPULATION; i++)
        for (int j = i + 1; j < POPULATION; j++)
            play(land, &p->machine[i], &p->machine[j], &p->fitness[i], &p->fitness[j], plays);
    double sum = 0;
    for (int i = 0; i < POPULATION; i++) {
        p->fitness[i] /= (POPULATION - 1) * ROUNDS;
        sum += p->fitness[i];
    }
    return sum / POPULATION;
}

/* Fittest first, ties in random order: shuffle, then a stable insertion sort. */
static void rank(Random *r, const double fitness[POPULATION], int order[POPULATION])
{
    for (int i = 0; i < POPULATION; i++) {
        const int j = random_below(r, i + 1);
        order[i] = order[j];
        order[j] = i;
    }
    for (int i = 1; i < POPULATION; i++) {
        const int mover = order[i];
        int j = i;
        for (; j > 0 && fitness[order[j - 1]] < fitness[mover]; j--)
            order[j] = order[j - 1];
        order[j] = mover;
    }
}

/* One of the first ELITE, with probability proportional to fitness. */
static int choose_parent(Random *r, const double fitness[POPULATION])
{
    double total = 0;
    for (int i = 0; i < ELITE; i++)
        total += fitness[i];
    if (total <= 0)
        return random_below(r, ELITE);
    double ball = random_unit(r) * total;
    for (int i = 0; i < ELITE - 1; i++) {
        ball -= fitness[i];
        if (ball < 0)
            return i;
    }
    return ELITE - 1;
}

/* The elite stays; pairs of its members have two children each, which fill the other places. */
static void next_generation(Random *r, Population *p)
{
    int order[POPULATION];
    rank(r, p->fitness, order);
    const Population old = *p;
    for (int i = 0; i < POPULATION; i++) {
        p->machine[i] = old.machine[order[i]];
        p->fitness[i] = old.fitness[order[i]];
    }
    for (int child = ELITE; child < POPULATION; child += 2) {
        Machine *a = &p->machine[child], *b = &p->machine[child + 1];
        *a = p->machine[choose_parent(r, p->fitness)];
        *b = p->machine[choose_parent(r, p->fitness)];
        cross(r, a, b);
        mutate(r, a);
        mutate(r, b);
    }
}

/* ---- What is reported ---- */

typedef struct {
    double type[TYPES]; /* fractions of plays */
    double conflict;    /* fraction of plays with both on one field */
    double field[FIELDS]; /* fractions of moves */
} Use;

typedef struct {
    double total_fitness; /* sum of mean fitness over generations 1..250 */
    double final_fitness;
    Use whole, final;     /* all 251 generations; the last one */
} Replicate;

static Use use_of(uint32_t plays[4][4])
{
    static const int TYPE[TYPES][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
    double all = 0;
    for (int a = 0; a < FIELDS; a++)
        for (int b = 0; b < FIELDS; b++)
            all += plays[a][b];
    Use use = {{0}, 0, {0}};
    for (int t = 0; t < TYPES; t++) {
        const int a = TYPE[t][0], b = TYPE[t][1];
        use.type[t] = (a == b ? plays[a][a] : (double)plays[a][b] + plays[b][a]) / all;
        use.conflict += a == b ? use.type[t] : 0;
        use.field[a] += use.type[t] / 2;
        use.field[b] += use.type[t] / 2;
    }
    return use;
}

static Replicate evolve(const Land *land, Random r)
{
    Population p;
    Replicate result;
    uint32_t whole[4][4] = {{0}};
    result.total_fitness = 0;
    for (int i = 0; i < POPULATION; i++)
        p.machine[i] = random_machine(&r);
    for (int generation = 0;; generation++) {
        uint32_t plays[4][4] = {{0}};
        const double fitness = evaluate(land, &p, plays);
        for (int a = 0; a < FIELDS; a++)
            for (int b = 0; b < FIELDS; b++)
                whole[a][b] += plays[a][b];
        if (generation > 0)
            result.total_fitness += fitness;
        if (generation == GENERATIONS) {
            result.final_fitness = fitness;
            result.whole = use_of(whole);
            result.final = use_of(plays);
            return result;
        }
        next_generation(&r, &p);
    }
}

typedef struct {
    double mean, sd; /* sd between replicates, with n - 1; NAN for one replicate */
} Summary;

/* Summary of the double that lies offset bytes into each replicate. */
static Summary summarise(const Replicate *replicates, int count, size_t offset)
{
    Summary summary = {0, 0};
    for (int i = 0; i < count; i++)
        summary.mean += *(const double *)((const char *)&replicates[i] + offset) / count;
    for (int i = 0; i < count; i++) {
        const double d = *(const double *)((const char *)&replicates[i] + offset) - summary.mean;
        summary.sd += d * d;
    }
    summary.sd = count > 1 ? sqrt(summary.sd / (count - 1)) : NAN;
    return summary;
}

static void print_number(double x, const char *after)
{
    if (isnan(x))
        printf("null%s", after);
    else
        printf("%.6g%s", x, after);
}

static void print_summary(const char *name, const Replicate *replicates, int count, size_t offset)
{
    const Summary summary = summarise(replicates, count, offset);
    printf(", \"%s\": {\"mean\": ", name);
    print_number(summary.mean, ", \"sd\": ");
    print_number(summary.sd, "}");
}

/* "NAME": [means], "NAME_sd": [standard deviations] */
static void print_fields(const char *name, const Replicate *replicates, int count, size_t offset)
{
    Summary field[FIELDS];
    for (int k = 0; k < FIELDS; k++)
        field[k] = summarise(replicates, count, offset + (size_t)k * sizeof(double));
    printf(", \"%s\": [", name);
    for (int k = 0; k < FIELDS; k++)
        print_number(field[k].mean, k < FIELDS - 1 ? ", " : "]");
    printf(", \"%s_sd\": [", name);
    for (int k = 0; k < FIELDS; k++)
        print_number(field[k].sd, k < FIELDS - 1 ? ", " : "]");
}

int main(int argc, char **argv)
{
    static const char *const TYPE_NAME[TYPES] = {"1:1", "2:2", "3:3", "1:2", "1:3", "2:3"};
    if (argc != 4) {
        fprintf(stderr, "usage: moose_c EXPERIMENT REPLICATES SEED\n");
        return 2;
    }
    const int experiment = (int)whole("EXPERIMENT", argv[1], 1, EXPERIMENTS);
    const int count = (int)whole("REPLICATES", argv[2], 1, 1000000);
    const uint64_t seed = whole("SEED", argv[3], 0, UINT64_MAX);
    Replicate *replicates = malloc((size_t)count * sizeof *replicates);
    if (!replicates) {
        fprintf(stderr, "No memory for %d replicates.\n", count);
        return 1;
    }

    const Land land = land_of(&TABLE_I[experiment - 1]);
    const double begin = cpu_seconds();
    for (int i = 0; i < count; i++)
        replicates[i] = evolve(&land, random_stream(seed, (uint64_t)experiment, (uint64_t)i));
    const double seconds = cpu_seconds() - begin;

    const uint64_t steps = (uint64_t)count * (GENERATIONS + 1) * PAIRS * ROUNDS;
    printf("{\"experiment\": %d, \"replicates\": %d, \"seed\": %" PRIu64, experiment, count, seed);
    printf(", \"joint_steps\": %" PRIu64 ", \"cpu_seconds\": %.6g", steps, seconds);
    print_summary("total_fitness", replicates, count, offsetof(Replicate, total_fitness));
    print_summary("conflict", replicates, count, offsetof(Replicate, whole.conflict));
    print_summary("conflict_final", replicates, count, offsetof(Replicate, final.conflict));
    print_summary("final_fitness", replicates, count, offsetof(Replicate, final_fitness));
    print_fields("fields", replicates, count, offsetof(Replicate, whole.field));
    print_fields("fields_final", replicates, count, offsetof(Replicate, final.field));
    printf(", \"plays\": {");
    for (int t = 0; t < TYPES; t++) {
        const size_t offset = offsetof(Replicate, whole.type) + (size_t)t * sizeof(double);
        printf("\"%s\": ", TYPE_NAME[t]);
        print_number(summarise(replicates, count, offset).mean, t < TYPES - 1 ? ", " : "}");
    }
    printf("}\n");
    free(replicates);
    return 0;
}
