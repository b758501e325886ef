/* Lines go to the handler; completion calls the generator; history keeps data. */
#include <stdio.h>
#include <readline/history.h>
#include <readline/readline.h>

static void used(void)
{
}
static void never(void)
{
}
static char *words(const char *text, int state)
{
    return NULL;
}
static int command(int count, int key)
{
    return 0;
}
static int not_bound(int count, int key)
{
    never();
    return 0;
}
static char **complete(const char *text, int start, int end)
{
    return rl_completion_matches(text, words);
}
int main(int argc, char **argv)
{
    rl_attempted_completion_function = complete;
    rl_bind_key('\t', command);
    add_history("line");
    replace_history_entry(0, "other", (histdata_t)used);
    ((void (*)(void))history_get(1)->data)();
    complete("w", 0, 1);
    if (argc > 1)
        readline("> ");
    return 0;
}
