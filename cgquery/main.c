/* cgquery: queries a call graph. */
#include "ask/ask.h"
#include "core/cgquery.h"
#include "names/chosen_functions.h"

#include <string.h>

/* Verbs grouped by purpose, each list ended by NULL. */
static const struct group {
    const char *title;
    const struct verb *verbs[12];
} groups[] = {
    {"From here to there", {&verb_reach, &verb_why, &verb_path}},
    {"Around a function",
     {&verb_callers, &verb_callees, &verb_common, &verb_dominators, &verb_postdominators,
      &verb_show, &verb_uses}},
    {"The whole graph",
     {&verb_stats, &verb_select, &verb_roots, &verb_leaves, &verb_dead, &verb_cycles, &verb_top,
      &verb_stack, &verb_unresolved}},
    {"Measurement", {&verb_instrument, &verb_models, &verb_refine}},
    {"Changes and rules", {&verb_impact, &verb_diff, &verb_check}},
    {"To look at, and for other tools", {&verb_browse, &verb_export}},
};

#define USAGE_WIDTH 36

static void describe_verb(GString *text, const struct verb *verb)
{
    char *usage = g_strdup_printf("%s %s", verb->name, verb->arguments);
    g_string_append_printf(text, "  %-*s", USAGE_WIDTH, usage);
    if (strlen(usage) >= USAGE_WIDTH) {
        g_string_append_printf(text, "\n  %*s", USAGE_WIDTH, "");
    }
    g_string_append_printf(text, " %s\n", verb->summary);
    g_free(usage);
}

static char *describe_verbs(void)
{
    GString *text = g_string_new("");
    for (size_t i = 0; i < G_N_ELEMENTS(groups); i++) {
        g_string_append_printf(text, "%s%s:\n", i ? "\n" : "", groups[i].title);
        for (const struct verb *const *verb = groups[i].verbs; *verb; verb++) {
            describe_verb(text, *verb);
        }
    }
    g_string_append(
        text,
        "\n'cgquery help VERB' explains a verb.\n"
        "\n"
        "GRAPH is a .mcg file as cgcollect and cgmerge write it, or - for standard input. When it "
        "is\n"
        "left out, cgquery asks the file that the environment variable CG_GRAPH names, else the\n"
        "nearest whole.mcg or .cg/whole.mcg from the working directory upwards.\n"
        "The number of operands decides: GRAPH is the first one if there are more than the verb\n"
        "needs. So 'cgquery reach main exit' is about two functions, whatever files there are.\n"
        "Where any number of names may follow ([NAME...]), the first of more than needed is GRAPH\n"
        "only if it is -, ends in .mcg, or is a file with a graph in it. To ask about a function\n"
        "that has the name of such a file, give GRAPH as well.\n"
        "\n"
        "NAME, FROM and TO are, whichever fits first:\n"
        "  luaV_execute, _ZN3Foo3barEi       a linkage name, any if it has several\n"
        "  Foo::bar, 'Foo::bar(int)'         a demangled name, with or without parameters\n"
        "  lauxlib.c:panic, x.cc:Foo::bar    the same in one file, given by the end of its path\n"
        "  '?:qsort'                         the same where the file is not known\n"
        "  lauxlib.c:123                     the function around a line, the innermost; of "
        "generated\n"
        "                                    code also a line of its source (parser.y:12)\n"
        "  'lua_*', 'x.c:*', 'Foo::[a-m]?*'  a glob: all functions with such a name\n"
        "A plain name that means several functions is refused, and they are listed. Names that\n"
        "start with a dash go after --. Anything else is a set, see cgsets(5):\n"
        "  @FILE  $NAME  /REGEX/             listed in a file, defined by --define, a pattern\n"
        "  'A | B', 'A & B', 'A - B', '!A'   union, intersection, difference, all others\n"
        "  'file(*.h)', 'dir(src/net)'       by file; has(KEY), '[loopDepth > 2]' by metadata\n"
        "  'is(P)'                           P: defined, declared, virtual, internal, weak, "
        "entry,\n"
        "                                    system, addressTaken or unresolved\n"
        "  'reaches(A)', 'reachedFrom(A)', 'onPath(A, B)', 'callers(A, N)', 'callees(A, N)',\n"
        "  'overrides(A)', 'overriddenBy(A)', 'roots(A)', 'leaves(A)', 'recursive(A)'\n"
        "In it a plain name means all functions it fits, and one with parentheses needs \"\".\n"
        "\n"
        "With --json, the answer is one JSON object on standard output: \"version\" (1), "
        "\"verb\",\n"
        "\"graph\", what was asked (\"from\", \"to\" or \"of\": pattern and functions), and the "
        "answer.\n"
        "A function is {name, demangled, file}; a call {caller, callee, kinds, sites}; a site\n"
        "{file, line, column}, with loops, kind, type, reason, receiver, slot, unknown, causes "
        "and\n"
        "through where the graph has them.");
    return g_string_free(text, FALSE);
}

