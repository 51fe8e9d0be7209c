/* Random games of Dots and Boxes on 3 x 3, as fast as plain C plays them: the lines in a shuffled order, drawn on a bit mask.
   "games seed" are its arguments; it prints how often the first player won and the CPU seconds taken, as JSON. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { LINES = 24 };

static uint64_t state;

static inline uint64_t roll(void) { /* SplitMix64 */
    uint64_t z = state += 0x9E3779B97F4A7C15ull;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

int main(int count, char **words) {
    long games = count > 1 ? atol(words[1]) : 1000000, won = 0;
    state = count > 2 ? strtoull(words[2], 0, 10) : 0;
    uint32_t box[LINES][2];
    for (int line = 0; line < LINES; line++) box[line][0] = box[line][1] = 1u << 31;
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++) {
            int sides[4] = {row * 3 + column, row * 3 + column + 3, 12 + row * 4 + column, 13 + row * 4 + column};
            uint32_t all = 0;
            for (int k = 0; k < 4; k++) all |= 1u << sides[k];
            for (int k = 0; k < 4; k++) box[sides[k]][box[sides[k]][0] != 1u << 31] = all;
        }
    uint8_t order[LINES];
    for (int line = 0; line < LINES; line++) order[line] = line;
    clock_t started = clock();
    for (long game = 0; game < games; game++) {
        uint32_t drawn = 0;
        int mover = 0, boxes[2] = {0, 0};
        for (int left = LINES; left > 0; left--) {
            int at = (roll() >> 32) * left >> 32;
            uint8_t line = order[at];
            order[at] = order[left - 1];
            order[left - 1] = line;
            drawn |= 1u << line;
            int closed = ((drawn & box[line][0]) == box[line][0]) + ((drawn & box[line][1]) == box[line][1]);
            boxes[mover] += closed;
            mover ^= closed == 0;
        }
        won += boxes[0] > boxes[1];
    }
    printf("{\"won\": %ld, \"cpu_seconds\": %.9f}\n", won, (double)(clock() - started) / CLOCKS_PER_SEC);
    return 0;
}
