/* What exit and a signal may call: what was passed to the C library, and to libraries that leave
 * something there; not what a library calls only from its own functions. */
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>

typedef struct sqlite3 sqlite3;
int sqlite3_open(const char *, sqlite3 **);
int sqlite3_busy_handler(sqlite3 *, int (*)(void *, int), void *);
int sqlite3_exec(sqlite3 *, const char *, int (*)(void *, int, char **, char **), void *, char **);
int sqlite3_close(sqlite3 *);

struct xmlDoc;
void xmlSetGenericErrorFunc(void *, void (*)(void *, const char *, ...));

static jmp_buf again;
static int busy_count;

/* Only SQLite calls it. */
static int busy(void *data, int count)
{
    (void)data;
    return busy_count++ + count < 3;
}

/* SQLite calls it while sqlite3_exec runs; and a handler of exit does. */
static int row(void *data, int columns, char **values, char **names)
{
    (void)data, (void)columns, (void)values, (void)names;
    return 0;
}

static void leaves(void)
{
    row(0, 0, 0, 0);
    busy_count = 0;
}

/* The destructor of the library may call it. */
static void complains(void *data, const char *format, ...)
{
    (void)data, (void)format;
}

static void handler(int signal)
{
    (void)signal;
}

/* A signal calls it, and so does what SQLite calls. */
static void both(int signal)
{
    (void)signal;
}

static int both_busy(void *data, int count)
{
    (void)data, (void)count;
    both(1);
    return 0;
}

__attribute__((noinline)) static void gives_up(int code)
{
    exit(code);
}

__attribute__((noinline)) static void kills_itself(void)
{
    raise(SIGUSR1);
}

__attribute__((noinline)) static void jumps(void)
{
    longjmp(again, 1);
}

__attribute__((noinline)) static void closes(sqlite3 *db)
{
    sqlite3_close(db);
}

int main(int argc, char **argv)
{
    sqlite3 *db = 0;
    atexit(leaves);
    signal(SIGUSR1, handler);
    signal(SIGUSR2, both);
    xmlSetGenericErrorFunc(0, complains);
    sqlite3_open(argv[0], &db);
    sqlite3_busy_handler(db, argc > 2 ? both_busy : busy, 0);
    sqlite3_exec(db, "select 1", row, 0, 0);
    if (argc > 1) {
        kills_itself();
        closes(db);
        jumps();
        gives_up(argc);
    }
    return 0;
}
