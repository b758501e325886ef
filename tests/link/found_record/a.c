/* Loaded code defines the record that dlsym finds, so it knows what the program calls it: also one
 * that only the source file defines. */
#include <dlfcn.h>
struct interface {
    int version;
    int (*each)(void (*)(int));
};
static void on_item(int i)
{
    (void)i;
}
static void never(int i)
{
    (void)i;
}
static int each(void (*call)(int))
{
    return call == never;
}
static struct interface own = {0, each};
int main(int argc, char **argv)
{
    struct interface *used = argc > 1 ? dlsym(dlopen(argv[1], RTLD_NOW), argv[2]) : &own;
    return used->each(on_item);
}
