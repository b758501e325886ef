#include "cli.h"

#include <string.h>

static bool is_listed(const GOptionEntry *entry)
{
    return !(entry->flags & G_OPTION_FLAG_HIDDEN) && entry->long_name[0] != '\0';
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

static int widest_label(const GOptionEntry *options)
{
    int widest = 0;
    for (const GOptionEntry *entry = options; entry && entry->long_name; entry++) {
        char *label = option_label(entry);
        if (is_listed(entry)) {
            widest = MAX(widest, (int)strlen(label));
        }
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

static void print_options(const GOptionEntry *options, const GOptionEntry *common)
{
    int width = MAX(widest_label(options), widest_label(common));
    for (const GOptionEntry *entry = options; entry && entry->long_name; entry++) {
        if (is_listed(entry)) {
            print_option(entry, width);
        }
    }
    for (const GOptionEntry *entry = common; entry->long_name; entry++) {
        print_option(entry, width);
    }
}

static void print_help(const struct cli_command *command, const GOptionEntry *common)
{
    printf("Usage: %s [OPTION...]%s%s\n\n%s\n\nOptions:\n", command->name,
           command->arguments ? " " : "", command->arguments ? command->arguments : "",
           command->summary);
    print_options(command->options, common);
    if (command->description) {
        printf("\n%s\n", command->description);
    }
}

static void print_version(const struct cli_command *command)
{
    int length = (int)strcspn(command->name, " ");
    printf("%.*s (libcg) %s\n", length, command->name, cg_version());
}

/* GLib keeps the "--" when an argument after it starts with a dash. */
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

/* "-j4": GLib wants the value apart. */
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

/* "--dump FILE": GLib takes what follows for the value, though that may be left out. */
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

static int refuse(const struct cli_command *command, GError *error)
{
    char *text = g_strdup(error->message);
    text[0] = g_ascii_tolower(text[0]);
    int code = cli_usage_error(command, "%s", text);
    g_free(text);
    g_error_free(error);
    return code;
}

bool cli_parse_options(const struct cli_command *command, int *argc, char ***argv, int *exit_code)
{
    gboolean help = FALSE;
    gboolean version = FALSE;
    const GOptionEntry common[] = {
        {"help", 'h', 0, G_OPTION_ARG_NONE, &help, "Show this help and exit", NULL},
        {"version", 0, 0, G_OPTION_ARG_NONE, &version, "Show the version and exit", NULL},
        {0},
    };
    expand_joined_values(command->options, *argc, *argv);
    end_optional_values(command->options, *argc, *argv);
    GOptionContext *context = g_option_context_new(NULL);
    g_option_context_set_help_enabled(context, FALSE);
    if (command->options) {
        g_option_context_add_main_entries(context, command->options, NULL);
    }
    g_option_context_add_main_entries(context, common, NULL);
    GError *error = NULL;
    bool parsed = g_option_context_parse(context, argc, argv, &error);
    g_option_context_free(context);
    if (!parsed) {
        *exit_code = refuse(command, error);
        return false;
    }
    remove_separator(argc, *argv);
    if (!help && !version) {
        return true;
    }
    if (help) {
        print_help(command, common);
    } else {
        print_version(command);
    }
    *exit_code = cli_finish(CLI_OK);
    return false;
}
