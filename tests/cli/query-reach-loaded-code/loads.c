#include <dlfcn.h>

void (*hook)(void);
static void shut(void)
{
}
void removed(void)
{
}
void run(void)
{
    hook();
}
int main(int argc, char **argv)
{
    hook = shut;
    if (argc > 1) {
        dlopen(argv[1], RTLD_NOW);
        removed();
    }
    run();
}
