#include <glob.h>
#include <wordexp.h>
/* The program owns the first of the pointers that the library allocates. */
static void first(void)
{
}
static void second(void)
{
}
int main(void)
{
    glob_t names = {.gl_offs = 1};
    wordexp_t words = {.we_offs = 1};
    if (glob("/", GLOB_DOOFFS, 0, &names) || wordexp("a", &words, WRDE_DOOFFS)) {
        return 1;
    }
    names.gl_pathv[0] = (char *)first;
    words.we_wordv[0] = (char *)second;
    ((void (*)(void))names.gl_pathv[0])();
    ((void (*)(void))words.we_wordv[0])();
    return 0;
}
