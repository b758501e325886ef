/* Parses options and prints help and versions, from the table of a command. */
#include "cli.h"
#include "completion.h"

#include <string.h>

/* Options of every command; parsing sets where their values go. */
static const GOptionEntry standard[] = {
    {"quiet", 'q', 0, G_OPTION_ARG_NONE, NULL, "Leave out progress, summaries and notes", NULL},
    {"help", 'h', 0, G_OPTION_ARG_NONE, NULL, "Show this help and exit", NULL},
    {"version", 0, 0, G_OPTION_ARG_NONE, NULL, "Show the version and exit", NULL},
    {"generate", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_FILENAME, NULL, NULL, "WHAT"},
    {0},
};

static bool is_listed(const GOptionEntry *entry)
{
    return !(entry->flags & G_OPTION_FLAG_HIDDEN) && entry->long_name[0] != '\0';
}

const GOptionEntry *cli_option_at(const struct cli_command *command, size_t i)
{
    const GOptionEntry *const tables[] = {command->options, standard};
    for (size_t t = 0; t < G_N_ELEMENTS(tables); t++) {
        for (const GOptionEntry *entry = tables[t]; entry && entry->long_name; entry++) {
            if (is_listed(entry) && i-- == 0) {
                return entry;
            }
        }
    }
    return NULL;
}

static char *option_label(const GOptionEntry *entry)
{
    GString *label = g_string_new("  ");
    if (entry->short_name) {
        g_string_append_printf(label, "-%c, ", entry->short_name);
    } else {
        g_string_append(label, "    ");
    }
    g_string_append_printf(label, "--%s", entry->long_name);
    if (entry->arg_description) {
        bool optional = entry->flags & G_OPTION_FLAG_OPTIONAL_ARG;
        g_string_append_printf(label, optional ? "[=%s]" : "=%s", entry->arg_description);
    }
    return g_string_free(label, FALSE);
}

static int widest_label(const struct cli_command *command)
{
    int widest = 0;
    const GOptionEntry *entry;
    for (size_t i = 0; (entry = cli_option_at(command, i)); i++) {
        char *label = option_label(entry);
        widest = MAX(widest, (int)strlen(label));
        g_free(label);
    }
    return widest;
}

static void print_option(const GOptionEntry *entry, int width)
{
    char *label = option_label(entry);
    printf("%-*s  ", width, label);
    for (const char *c = entry->description ? entry->description : ""; *c; c++) {
        putchar(*c);
        if (*c == '\n') {
            printf("%*s", width + 2, "");
        }
    }
    putchar('\n');
    g_free(label);
}

static void print_help(const struct cli_command *command)
{
    printf("Usage: %s [OPTION...]%s%s\n\n%s\n\nOptions:\n", command->name,
           command->arguments ? " " : "", command->arguments ? command->arguments : "",
           command->summary);
    int width = widest_label(command);
    const GOptionEntry *entry;
    for (size_t i = 0; (entry = cli_option_at(command, i)); i++) {
        print_option(entry, width);
    }
    if (command->description) {
        printf("\n%s\n", command->description);
    }
    cli_exit_print(stdout, command->name);
}

/* What a tool prints that is called with nothing. */
static int print_usage(const struct cli_command *command)
{
    fprintf(stderr, "Usage: %s [OPTION...] %s\n\n%s\n", command->name, command->arguments,
            command->summary);
    if (command->verbs) {
        fputs("\nVerbs:\n", stderr);
    }
    for (const struct cli_command *verb = command->verbs; verb && verb->name; verb++) {
        fprintf(stderr, "  %-16s %s\n", strchr(verb->name, ' ') + 1, verb->summary);
    }
    fprintf(stderr, "\nTry '%s --help'.\n", command->name);
    return CLI_TROUBLE;
}

static void print_version(const struct cli_command *command)
{
    int length = (int)strcspn(command->name, " ");
    printf("%.*s (libcg) %s\n", length, command->name, cg_version());
}

/* GLib keeps the "--" when an argument after it begins with a dash. */
static void remove_separator(int *argc, char **argv)
{
    for (int i = 1; i < *argc; i++) {
        if (strcmp(argv[i], "--") != 0) {
            continue;
        }
        memmove(&argv[i], &argv[i + 1], (size_t)(*argc - i) * sizeof *argv);
        (*argc)--;
        return;
    }
}

