/* The other side of `outside_c.CFile`: a program made of this text, of a game's way to call (`lek_ask`, from a `struct
   view`) and of one file in C. It forks for every game, so that the file's variables are as new in each: the child plays,
   the parent waits, tells how the child ended, and forks again.

   A question is a `struct question`; an answer is one line: an integer, `begun`, or `!crash<TAB>0<TAB>text` when the child
   has ended. A child that is in no game answers only to BEGIN. Standard input is empty, standard output is standard error:
   the channel is neither of them. */

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

enum { END, BEGIN, MOVE };
enum { MEMORY = 1 << 28, WRITTEN = 1 << 24 }; /* bytes */

struct question {
    int64_t what, number; /* of BEGIN: a seed; of MOVE: seconds after which nobody waits for an answer any more */
    struct view view;
};

static int lek_hear(int channel, struct question *question)
{
    size_t had = 0;
    while (had < sizeof *question) {
        ssize_t more = read(channel, (char *)question + had, sizeof *question - had);
        if (more < 0 && errno == EINTR)
            continue;
        if (more <= 0)
            return 0;
        had += (size_t)more;
    }
    return 1;
}

static int lek_say(int channel, const char *line)
{
    size_t length = strlen(line);
    return write(channel, line, length) == (ssize_t)length;
}

static void lek_play(int channel)
{
    struct question question;
    char line[16];
    pid_t self = getpid();
    int begun = 0;
    while (lek_hear(channel, &question)) {
        if (question.what == BEGIN) {
            srand((unsigned)question.number);
            srandom((unsigned)question.number);
            srand48((long)question.number);
            begun = lek_say(channel, "begun\n");
        } else if (begun && question.what == END) {
            break;
        } else if (begun) {
            alarm((unsigned)question.number); /* should the caller be gone by then */
            snprintf(line, sizeof line, "%d\n", lek_ask(&question.view));
            alarm(0);
            if (getpid() != self || !lek_say(channel, line)) /* it forked: only one of them speaks */
                break;
        }
    }
    _exit(0);
}

static int lek_tell(int channel, int status)
{
    static const struct { int number; const char *name; } known[] = {
        {SIGSEGV, "SIGSEGV: it read or wrote where it has no memory"}, {SIGFPE, "SIGFPE: perhaps it divided by zero"},
        {SIGABRT, "SIGABRT"}, {SIGBUS, "SIGBUS"}, {SIGILL, "SIGILL"}, {SIGKILL, "SIGKILL"}, {SIGTERM, "SIGTERM"}};
    char line[128];
    size_t i;
    if (WIFEXITED(status)) {
        snprintf(line, sizeof line, "!crash\t0\tthe program ended itself with exit code %d\n", WEXITSTATUS(status));
        return lek_say(channel, line);
    }
    snprintf(line, sizeof line, "!crash\t0\tthe program was killed by signal %d\n", WTERMSIG(status));
    for (i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].number == WTERMSIG(status))
            snprintf(line, sizeof line, "!crash\t0\tthe program was killed by %s\n", known[i].name);
    return lek_say(channel, line);
}

static void lek_limit(int what, rlim_t most)
{
    struct rlimit limit;
    if (getrlimit(what, &limit) == 0 && limit.rlim_max > most) { /* root could raise what a launcher has set */
        limit.rlim_cur = limit.rlim_max = most;
        setrlimit(what, &limit);
    }
}

int main(int count, char **words)
{
    int channel = count > 1 ? atoi(words[1]) : -1, status = 0;
    unlink(words[0]); /* it runs: nothing need be left of it on disk */
    lek_limit(RLIMIT_AS, MEMORY);
    lek_limit(RLIMIT_FSIZE, WRITTEN);
    lek_limit(RLIMIT_CORE, 0);
    setvbuf(stdout, NULL, _IONBF, 0); /* so that the last words of a crash are kept */
    signal(SIGPIPE, SIG_IGN);
    do {
        pid_t child = fork();
        if (child == 0)
            lek_play(channel);
        if (child < 0)
            return 1;
        while (waitpid(child, &status, 0) < 0 && errno == EINTR)
            ;
    } while (lek_tell(channel, status));
    return 0;
}
