#include "manual.h"

#include "manual_text.h"

#include <string.h>

/* All pages but those of verbs. */
static const struct {
    const char *name;
    const char *section;
} pages[] = {
    {"cgcollect", "1"},  {"cgmerge", "1"}, {"cgquery", "1"}, {"cgvalidate", "1"},
    {"cgprofiles", "5"}, {"cgrules", "5"}, {"cgsets", "5"},  {"mcg", "5"},
};

/* What of the environment matters to commands that have an option. */
static const struct {
    const char *option;
    const char *name;
    const char *text;
} variables[] = {
    {"plugin", "CG_PLUGINS",
     "Plug-ins to load, paths separated by colons; those of --plugin "
     "come after them."},
    {"color", "NO_COLOR", "Set and not empty, it has --color=auto use none."},
    {"color", "TERM", "Without it, or if it is dumb, --color=auto uses none."},
};

/* Words in capitals that stand for something. To release with g_free. */
static char *variables_of(const struct cli_command *command)
{
    GString *words = g_string_new(" ");
    const GOptionEntry *entry;
    g_string_append_printf(words, "%s ", command->arguments ? command->arguments : "");
    for (size_t i = 0; (entry = cli_option_at(command, i)); i++) {
        const char *value = entry->arg_description;
        g_string_append_printf(words, "%s ", value ? value : "");
    }
    for (char *c = words->str; *c; c++) {
        *c = g_ascii_isupper(*c) || *c == '-' ? *c : ' ';
    }
    return g_string_free(words, FALSE);
}

/* "cgquery-reach" of "cgquery reach". To release with g_free. */
static char *page_name(const char *command)
{
    return g_strdelimit(g_strdup(command), " ", '-');
}

static void print_head(const char *name, const char *section, const char *summary)
{
    size_t length = strlen(summary);
    char *title = g_ascii_strup(name, -1);
    printf(".TH ");
    manual_plain(title, strlen(title));
    printf(" %s \"\" \"libcg ", section);
    manual_plain(cg_version(), strlen(cg_version()));
    printf("\" \"libcg manual\"\n.nh\n.ad l\n.ss 12 0\n");
    manual_section("NAME");
    manual_plain(name, strlen(name));
    printf(" \\- %c", g_ascii_isupper(summary[1]) ? *summary : g_ascii_tolower(*summary));
    manual_plain(summary + 1, length - 1 - (summary[length - 1] == '.'));
    putchar('\n');
    g_free(title);
}

/* The ways to use a command, a line each. */
static void print_synopsis(const struct cli_command *command, const char *known)
{
    char **ways = g_strsplit(command->arguments ? command->arguments : "", " | ", -1);
    manual_section("SYNOPSIS");
    for (char **way = ways; *way; way++) {
        printf("%s\\fB", way == ways ? "" : ".br\n");
        manual_plain(command->name, strlen(command->name));
        printf("\\fR [\\fIOPTION\\fR...] ");
        manual_line(*way, strlen(*way), known);
        putchar('\n');
    }
    g_strfreev(ways);
}

static void print_option(const GOptionEntry *entry, const char *known)
{
    printf(".TP\n\\fB");
    if (entry->short_name) {
        printf("\\-%c\\fR, \\fB", entry->short_name);
    }
    printf("\\-\\-");
    manual_plain(entry->long_name, strlen(entry->long_name));
    printf("\\fR");
    if (entry->arg_description) {
        bool optional = entry->flags & G_OPTION_FLAG_OPTIONAL_ARG;
        printf("%s=", optional ? "[" : "");
        manual_line(entry->arg_description, strlen(entry->arg_description), known);
        printf("%s", optional ? "]" : "");
    }
    putchar('\n');
    char *text = g_strdelimit(g_strdup(entry->description), "\n", ' ');
    manual_line(text, strlen(text), known);
    putchar('\n');
    g_free(text);
}

static void print_options(const struct cli_command *command, const char *known)
{
    const GOptionEntry *entry;
    manual_section("OPTIONS");
    for (size_t i = 0; (entry = cli_option_at(command, i)); i++) {
        print_option(entry, known);
    }
}

static bool has_option(const struct cli_command *command, const char *name)
{
    const GOptionEntry *entry;
    for (size_t i = 0; (entry = cli_option_at(command, i)); i++) {
        if (strcmp(entry->long_name, name) == 0) {
            return true;
        }
    }
    return false;
}

static void print_environment(const struct cli_command *command)
{
    bool begun = false;
    for (size_t i = 0; i < G_N_ELEMENTS(variables); i++) {
        if (has_option(command, variables[i].option)) {
            if (!begun) {
                manual_section("ENVIRONMENT");
                begun = true;
            }
            printf(".TP\n.B %s\n", variables[i].name);
            manual_line(variables[i].text, strlen(variables[i].text), " ");
            putchar('\n');
        }
    }
}

static void print_see_also(const char *self, const struct cli_command *verbs)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    for (const struct cli_command *verb = verbs; verb && verb->name; verb++) {
        char *name = page_name(verb->name);
        g_ptr_array_add(names, g_strdup_printf("%s (1)", name));
        g_free(name);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(pages); i++) {
        if (strcmp(pages[i].name, self) != 0) {
            g_ptr_array_add(names, g_strdup_printf("%s (%s)", pages[i].name, pages[i].section));
        }
    }
    manual_section("SEE ALSO");
    for (guint i = 0; i < names->len; i++) {
        printf(".BR ");
        manual_plain(names->pdata[i], strlen(names->pdata[i]));
        printf("%s\n", i + 1 < names->len ? "," : "");
    }
    g_ptr_array_unref(names);
}

void manual_print(const struct cli_command *command)
{
    char *known = variables_of(command);
    char *name = page_name(command->name);
    const char *text = command->description ? command->description : "";
    const char *sections = manual_text_sections(text);
    char *description = g_strndup(text, (gsize)(sections - text));
    print_head(name, "1", command->summary);
    print_synopsis(command, known);
    manual_section("DESCRIPTION");
    manual_line(command->summary, strlen(command->summary), known);
    putchar('\n');
    manual_text(description, known);
    print_options(command, known);
    manual_text(sections, known);
    print_environment(command);
    print_see_also(name, command->verbs);
    g_free(description);
    g_free(name);
    g_free(known);
}

void manual_print_text(const char *name, const char *section, const char *summary, const char *text)
{
    print_head(name, section, summary);
    manual_text(text, " ");
    print_see_also(name, NULL);
}
