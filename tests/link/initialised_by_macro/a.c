/* One list of names, expanded several times. */
#define COMMANDS(X)                                                                                \
    X(start)                                                                                       \
    X(stop)
#define DECLARE(name) static int do_##name(int x);
COMMANDS(DECLARE)
#define ENTRY(name) {#name, do_##name},
static const struct {
    const char *name;
    int (*run)(int);
} commands[] = {COMMANDS(ENTRY)};
#define DEFINE(name)                                                                               \
    static int do_##name(int x)                                                                    \
    {                                                                                              \
        return x;                                                                                  \
    }
COMMANDS(DEFINE)
#define CALL(i) commands[i].run(0)
int main(void)
{
    return CALL(0) +
           CALL(1);
}
