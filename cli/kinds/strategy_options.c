/* Implements --strategy: overrides how metadata kinds are merged. */
#include "cli.h"
#include "kinds/cli_kinds.h"

#include <string.h>

/* Keys may contain any character; names of strategies contain no '='. */
static const char *separator(const char *choice)
{
    const char *at = strrchr(choice, '=');
    return at && at > choice ? at : NULL;
}

/* Strategies that belong to a kind; the library's table does not list them. */
static const struct cg_strategy of_kinds[] = {
    {.name = "custom", .description = "the strategy of the kind itself, where it has one"},
    {.name = "metacg", .ordered = true, .description = "as MetaCG does"},
};

const struct cg_strategy *cli_strategy_at(size_t i)
{
    size_t common = cg_strategy_count();
    return i < common                            ? cg_strategy_at(i)
           : i - common < G_N_ELEMENTS(of_kinds) ? &of_kinds[i - common]
                                                 : NULL;
}

static bool is_strategy(const char *name)
{
    size_t i = 0;
    while (cli_strategy_at(i) && strcmp(cli_strategy_at(i)->name, name) != 0) {
        i++;
    }
    return cli_strategy_at(i);
}

static char *no_strategy(const char *name)
{
    GString *text = g_string_new(NULL);
    g_string_append_printf(text, "--strategy: no strategy '%s'; the strategies are", name);
    for (size_t i = 0; cli_strategy_at(i); i++) {
        g_string_append_printf(text, "%s %s", i ? "," : "", cli_strategy_at(i)->name);
    }
    return g_string_free(text, FALSE);
}

char *cli_strategies_check(char *const *choices)
{
    for (; choices && *choices; choices++) {
        const char *at = separator(*choices);
        if (!at) {
            return g_strdup_printf("--strategy takes KIND=STRATEGY, not '%s'", *choices);
        }
        if (!is_strategy(at + 1)) {
            return no_strategy(at + 1);
        }
    }
    return NULL;
}

int cli_strategies_choose(struct cg_registry *registry, char *const *choices,
                          struct cg_error *error)
{
    int status = CG_OK;
    for (; choices && *choices && !status; choices++) {
        const char *at = separator(*choices);
        char *key = g_strndup(*choices, (gsize)(at - *choices));
        status = cg_registry_set_strategy(registry, key, at + 1, error);
        if (!status && !cg_registry_find(registry, key)) {
            cli_note("--strategy: no kind '%s'; --list-metadata lists the kinds", key);
        }
        g_free(key);
    }
    return status;
}
