/* fish: a line for each option and argument. */
#include "completion.h"

#include <string.h>

extern const char engine_fish_text[];
extern const size_t engine_fish_length;

/* Between single quotes fish escapes with backslashes. */
static void put_text(const char *text)
{
    for (; *text; text++) {
        if (*text == '\'' || *text == '\\') {
            putchar('\\');
        }
        putchar(*text == '\n' ? ' ' : *text);
    }
}

/* "complete -c TOOL", of a verb with the condition that it is the one; `also`: another. */
static void put_begin(const struct cli_command *tool, const struct cli_command *command,
                      const char *also)
{
    printf("complete -c %s", tool->name);
    if (command->verbs) {
        printf(" -n __%s_verb", tool->name);
    } else if (command != tool) {
        printf(" -n '__%s_verb %s%s'", tool->name, completion_verb(command), also);
    } else if (*also) {
        printf(" -n '%s'", also + strlen("; and "));
    }
}

static void put_candidates(const struct cli_command *tool, const struct offered *offered)
{
    switch (offered->what) {
    case OFFER_NOTHING:
        printf(" -x");
        break;
    case OFFER_FILES:
        printf(" -r -F");
        break;
    case OFFER_DIRECTORIES:
        printf(" -x -a '(__fish_complete_directories)'");
        break;
    case OFFER_GRAPHS:
        printf(" -x -k -a '(__fish_complete_suffix .mcg)'");
        break;
    case OFFER_FUNCTIONS:
        printf(" -x -a '(__%s_functions)'", tool->name);
        break;
    case OFFER_PROGRAMS:
        printf(" -x -a '(__fish_complete_command)'");
        break;
    case OFFER_WORDS:
        printf(" -x -a '%s'", offered->words);
        break;
    }
}

/* The value may be left out, and stands behind "=": fish knows no such options. */
static void put_optional_value(const struct cli_command *tool, const struct cli_command *command,
                               const GOptionEntry *entry, const struct offered *value)
{
    char *also =
        g_strdup_printf("; and string match -q -- \"--%s=*\" (commandline -ct)", entry->long_name);
    char **words = g_strsplit(value->words ? value->words : "", " ", -1);
    put_begin(tool, command, also);
    printf(" -f -a '");
    for (char **word = words; *word; word++) {
        printf("%s--%s=%s", word == words ? "" : " ", entry->long_name, *word);
    }
    printf("'\n");
    g_strfreev(words);
    g_free(also);
}

static void put_option(const struct cli_command *tool, const struct cli_command *command,
                       const GOptionEntry *entry)
{
    struct offered value;
    offered_value(&value, tool, command, entry);
    put_begin(tool, command, "");
    if (entry->short_name) {
        printf(" -s %c", entry->short_name);
    }
    printf(" -l %s", entry->long_name);
    if (completion_takes_value(entry) && !completion_is_optional(entry)) {
        put_candidates(tool, &value);
    }
    printf(" -d '");
    put_text(entry->description);
    printf("'\n");
    if (completion_is_optional(entry)) {
        put_optional_value(tool, command, entry, &value);
    }
    offered_clear(&value);
}

static bool has(const GArray *arguments, enum offer what)
{
    for (guint i = 0; i < arguments->len; i++) {
        if (g_array_index(arguments, struct offered, i).what == what) {
            return true;
        }
    }
    return false;
}

/* Graphs come first; what follows them is not told apart. */
static void put_arguments(const struct cli_command *tool, const struct cli_command *command)
{
    GArray *arguments = offered_arguments(tool, command);
    if (has(arguments, OFFER_FILES)) {
        put_begin(tool, command, "");
        printf(" -F\n");
    } else if (has(arguments, OFFER_GRAPHS)) {
        char *also = g_strdup_printf("; and not __%s_graph >/dev/null", tool->name);
        put_begin(tool, command, has(arguments, OFFER_FUNCTIONS) ? also : "");
        printf(" -k -a '(__fish_complete_suffix .mcg)'\n");
        g_free(also);
    }
    if (has(arguments, OFFER_FUNCTIONS)) {
        put_begin(tool, command, "");
        printf(" -a '(__%s_functions)'\n", tool->name);
    }
    g_array_unref(arguments);
}

static void put_command(const struct cli_command *tool, const struct cli_command *command)
{
    const GOptionEntry *entry;
    for (size_t i = 0; (entry = cli_option_at(command, i)); i++) {
        put_option(tool, command, entry);
    }
    if (!command->verbs) {
        put_arguments(tool, command);
    }
}

void completion_fish(const struct cli_command *tool)
{
    printf("# fish completion of %s, made by %s --generate=fish\n", tool->name, tool->name);
    if (tool->verbs) {
        completion_put(engine_fish_text, engine_fish_length, tool->name);
    }
    printf("\ncomplete -c %s -f\n", tool->name);
    put_command(tool, tool);
    for (const struct cli_command *verb = tool->verbs; verb && verb->name; verb++) {
        printf("complete -c %s -n __%s_verb -a %s -d '", tool->name, tool->name,
               completion_verb(verb));
        put_text(verb->summary);
        printf("'\n");
        put_command(tool, verb);
    }
}
