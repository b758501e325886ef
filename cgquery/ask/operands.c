/*
 * Reads how many operands a verb's usage line has, and judges by their number and by the first word
 * whether that word is the graph.
 */
#include "ask/operands.h"

#include <string.h>

/* A usage line: "[GRAPH] FROM TO", "[GRAPH] NAME NAME [NAME...]", "OLD [NEW]". */
struct usage {
    bool graph_first; /* [GRAPH] begins it */
    bool new_last;    /* [NEW] ends it */
    bool any;         /* [WORD...] ends it */
    bool files;       /* its operands are files: "-" may be one of them */
    guint least;      /* required operands */
};

static struct usage read_usage(const char *text)
{
    struct usage usage = {0};
    char **words = g_strsplit(text, " ", -1);
    for (char **word = words; *word; word++) {
        bool optional = **word == '[';
        usage.graph_first = usage.graph_first || strcmp(*word, "[GRAPH]") == 0;
        usage.new_last = usage.new_last || strcmp(*word, "[NEW]") == 0;
        usage.files = usage.files || strcmp(*word, "RULES") == 0;
        usage.any = usage.any || g_str_has_suffix(*word, "...]");
        usage.least += !optional;
    }
    g_strfreev(words);
    return usage;
}

/* A word that can only be a graph: then an operand is missing, whatever file has the name of a
 * function. */
static bool is_only_graph(const struct usage *usage, const char *word)
{
    return g_str_has_suffix(word, ".mcg") || (strcmp(word, "-") == 0 && !usage->files);
}

/* The number of operands decides whether the first is the graph. Where any number may follow, it is
 * the word itself, or what is in the file. */
static bool begins_with_graph(const struct usage *usage, char *const *arguments, guint count)
{
    if (!usage->graph_first || count == 0) {
        return count > 0;
    }
    if (count <= usage->least) {
        return is_only_graph(usage, arguments[0]);
    }
    return !usage->any || cli_names_graph(arguments[0]);
}

static int check_count(const struct cli_command *command, const struct usage *usage, guint count)
{
    guint most = usage->least + usage->new_last;
    if (count < usage->least) {
        return cli_usage_error(command, "too few arguments; expected %s", command->arguments);
    }
    if (count > most && !usage->any) {
        return cli_usage_error(command, "too many arguments; expected %s", command->arguments);
    }
    return CLI_OK;
}

/* Reports that a file whose name may be a function's is read as the graph. */
static void report_file(const struct usage *usage, const char *word)
{
    char *other = usage->any && !strpbrk(word, "-./") ? cli_default_graph() : NULL;
    if (other) {
        cli_note("reading the file %s as the graph, not %s", word, other);
    }
    g_free(other);
}

/* @param word the word in place of the graph */
static int take_default(struct operands *out, char **place, const char *word)
{
    *place = cli_default_graph();
    out->default_graph = *place;
    return *place ? CLI_OK : cli_no_graph(word);
}

int operands_take(struct operands *out, const struct cli_command *command, char **arguments)
{
    const struct usage usage = read_usage(command->arguments);
    guint count = g_strv_length(arguments);
    bool named = begins_with_graph(&usage, arguments, count);
    guint graphs = named && usage.graph_first;
    *out = (struct operands){0};
    int code = check_count(command, &usage, count - graphs);
    if (code != CLI_OK) {
        return code;
    }
    bool new_missing = usage.new_last && count == usage.least;
    out->words = g_new0(char *, count + 2);
    for (guint i = named; i < count; i++) {
        out->words[i - named] = g_strdup(arguments[i]);
    }
    if (named) {
        out->graph = g_strdup(arguments[0]);
        report_file(&usage, arguments[0]);
    }
    if (new_missing) {
        code = take_default(out, &out->words[count - 1], NULL);
    } else if (!named) {
        code = take_default(out, &out->graph, arguments[0]);
    }
    return code;
}

void operands_report(const struct operands *operands, bool verbose)
{
    if (operands->default_graph) {
        cli_note_default_graph(operands->default_graph, verbose);
    }
}

void operands_clear(struct operands *operands)
{
    g_free(operands->graph);
    g_strfreev(operands->words);
    *operands = (struct operands){0};
}