static const struct verb *find_verb(const char *name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(groups); i++) {
        for (const struct verb *const *verb = groups[i].verbs; *verb; verb++) {
            if (strcmp((*verb)->name, name) == 0) {
                return *verb;
            }
        }
    }
    return NULL;
}

/* The verbs as the manual and completion need them. */
struct listing {
    struct options options; /**< option values, which nobody reads */
    GArray *commands;       /**< of struct cli_command, ended by {0} */
    GPtrArray *tables;      /**< of options */
};

static void list_verbs(struct listing *listing)
{
    listing->commands = g_array_new(TRUE, FALSE, sizeof(struct cli_command));
    listing->tables = g_ptr_array_new_with_free_func(g_free);
    for (size_t i = 0; i < G_N_ELEMENTS(groups); i++) {
        for (const struct verb *const *verb = groups[i].verbs; *verb; verb++) {
            GOptionEntry *table = g_new0(GOptionEntry, VERB_OPTIONS_MAX);
            verb_options_choose(table, &listing->options, *verb);
            g_ptr_array_add(listing->tables, table);
            struct cli_command command = query_command(*verb, table);
            g_array_append_val(listing->commands, command);
        }
    }
}

static void listing_clear(struct listing *listing)
{
    for (guint i = 0; i < listing->commands->len; i++) {
        query_command_clear(&g_array_index(listing->commands, struct cli_command, i));
    }
    g_array_unref(listing->commands);
    g_ptr_array_unref(listing->tables);
}

/* The verb that a mistyped name probably means, or NULL. */
static const char *closest_verb(const char *name)
{
    unsigned least = G_MAXUINT;
    const char *best = NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(groups); i++) {
        for (const struct verb *const *verb = groups[i].verbs; *verb; verb++) {
            unsigned score = suggest_score(name, (*verb)->name, strlen((*verb)->name));
            if (score < least) {
                least = score;
                best = (*verb)->name;
            }
        }
    }
    return best;
}

static int run_without_verb(int argc, char **argv)
{
    char *description = describe_verbs();
    struct listing listing = {0};
    list_verbs(&listing);
    const struct cli_command command = {
        .name = "cgquery",
        .arguments = "VERB [GRAPH] ...",
        .summary = "Ask a call graph: what reaches what, by which calls, and what is not known.",
        .description = description,
        .verbs = (const struct cli_command *)listing.commands->data,
    };
    int code = CLI_OK;
    if (argc >= 2 && argv[1][0] != '-') {
        const char *close = closest_verb(argv[1]);
        code =
            cli_usage_error(&command, "there is no verb '%s'%s%s%s", argv[1],
                            close ? "; did you mean " : "", close ? close : "", close ? "?" : "");
    } else if (cli_parse_options(&command, &argc, &argv, &code)) {
        code = cli_usage_error(&command, "a verb is missing");
    }
    listing_clear(&listing);
    g_free(description);
    return code;
}

/* "cgquery help VERB" is "cgquery VERB --help". */
static int help(int argc, char **argv)
{
    char *words[] = {argc > 1 ? argv[1] : argv[0], (char *)"--help", NULL};
    const struct verb *verb = argc > 1 ? find_verb(argv[1]) : NULL;
    if (verb) {
        return query_main(verb, 2, words);
    }
    return run_without_verb(2, argc > 1 ? argv : (char *[]){argv[0], (char *)"--help", NULL});
}

int main(int argc, char **argv)
{
    cli_init("cgquery");
    if (argc >= 2 && strcmp(argv[1], "complete") == 0) {
        return complete_main(argc - 1, argv + 1);
    }
    if (argc >= 2 && strcmp(argv[1], "help") == 0) {
        return help(argc - 1, argv + 1);
    }
    /* "cgquery -q VERB" is "cgquery VERB -q". */
    if (argc >= 3 && (strcmp(argv[1], "-q") == 0 || strcmp(argv[1], "--quiet") == 0)) {
        char *option = argv[1];
        argv[1] = argv[2];
        argv[2] = option;
    }
    const struct verb *verb = argc >= 2 ? find_verb(argv[1]) : NULL;
    if (!verb) {
        return run_without_verb(argc, argv);
    }
    return query_main(verb, argc - 1, argv + 1);
}
