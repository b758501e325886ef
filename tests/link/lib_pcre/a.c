/* Functions in variables of the library are called by it; so is what gives memory to compiled code.
 */
#include <pcre.h>
#include <stdlib.h>

static void never(int number)
{
}
static int callout(pcre_callout_block *block)
{
    return 0;
}
static pcre_jit_stack *stack(void *data)
{
    ((void (*)(void))data)();
    return NULL;
}
static void asked(void)
{
}
static void *allocate(size_t size)
{
    return malloc(size);
}
static void release(void *memory)
{
    free(memory);
}
int main(void)
{
    const char *error;
    int at, found[3];
    void (*kept)(int) = never;
    pcre_malloc = allocate;
    pcre_free = release;
    pcre_callout = callout;
    pcre *pattern = pcre_compile("a(?C1)b", 0, &error, &at, NULL);
    pcre_extra *extra = pcre_study(pattern, PCRE_STUDY_JIT_COMPILE, &error);
    pcre_assign_jit_stack(extra, stack, (void *)asked);
    pcre_exec(pattern, extra, "ab", 2, 0, 0, found, 3);
    pcre_free_study(extra);
    pcre_free(pattern);
    return kept == never ? 0 : 1;
}
