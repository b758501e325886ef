/* bash: tables in shell functions, which completion/engine.bash goes by. */
#include "completion.h"

extern const char engine_bash_text[];
extern const size_t engine_bash_length;

static void put_kind(const struct offered *offered)
{
    static const char *const kinds[] = {
        [OFFER_NOTHING] = "nothing",
        [OFFER_FILES] = "files",
        [OFFER_DIRECTORIES] = "directories",
        [OFFER_GRAPHS] = "graphs",
        [OFFER_FUNCTIONS] = "functions",
        [OFFER_PROGRAMS] = "programs",
        [OFFER_WORDS] = "=",
    };
    printf("%s%s", kinds[offered->what], offered->words ? offered->words : "");
}

/* "--max=" is to be followed by a value at once, "--dump" may be. */
static void put_options(const struct cli_command *command)
{
    const GOptionEntry *entry;
    printf("        options='");
    for (size_t i = 0; (entry = cli_option_at(command, i)); i++) {
        bool joined = completion_takes_value(entry) && !completion_is_optional(entry);
        printf("%s--%s%s", i ? " " : "", entry->long_name, joined ? "=" : "");
    }
    printf("'\n");
}

static void put_values(const struct cli_command *tool, const struct cli_command *command)
{
    const GOptionEntry *entry;
    printf("        values='");
    for (size_t i = 0; (entry = cli_option_at(command, i)); i++) {
        if (!completion_takes_value(entry)) {
            continue;
        }
        struct offered value;
        offered_value(&value, tool, command, entry);
        printf("--%s%s:", entry->long_name, completion_is_optional(entry) ? "?" : "");
        put_kind(&value);
        putchar('\n');
        if (entry->short_name) {
            printf("-%c:", entry->short_name);
            put_kind(&value);
            putchar('\n');
        }
        offered_clear(&value);
    }
    printf("'\n");
}

static void put_arguments(const struct cli_command *tool, const struct cli_command *command)
{
    GArray *arguments = offered_arguments(tool, command);
    printf("        arguments='");
    for (guint i = 0; i < arguments->len; i++) {
        const struct offered *argument = &g_array_index(arguments, struct offered, i);
        printf("%s", i ? "\n" : "");
        put_kind(argument);
        printf("%s", argument->more ? "+" : "");
    }
    printf("'\n");
    g_array_unref(arguments);
}

static void put_command(const struct cli_command *tool, const struct cli_command *command)
{
    printf("    '%s')\n", completion_verb(command));
    put_options(command);
    put_values(tool, command);
    if (command->verbs) {
        printf("        arguments=verbs\n");
    } else {
        put_arguments(tool, command);
    }
    printf("        ;;\n");
}

void completion_bash(const struct cli_command *tool)
{
    printf("# bash completion of %s, made by %s --generate=bash\n\n", tool->name, tool->name);
    printf("# What a verb takes: options; those with a value, and its kind, a line each; "
           "arguments.\n");
    printf("_%s_takes()\n{\n    options= values= arguments=\n    case $1 in\n", tool->name);
    put_command(tool, tool);
    for (const struct cli_command *verb = tool->verbs; verb && verb->name; verb++) {
        put_command(tool, verb);
    }
    printf("    esac\n}\n\n_%s_verbs='", tool->name);
    for (const struct cli_command *verb = tool->verbs; verb && verb->name; verb++) {
        printf("%s%s", verb == tool->verbs ? "" : " ", completion_verb(verb));
    }
    printf("'\n");
    completion_put(engine_bash_text, engine_bash_length, tool->name);
}
