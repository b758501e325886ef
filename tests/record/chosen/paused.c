/* Pauses its own recording and goes on: in a function that goes on itself, and between calls. */
#include <stdio.h>
#include <unistd.h>

static void say(const char *path, const char *word)
{
    FILE *file = fopen(path, "w");
    fputs(word, file);
    fclose(file);
    usleep(500000);
}

static int deep(int n)
{
    return n ? deep(n - 1) + 1 : 0;
}

static int work(void)
{
    return deep(3);
}

static int turn(const char *path, const char *word)
{
    say(path, word);
    return work();
}

/* What is called in a pause, and goes on, ends itself alone: not the call of the same function that
 * is recorded. */
static int again(const char *path, int level)
{
    say(path, level ? "on" : "off");
    int done = level ? 0 : again(path, level + 1);
    return done + work();
}

int main(int count, char **arguments)
{
    int done = work();
    done += turn(arguments[1], "off");
    done += work();
    done += turn(arguments[1], "on");
    done += work();
    done += again(arguments[1], 0);
    return done != 21 || count != 2;
}
