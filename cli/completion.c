/*
 * Parses the words of the line up to the cursor by the options table, and the usage line of the
 * verb for what may follow. A table says what completes each name in usage lines.
 */
#include "completion.h"

#include <libcg/kinds.h>

#include <string.h>

/** What completes a word. */
enum offer {
    OFFER_NOTHING, /**< nothing to list */
    OFFER_FILES,
    OFFER_DIRECTORIES,
    OFFER_GRAPHS, /**< files *.mcg */
    OFFER_PROGRAMS,
    OFFER_FUNCTIONS, /**< functions of the graph on the command line */
    OFFER_KEYS,      /**< kinds of metadata */
};

/* The completion of each name that usage lines use. */
static const struct {
    const char *name;
    enum offer what;
} names[] = {
    {"COMPILER", OFFER_PROGRAMS}, {"DIR", OFFER_DIRECTORIES},    {"FILE", OFFER_FILES},
    {"FROM", OFFER_FUNCTIONS},    {"FUNCTION", OFFER_FUNCTIONS}, {"GRAPH", OFFER_GRAPHS},
    {"KEY", OFFER_KEYS},          {"NAME", OFFER_FUNCTIONS},     {"NEW", OFFER_GRAPHS},
    {"OLD", OFFER_GRAPHS},        {"OUT", OFFER_FILES},          {"PATH", OFFER_FILES},
    {"PROFILE", OFFER_FILES},     {"RULES", OFFER_FILES},        {"SET", OFFER_FUNCTIONS},
    {"TO", OFFER_FUNCTIONS},
};

/** The command line without its last word. */
struct line {
    const struct cli_command *tool;
    const struct cli_command *command; /**< the tool, or the verb on the line */
    char *const *words;
    const GOptionEntry *waiting; /**< the option whose value is the last word, or NULL */
    char *graph;                 /**< the first argument if it is a graph, or NULL */
    size_t arguments;            /**< including the graph, even if left out */
};

static bool takes_value(const GOptionEntry *entry)
{
    return entry->arg != G_OPTION_ARG_NONE;
}

static bool needs_value(const GOptionEntry *entry)
{
    return takes_value(entry) && !(entry->flags & G_OPTION_FLAG_OPTIONAL_ARG);
}

/* Whether a word up to "=" names an option, short or long. */
static bool is_spelled(const GOptionEntry *entry, const char *word)
{
    size_t length = strcspn(word, "=");
    bool is_short = length == 2 && word[0] == '-' && word[1] == entry->short_name;
    return is_short || (g_str_has_prefix(word, "--") && length == strlen(entry->long_name) + 2 &&
                        memcmp(word + 2, entry->long_name, length - 2) == 0);
}

/* The option that a word names: "-n", "--max" or "--max=4". */
static const GOptionEntry *find_option(const struct cli_command *command, const char *word)
{
    const GOptionEntry *entry;
    size_t i = 0;
    while ((entry = cli_option_at(command, i)) && !is_spelled(entry, word)) {
        i++;
    }
    return entry;
}

static bool is_named(const struct line *line, const GOptionEntry *entry)
{
    for (char *const *word = line->words; *word && word[1]; word++) {
        if (is_spelled(entry, *word)) {
            return true;
        }
    }
    return false;
}

static bool is_repeatable(const GOptionEntry *entry)
{
    return entry->arg == G_OPTION_ARG_STRING_ARRAY || entry->arg == G_OPTION_ARG_FILENAME_ARRAY;
}

static const char *verb_name(const struct cli_command *verb)
{
    return strchr(verb->name, ' ') + 1;
}

static const struct cli_command *find_verb(const struct cli_command *tool, const char *name)
{
    static const struct cli_command none = {.name = ""};
    const struct cli_command *verb = tool->verbs;
    while (verb->name && strcmp(verb_name(verb), name) != 0) {
        verb++;
    }
    return verb->name ? verb : &none;
}

static bool graph_is_optional(const struct cli_command *command)
{
    return command->arguments && g_str_has_prefix(command->arguments, "[GRAPH]");
}

static void read_argument(struct line *line, const char *word)
{
    char *path = g_str_has_prefix(word, "~/") ? g_build_filename(g_get_home_dir(), word + 2, NULL)
                                              : g_strdup(word);
    if (line->arguments == 0 && graph_is_optional(line->command) && !cli_names_graph(path)) {
        line->arguments++;
    } else if (line->arguments == 0) {
        line->graph = g_steal_pointer(&path);
    }
    line->arguments++;
    g_free(path);
}

/* Handle one complete word. */
static void read_word(struct line *line, const char *word)
{
    if (line->waiting) {
        line->waiting = NULL;
    } else if (word[0] == '-' && word[1]) {
        const GOptionEntry *entry = strchr(word, '=') ? NULL : find_option(line->command, word);
        line->waiting = entry && needs_value(entry) ? entry : NULL;
    } else if (line->command->verbs) {
        line->command = find_verb(line->tool, word);
    } else {
        read_argument(line, word);
    }
}

