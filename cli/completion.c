#include "completion.h"

#include <string.h>

static const struct {
    const char *name;
    void (*print)(const struct cli_command *tool);
} shells[] = {
    {"bash", completion_bash},
    {"zsh", completion_zsh},
    {"fish", completion_fish},
};

bool completion_print(const struct cli_command *tool, const char *shell)
{
    for (size_t i = 0; i < G_N_ELEMENTS(shells); i++) {
        if (strcmp(shells[i].name, shell) == 0) {
            shells[i].print(tool);
            return true;
        }
    }
    return false;
}

const char *completion_verb(const struct cli_command *verb)
{
    const char *space = strchr(verb->name, ' ');
    return space ? space + 1 : "";
}

bool completion_takes_value(const GOptionEntry *entry)
{
    return entry->arg != G_OPTION_ARG_NONE;
}

bool completion_is_optional(const GOptionEntry *entry)
{
    return entry->flags & G_OPTION_FLAG_OPTIONAL_ARG;
}

void completion_put(const char *text, size_t length, const char *tool)
{
    static const char mark[] = "@TOOL@";
    for (const char *end = text + length; text < end;) {
        const char *next = memmem(text, (size_t)(end - text), mark, strlen(mark));
        fwrite(text, 1, (size_t)((next ? next : end) - text), stdout);
        fputs(next ? tool : "", stdout);
        text = next ? next + strlen(mark) : end;
    }
}

void completion_quote(const char *text)
{
    for (; *text; text++) {
        if (*text == '\'') {
            fputs("'\\''", stdout); /* ends, stands for itself, begins again */
        } else {
            putchar(*text);
        }
    }
}
