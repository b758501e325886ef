// A library that nothing describes may leave a handler of exit that has another library, which gets
// a way to it, call the program.
#include <cstdlib>
#include <undescribed.h>

extern "C" {
struct sqlite3;
int sqlite3_open(const char *, sqlite3 **);
int sqlite3_busy_handler(sqlite3 *, int (*)(void *, int), void *);
}

static int busy(void *data, int count)
{
    (void)data, (void)count;
    return 0;
}

__attribute__((noinline)) static void gives_up(int code)
{
    std::exit(code);
}

int main(int argc, char **argv)
{
    sqlite3 *db = nullptr;
    sqlite3_open(argv[0], &db);
    sqlite3_busy_handler(db, busy, nullptr);
    undescribed_manage(db);
    gives_up(argc - 1);
}
