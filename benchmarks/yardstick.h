/* What the yardsticks share: the processor time they took, and whole numbers from the command line. */

#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* A whole number in low..high from the command line, or the end of the program. */
static uint64_t whole(const char *name, const char *text, uint64_t low, uint64_t high)
{
    char *end;
    errno = 0;
    const uint64_t value = strtoull(text, &end, 10);
    if (errno || end == text || *end || *text == '-' || value < low || value > high) {
        fprintf(stderr, "%s must be a whole number from %" PRIu64 " to %" PRIu64 ", not \"%s\".\n",
                name, low, high, text);
        exit(2);
    }
    return value;
}
