/* Memory functions and callouts get the data that was given with them. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdlib.h>

struct arena {
    void *(*get)(size_t);
};
static void *get(size_t size)
{
    return malloc(size);
}
static void *allocate(size_t size, void *data)
{
    struct arena *arena = data;
    return arena->get(size);
}
static void release(void *memory, void *data)
{
    free(memory);
}
static void reached(void)
{
}
static void never(void)
{
}
static int on_callout(pcre2_callout_block *block, void *data)
{
    ((void (*)(void))data)();
    return 0;
}
static int not_set(pcre2_callout_block *block, void *data)
{
    never();
    return 0;
}
int main(void)
{
    struct arena arena = {get};
    int error;
    PCRE2_SIZE at;
    pcre2_general_context *general = pcre2_general_context_create(allocate, release, &arena);
    pcre2_compile_context *compiling = pcre2_compile_context_create(general);
    pcre2_code *code = pcre2_compile((PCRE2_SPTR) "a(?C1)b", PCRE2_ZERO_TERMINATED, 0, &error, &at, compiling);
    pcre2_match_context *matching = pcre2_match_context_create(general);
    pcre2_match_data *data = pcre2_match_data_create(2, general);
    pcre2_set_callout(matching, on_callout, (void *)reached);
    pcre2_match(code, (PCRE2_SPTR) "ab", 2, 0, 0, data, matching);
    pcre2_code_free(code);
    return 0;
}
