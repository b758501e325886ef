/* zsh: specifications for _arguments. */
#include "completion.h"

#include <string.h>

extern const char engine_zsh_text[];
extern const size_t engine_zsh_length;

/* Text inside a specification: what ends it is escaped, then what ends the quotes around it. */
static void put_text(const char *text)
{
    GString *escaped = g_string_new(NULL);
    for (; *text; text++) {
        if (*text == '\n') {
            g_string_append_c(escaped, ' ');
        } else {
            g_string_append_printf(escaped, "%s%c", strchr("[]:\\", *text) ? "\\" : "", *text);
        }
    }
    completion_quote(escaped->str);
    g_string_free(escaped, TRUE);
}

static void put_action(const struct cli_command *tool, const struct offered *offered)
{
    switch (offered->what) {
    case OFFER_NOTHING:
        printf(" ");
        break;
    case OFFER_FILES:
        printf("_files");
        break;
    case OFFER_DIRECTORIES:
        printf("_directories");
        break;
    case OFFER_GRAPHS:
        printf("_files -g \"*.mcg(-.)\"");
        break;
    case OFFER_FUNCTIONS:
        printf("_%s_functions", tool->name);
        break;
    case OFFER_PROGRAMS:
        printf("_command_names -e");
        break;
    case OFFER_WORDS:
        printf("(%s)", offered->words);
        break;
    }
}

static bool is_repeatable(const GOptionEntry *entry)
{
    return entry->arg == G_OPTION_ARG_STRING_ARRAY || entry->arg == G_OPTION_ARG_FILENAME_ARRAY;
}

/* One spelling of an option. `form`: what stands between it and its value. */
static void put_spelling(const struct cli_command *tool, const struct cli_command *command,
                         const GOptionEntry *entry, const char *spelling, const char *form)
{
    struct offered value;
    offered_value(&value, tool, command, entry);
    printf(" \\\n            '");
    if (is_repeatable(entry)) {
        printf("*");
    } else if (entry->short_name) {
        printf("(-%c --%s)", entry->short_name, entry->long_name);
    }
    printf("%s%s[", spelling, form);
    put_text(entry->description);
    printf("]");
    if (completion_takes_value(entry)) {
        printf("%s", completion_is_optional(entry) ? "::" : ":");
        put_text(value.name);
        printf(":");
        put_action(tool, &value);
    }
    printf("'");
    offered_clear(&value);
}

static void put_options(const struct cli_command *tool, const struct cli_command *command)
{
    const GOptionEntry *entry;
    for (size_t i = 0; (entry = cli_option_at(command, i)); i++) {
        const char *joined = completion_is_optional(entry) ? "=-" : "=";
        char short_spelling[] = {'-', entry->short_name, '\0'};
        char *spelling = g_strconcat("--", entry->long_name, NULL);
        if (entry->short_name) {
            put_spelling(tool, command, entry, short_spelling,
                         completion_takes_value(entry) ? "+" : "");
        }
        put_spelling(tool, command, entry, spelling, completion_takes_value(entry) ? joined : "");
        g_free(spelling);
    }
}

static void put_arguments(const struct cli_command *tool, const struct cli_command *command)
{
    GArray *arguments = offered_arguments(tool, command);
    for (guint i = 0; i < arguments->len; i++) {
        const struct offered *argument = &g_array_index(arguments, struct offered, i);
        if (argument->more) {
            printf(" \\\n            '*:");
        } else {
            printf(" \\\n            '%u:", i + 1);
        }
        put_text(argument->name);
        printf(":");
        put_action(tool, argument);
        printf("'");
    }
    g_array_unref(arguments);
}

static void put_verbs(const struct cli_command *tool)
{
    printf("    local curcontext=$curcontext state state_descr line\n    local -A opt_args\n");
    printf("    local -a verbs\n    verbs=(\n");
    for (const struct cli_command *verb = tool->verbs; verb->name; verb++) {
        printf("        '%s:", completion_verb(verb));
        put_text(verb->summary);
        printf("'\n");
    }
    printf("    )\n    _arguments -C -S :");
    put_options(tool, tool);
    printf(" \\\n            '1: :->verb' '*:: :->rest' && return\n");
    printf("    case $state in\n    verb) _describe -t verbs verb verbs ;;\n    rest)\n");
    printf("        case $words[1] in\n");
    for (const struct cli_command *verb = tool->verbs; verb->name; verb++) {
        printf("        %s)\n            _arguments -s -S :", completion_verb(verb));
        put_options(tool, verb);
        put_arguments(tool, verb);
        printf("\n            ;;\n");
    }
    printf("        esac\n        ;;\n    esac\n");
}

void completion_zsh(const struct cli_command *tool)
{
    printf("#compdef %s\n# zsh completion, made by %s --generate=zsh\n", tool->name, tool->name);
    if (tool->verbs) {
        completion_put(engine_zsh_text, engine_zsh_length, tool->name);
    }
    printf("\n_%s() {\n", tool->name);
    if (tool->verbs) {
        put_verbs(tool);
    } else {
        printf("    _arguments -s -S :");
        put_options(tool, tool);
        put_arguments(tool, tool);
        printf("\n");
    }
    printf("}\n\n# Loaded as a function by compinit, or sourced.\n");
    printf("if [[ $zsh_eval_context[-1] == loadautofunc ]]; then\n    _%s \"$@\"\nelse\n"
           "    compdef _%s %s\nfi\n",
           tool->name, tool->name, tool->name);
}
