/* Text of code that was not collected is copied to where a function is called: it was never one. */
#include <string.h>
extern const char *outside_name(void);
static struct {
    void (*call)(void);
} place;
static void hello(void)
{
}
int main(void)
{
    const char *name = outside_name();
    if (name) {
        memcpy(&place.call, &name, sizeof name);
    } else {
        place.call = hello;
    }
    place.call();
    return 0;
}