static void print_word(const char *word, const char *end, const char *meaning)
{
    char *text = g_strdelimit(g_strdup(meaning), "\n\t", ' ');
    printf("%s%s\t%s\n", word, end, text);
    g_free(text);
}

static void print_options(const struct line *line)
{
    const GOptionEntry *entry;
    printf("words\n");
    for (size_t i = 0; (entry = cli_option_at(line->command, i)); i++) {
        if (is_repeatable(entry) || !is_named(line, entry)) {
            printf("--");
            print_word(entry->long_name, needs_value(entry) ? "=" : "", entry->description);
        }
    }
}

static void print_verbs(const struct cli_command *tool)
{
    printf("words\n");
    for (const struct cli_command *verb = tool->verbs; verb->name; verb++) {
        print_word(verb_name(verb), "", verb->summary);
    }
}

/* List the metadata kinds that need no plug-in. */
static void print_keys(void)
{
    struct cg_registry *registry = NULL;
    const struct cg_metadata_kind *kind;
    printf("words\n");
    if (!cg_registry_new(&registry, NULL) && !cg_registry_add_builtin(registry, NULL)) {
        for (size_t i = 0; (kind = cg_registry_at(registry, i)); i++) {
            print_word(kind->key, "", kind->description);
        }
    }
    cg_registry_free(registry);
}

/* The completion for a name in a usage line. */
static enum offer find_offer(const char *name, size_t length)
{
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        if (strlen(names[i].name) == length && memcmp(names[i].name, name, length) == 0) {
            return names[i].what;
        }
    }
    return OFFER_NOTHING;
}

/* Prints that functions of the graph on the command line, or of the default graph, complete the
 * word; a verb of the tool lists them. @param or_graph a graph is possible too */
static void print_functions(const struct line *line, bool or_graph)
{
    bool absent = line->graph && !g_file_test(line->graph, G_FILE_TEST_IS_REGULAR);
    char *graph = line->graph ? g_strdup(line->graph) : cli_default_graph();
    if (!line->tool->verbs || absent || !graph) {
        printf(or_graph ? "graphs\n" : "nothing\n");
    } else {
        printf("functions\n%s\n%s", graph, or_graph ? "graphs\n" : "");
    }
    g_free(graph);
}

/* Prints the completion for a name in a usage line. */
static void print_named(const struct line *line, const char *name, size_t length)
{
    static const char *const kinds[] = {"nothing", "files", "directories", "graphs", "programs"};
    enum offer what = find_offer(name, length);
    if (what == OFFER_KEYS) {
        print_keys();
    } else if (what != OFFER_FUNCTIONS) {
        printf("%s\n", kinds[what]);
    } else {
        print_functions(line, false);
    }
}

static const char *const *words_of(const struct cli_command *command, const char *option)
{
    for (const struct cli_words *words = command->words; words && words->option; words++) {
        if (strcmp(words->option, option) == 0) {
            return words->words;
        }
    }
    return NULL;
}

static void print_values(const struct line *line, const GOptionEntry *entry)
{
    const char *const *words = words_of(line->command, entry->long_name);
    const char *name = entry->arg_description ? entry->arg_description : "";
    if (!words) {
        print_named(line, name, strlen(name));
        return;
    }
    printf("words\n");
    for (; *words; words++) {
        printf("%s\n", *words);
    }
}

/* Whether the next argument of a usage line is a function. */
static bool takes_functions(const char *usage)
{
    usage += strspn(usage, " [");
    return find_offer(usage, strspn(usage, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")) == OFFER_FUNCTIONS;
}

/* Walk the usage line up to an option or an alternative usage. The last argument may be
 * repeated. */
static void print_argument(const struct line *line)
{
    const char *usage = line->command->arguments ? line->command->arguments : "";
    for (size_t i = 0; *usage; i++) {
        usage += *usage == '[';
        size_t length = strspn(usage, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
        const char *next = usage + strcspn(usage, " ");
        bool many =
            g_str_has_prefix(usage + length, "...") || g_str_has_prefix(usage + length, "…");
        if (length == 0) {
            break;
        }
        bool or_next = i == 0 && line->arguments == 0 && graph_is_optional(line->command);
        if (or_next && takes_functions(next)) {
            print_functions(line, true);
            return;
        }
        if (i == line->arguments || many) {
            print_named(line, usage, length);
            return;
        }
        usage = next + (*next == ' ');
    }
    printf("nothing\n");
}

void completion_print(const struct cli_command *tool, char *const *words)
{
    struct line line = {.tool = tool, .command = tool, .words = words};
    for (; *words && words[1]; words++) {
        read_word(&line, *words);
    }
    const char *begun = *words ? *words : "";
    const GOptionEntry *valued = strchr(begun, '=') ? find_option(line.command, begun) : NULL;
    if (line.waiting || valued) {
        print_values(&line, line.waiting ? line.waiting : valued);
    } else if (*begun == '-') {
        print_options(&line);
    } else if (line.command->verbs) {
        print_verbs(tool);
    } else {
        print_argument(&line);
    }
    g_free(line.graph);
}
