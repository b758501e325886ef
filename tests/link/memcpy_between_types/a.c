#include <string.h>
/* The same bytes, another record: as with a conversion, their fields are one. */
struct inside {
    long kind;
    int (*fn)(void);
};
struct outside {
    long type;
    int (*call)(void);
};
static int f(void)
{
    return 0;
}
static int g(void)
{
    return 0;
}
int main(void)
{
    struct inside in = {1, f};
    struct outside out = {2, g};
    memcpy(&out, &in, sizeof out);
    return out.call() + in.fn();
}