static const GOptionEntry *find_short(const GOptionEntry *options, char name)
{
    for (const GOptionEntry *entry = options; entry && entry->long_name; entry++) {
        if (entry->short_name == name) {
            return entry;
        }
    }
    return NULL;
}

/* Splits "-j4", because GLib wants the value in an argument of its own. */
static void expand_joined_values(const GOptionEntry *options, int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (argv[i][0] != '-' || argv[i][1] == '-' || !argv[i][1] || !argv[i][2]) {
            continue;
        }
        const GOptionEntry *entry = find_short(options, argv[i][1]);
        if (!entry || entry->arg == G_OPTION_ARG_NONE ||
            (entry->flags & G_OPTION_FLAG_OPTIONAL_ARG)) {
            continue;
        }
        char *joined = g_strdup_printf("--%s=%s", entry->long_name, argv[i] + 2);
        argv[i] = (char *)g_intern_string(joined);
        g_free(joined);
    }
}

static bool is_optional(const GOptionEntry *options, const char *name)
{
    for (const GOptionEntry *entry = options; entry && entry->long_name; entry++) {
        if (strcmp(entry->long_name, name) == 0) {
            return entry->flags & G_OPTION_FLAG_OPTIONAL_ARG;
        }
    }
    return false;
}

/* For "--dump FILE", GLib would take FILE as the value, though the value is optional. */
static void end_optional_values(const GOptionEntry *options, int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (g_str_has_prefix(argv[i], "--") && is_optional(options, argv[i] + 2)) {
            char *ended = g_strconcat(argv[i], "=", NULL);
            argv[i] = (char *)g_intern_string(ended);
            g_free(ended);
        }
    }
}

static int report_parse_error(const struct cli_command *command, GError *error)
{
    char *text = g_strdup(error->message);
    text[0] = g_ascii_tolower(text[0]);
    int code = cli_usage_error(command, "%s", text);
    g_free(text);
    g_error_free(error);
    return code;
}

/* Handles --generate. @return CLI_OK, or CLI_TROUBLE after reporting an error */
static int generate(const struct cli_command *command, const char *what, char *const *words)
{
    if (strcmp(what, "verbs") == 0) {
        for (const struct cli_command *verb = command->verbs; verb && verb->name; verb++) {
            printf("%s\n", strchr(verb->name, ' ') + 1);
        }
    } else if (strcmp(what, "completion") == 0) {
        completion_print(command, words);
    } else {
        return cli_usage_error(command, "--generate takes completion or verbs");
    }
    return CLI_OK;
}

/* Handles options that print something and exit. */
struct asked {
    gboolean quiet;
    gboolean help;
    gboolean version;
    char *generate;
};

static bool parse_options(const struct cli_command *command, int *argc, char ***argv,
                          struct asked *asked, GError **error)
{
    gpointer const places[] = {&asked->quiet, &asked->help, &asked->version, &asked->generate};
    GOptionEntry own[G_N_ELEMENTS(standard)];
    memcpy(own, standard, sizeof own);
    for (size_t i = 0; i < G_N_ELEMENTS(places); i++) {
        own[i].arg_data = places[i];
    }
    GOptionContext *context = g_option_context_new(NULL);
    g_option_context_set_help_enabled(context, FALSE);
    if (command->options) {
        g_option_context_add_main_entries(context, command->options, NULL);
    }
    g_option_context_add_main_entries(context, own, NULL);
    bool parsed = g_option_context_parse(context, argc, argv, error);
    g_option_context_free(context);
    return parsed;
}

bool cli_parse_options(const struct cli_command *command, int *argc, char ***argv, int *exit_code)
{
    struct asked asked = {0};
    GError *error = NULL;
    if (*argc < 2 && !strchr(command->name, ' ')) {
        *exit_code = print_usage(command);
        return false;
    }
    expand_joined_values(command->options, *argc, *argv);
    end_optional_values(command->options, *argc, *argv);
    if (!parse_options(command, argc, argv, &asked, &error)) {
        *exit_code = report_parse_error(command, error);
        return false;
    }
    remove_separator(argc, *argv);
    cli_set_quiet(asked.quiet);
    if (!asked.help && !asked.version && !asked.generate) {
        return true;
    }
    int code = CLI_OK;
    if (asked.help) {
        print_help(command);
    } else if (asked.version) {
        print_version(command);
    } else {
        code = generate(command, asked.generate, *argv + 1);
    }
    g_free(asked.generate);
    *exit_code = cli_finish(code);
    return false;
}
