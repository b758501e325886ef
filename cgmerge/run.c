/* Merges and links. Holds the whole graph and a few partial graphs in memory. */
#include "cgmerge.h"
#include "conflict_report.h"
#include "culprits.h"
#include "definitions.h"
#include "graphs/embedded_graphs.h"
#include "readers.h"
#include "symbol_facts.h"
#include "what_lacks.h"

#include <kinds/cli_kinds.h>
#include <libcg/derive.h>
#include <libcg/entries.h>
#include <libcg/facts.h>
#include <libcg/json.h>
#include <libcg/kinds.h>
#include <libcg/merge.h>
#include <libcg/metadata.h>
#include <write/graph_output.h>

#include <string.h>

/* Calls of a linked graph were resolved for that program alone. With more code they may call more,
 * so undo that. */
static int reopen(struct cg_graph *part, const char *path, struct cg_error *error)
{
    if (!cg_metadata_has(part, CG_ON_GRAPH, 0, CG_KEY_LINKED)) {
        return CG_OK;
    }
    cli_note(
        "%s: already linked; its resolved calls become unresolved again; merge with -r first, then "
        "link once",
        cli_title(path));
    return cg_graph_unlink(part, error);
}

/** Where each graph is added. */
struct targets {
    struct cg_merger *merger;
    struct cg_conflicts *conflicts; /**< NULL without --conflicts */
    struct definitions *definitions;
    const struct carried *carried;
    struct culprits *culprits;
};

static int look_for_conflicts(const struct targets *targets, const struct cg_graph *part,
                              const char *path, struct cg_error *error)
{
    const char *name = cli_title(path);
    return targets->conflicts ? cg_conflicts_add(targets->conflicts, part, name, error) : CG_OK;
}

/* Calls of symbols that linking the program wraps reach others. */
static int wrap_symbols(const struct carried *carried, struct cg_graph *part, const char *path,
                        struct cg_error *error)
{
    const GPtrArray *symbols = carried_wrapped(carried, path);
    int status = CG_OK;
    for (guint i = 0; symbols && i < symbols->len && !status; i++) {
        status = cg_graph_wrap(part, symbols->pdata[i], error);
    }
    return status;
}

static int add_part(const struct targets *targets, struct cg_graph *part, const char *path,
                    struct cg_error *error)
{
    int status = cg_merger_add(targets->merger, part, error);
    if (!status && targets->culprits->settings->partial) {
        return cg_graph_check_link(part, error);
    }
    culprits_look(targets->culprits, part, path);
    if (status == CG_E_FORMAT) {
        culprits_name(targets->culprits, error);
    }
    return status;
}

static int merge_next(struct readers *readers, const struct targets *targets, const char *path,
                      const struct merge_settings *settings, struct cg_error *error)
{
    bool alone = settings->inputs->len == 1;
    struct cg_graph *part;
    int status = readers_next(readers, &part, error);
    if (!status) {
        status = alone ? CG_OK : reopen(part, path, error);
        status = status ? status : wrap_symbols(targets->carried, part, path, error);
        status = status ? status : look_for_conflicts(targets, part, path, error);
        definitions_add(targets->definitions, part, carried_program(targets->carried, path));
        status = status ? status : add_part(targets, part, path, error);
        if (status && !error->file[0]) {
            g_strlcpy(error->file, cli_title(path), sizeof error->file);
        }
        cg_graph_free(part);
    }
    return status;
}

static int merge_inputs(const struct targets *targets, const struct merge_settings *settings,
                        const struct cg_registry *registry, struct cg_error *error)
{
    int status = CG_OK;
    guint count = settings->inputs->len;
    struct readers *readers = readers_new(settings->inputs, settings->carried.embedded, registry,
                                          MIN(settings->jobs, count));
    struct cli_progress *progress = cli_progress_start("merging", count);
    for (guint i = 0; i < count && !status; i++) {
        cli_progress_update(progress, i, settings->inputs->pdata[i]);
        status = merge_next(readers, targets, settings->inputs->pdata[i], settings, error);
    }
    cli_progress_end(progress);
    readers_free(readers);
    return status;
}

/** @param several receives whether some functions have several definitions */
static int merge_all(struct cg_graph **out, struct culprits *culprits,
                     const struct cg_registry *registry, bool *several, struct cg_error *error)
{
    const struct merge_settings *settings = culprits->settings;
    struct targets targets = {
        .carried = &settings->carried, .definitions = definitions_new(), .culprits = culprits};
    const struct cg_merge_options options = {CG_MERGE_OPTIONS_VERSION, registry,
                                             settings->separate_programs};
    int status = cg_merger_new(&targets.merger, &options, error);
    if (!status && settings->conflicts) {
        status = cg_conflicts_new(&targets.conflicts, registry, error);
    }
    status = status ? status : merge_inputs(&targets, settings, registry, error);
    if (!status && targets.conflicts) {
        status = conflicts_report(targets.conflicts, settings->conflicts, settings->json, error);
    }
    status = status ? status : cg_merger_finish(out, targets.merger, error);
    *several =
        !status && definitions_report(targets.definitions, *out,
                                      carried_is_one(&settings->carried, settings->inputs->len));
    definitions_free(targets.definitions);
    cg_conflicts_free(targets.conflicts);
    cg_merger_free(targets.merger);
    return status;
}

/* The function of a name: one that is not internal, and of those of several programs the first by
 * file. */
static cg_node find_entry(const struct cg_graph *whole, const char *name)
{
    cg_node found = CG_NONE;
    for (cg_node node = cg_graph_find(whole, name); node != CG_NONE;
         node = cg_graph_find_next(whole, name, node)) {
        bool internal = cg_node_linkage(whole, node) == CG_LINKAGE_INTERNAL;
        bool before = found != CG_NONE && cg_node_linkage(whole, found) == CG_LINKAGE_INTERNAL;
        int order = found == CG_NONE ? -1 : internal - before;
        order =
            order ? order : g_strcmp0(cg_node_origin(whole, node), cg_node_origin(whole, found));
        found = order < 0 ? node : found;
    }
    return found;
}

static int set_entry(struct cg_graph *whole, const char *name, struct cg_error *error)
{
    cg_node node = name ? find_entry(whole, name) : CG_NONE;
    if (!name) {
        return CG_OK;
    }
    if (node == CG_NONE) {
        return cli_fail(error, CG_E_ARGUMENT, NULL, "--entry: no function '%s' in the graphs",
                        name);
    }
    cg_graph_set_entry(whole, node);
    return CG_OK;
}

/** Report that code loaded at run time, or the program itself, finds functions by name. */
static void report_loader(const struct cg_graph *graph, cg_node loader,
                          const struct cg_link_options *options)
{
    bool loads = cg_node_truth(graph, loader, CG_KEY_LOADS_CODE) == CG_TRUTH_TRUE;
    const char *what = loads ? "loads code at run time, which may call exported functions"
                             : "finds exported functions by name at run time";
    const char *rest = "; --exports-of=PROGRAM says which those are";
    if (options->promised & CG_PROMISE_LOADED_CODE_COLLECTED) {
        rest = "; --assume takes those to be in the graphs";
    } else if (options->promised & CG_PROMISE_NO_LOADED_CODE) {
        rest = ", but --assume excludes that";
    } else if (options->is_exported) {
        rest = "";
    }
    cli_note("%s %s%s", cg_node_name(graph, loader), what, rest);
}

/** Report why code that was not collected may call the program's functions by name, and which. */
static void report_foreign(const struct cg_graph *graph, const struct cg_link_report *report,
                           const struct cg_link_options *options)
{
    static const char *const kept[] = {"", ", but --assume excludes that"};
    const char *foreign = kept[(options->promised & CG_PROMISE_NO_FOREIGN_CODE) != 0];
    const char *which = options->is_exported && options->is_referenced
                            ? "the functions that it refers to, or that the program exports"
                            : "every function that is not internal";
    cg_node function = cg_link_report_foreign_function(report),
            loader = cg_link_report_loader(report);
    uint64_t variables = cg_link_report_count(report, CG_LINK_FOREIGN_VARIABLES);
    if (function != CG_NONE) {
        char *shown = cli_demangle_partly(cg_node_name(graph, function));
        cli_note("%s%s used but not defined: code that was not collected may call %s%s", shown,
                 cg_link_report_count(report, CG_LINK_FOREIGN_FUNCTIONS) > 1
                     ? " and other functions are"
                     : " is",
                 which, foreign);
        g_free(shown);
    }
    if (variables) {
        cli_note("%" G_GUINT64_FORMAT
                 " variable%s that may hold functions %s used but not defined: code that was not "
                 "collected may call %s%s",
                 variables, cli_s(variables), variables == 1 ? "is" : "are", which, foreign);
    }
    if (loader != CG_NONE) {
        report_loader(graph, loader, options);
    }
}

static void report_linking(const struct cg_link_report *report)
{
    uint64_t edges = cg_link_report_count(report, CG_LINK_EDGES);
    uint64_t facts = cg_link_report_count(report, CG_LINK_FACTS);
    cli_note("%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " calls through pointers resolved, "
             "%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " virtual calls; %" G_GUINT64_FORMAT
             " edge%s added from %" G_GUINT64_FORMAT " fact%s",
             cg_link_report_count(report, CG_LINK_POINTER_RESOLVED),
             cg_link_report_count(report, CG_LINK_POINTER_CALLS),
             cg_link_report_count(report, CG_LINK_VIRTUAL_RESOLVED),
             cg_link_report_count(report, CG_LINK_VIRTUAL_CALLS), edges, cli_s(edges), facts,
             cli_s(facts));
}

/** Report calls that have no edges as they would have too many, if there are any. */
static void report_crowd(const struct cg_graph *graph, const struct cg_link_report *report)
{
    uint64_t calls = cg_link_report_count(report, CG_LINK_CROWDED_CALLS);
    uint32_t line;
    cg_node caller = cg_link_report_crowded_caller(report, &line);
    if (calls) {
        cli_warning(
            "%" G_GUINT64_FORMAT " call%s with %" G_GUINT64_FORMAT " callees or more would have "
            "%" G_GUINT64_FORMAT " edges and stay%s unresolved (%s); the one with the most callees "
            "is in %s, line %u; merge fewer graphs, or raise --max-edges",
            calls, cli_s(calls), cg_link_report_count(report, CG_LINK_CROWDED_LEAST),
            cg_link_report_count(report, CG_LINK_CROWDED_EDGES), calls == 1 ? "s" : "",
            CG_UNKNOWN_CROWD, cg_node_name(graph, caller), line);
    }
}

/** Lines that report causes, at most. */
#define MOST_CAUSES 10u
/** Causes that a line names. */
#define NAMED_CAUSES 3u

static bool counts_alike(const json_t *a, const json_t *b)
{
    static const char *const keys[] = {"reason", "sites", "only"};
    bool alike = true;
    for (size_t i = 0; i < G_N_ELEMENTS(keys) && alike; i++) {
        alike = json_equal(json_object_get(a, keys[i]), json_object_get(b, keys[i]));
    }
    return alike;
}

/** Report causes from one on that have the same counts. @return the number of the next one */
static size_t report_alike(const json_t *causes, size_t first)
{
    const json_t *cause = json_array_get(causes, first);
    GString *names = g_string_new(NULL);
    size_t next = first;
    for (; counts_alike(cause, json_array_get(causes, next)); next++) {
        const char *name =
            json_string_value(json_object_get(json_array_get(causes, next), "cause"));
        if (next - first < NAMED_CAUSES) {
            const char *symbol = cli_symbol_of_cause(name);
            char *shown = cli_demangle_partly(symbol);
            g_string_append_printf(names, "%s%.*s%s", next > first ? ", " : "",
                                   (int)(symbol - name), name, shown);
            g_free(shown);
        }
    }
    size_t count = next - first;
    g_string_append(names, count > NAMED_CAUSES ? " and others" : "");
    cli_note("%s (%s) keep%s calls through pointers unresolved: %" JSON_INTEGER_FORMAT
             "%s, %" JSON_INTEGER_FORMAT " as the only cause",
             names->str, json_string_value(json_object_get(cause, "reason")), count > 1 ? "" : "s",
             json_integer_value(json_object_get(cause, "sites")), count > 1 ? " each" : "",
             json_integer_value(json_object_get(cause, "only")));
    g_string_free(names, TRUE);
    return next;
}

/** Report the causes that keep most calls unresolved. */
static int report_causes(const struct cg_graph *graph, struct cg_error *error)
{
    json_t *causes = NULL;
    int status = cg_metadata_json(&causes, graph, CG_ON_GRAPH, 0, CG_KEY_UNRESOLVED_CAUSES, error);
    size_t cause = 0;
    for (size_t i = 0; !status && i < MOST_CAUSES && cause < json_array_size(causes); i++) {
        cause = report_alike(causes, cause);
    }
    json_decref(causes);
    return status;
}

static int link_whole(struct cg_graph *whole, const struct merge_settings *settings,
                      struct cg_error *error)
{
    struct cg_summaries *summaries = NULL;
    struct cg_link_options options = settings->link;
    struct cg_link_report *report = NULL;
    int status = set_entry(whole, settings->entry, error);
    if (status || settings->partial) {
        return status;
    }
    status = cg_summaries_new(&summaries, error);
    for (char **file = settings->summaries; file && *file && !status; file++) {
        status = cg_summaries_read(summaries, *file, error);
    }
    options.summaries = summaries;
    carried_describe(&options, (struct carried *)&settings->carried, settings->inputs->len);
    status = status ? status : cg_graph_link(whole, &options, &report, error);
    if (!status) {
        report_crowd(whole, report);
    }
    if (!status && settings->verbose) {
        report_linking(report);
        report_foreign(whole, report, &options);
        status = report_causes(whole, error);
    }
    cg_link_report_free(report);
    cg_summaries_free(summaries);
    return status;
}

/* With -r, other parts may still close cycles, so recursion is unknown: drop what the parts
 * recorded, unless they were linked. */
static int derive_whole(struct cg_graph *whole, const struct merge_settings *settings,
                        struct cg_error *error)
{
    if (!settings->partial) {
        return cg_graph_derive(whole, error);
    }
    bool linked = cg_metadata_has(whole, CG_ON_GRAPH, 0, CG_KEY_LINKED);
    for (cg_node n = 0; n < cg_graph_node_count(whole) && !linked; n++) {
        cg_metadata_remove(whole, CG_ON_NODE, n, CG_KEY_RECURSION);
    }
    return CG_OK;
}

static int write_whole(const struct cg_graph *whole, const struct merge_settings *settings,
                       struct cg_error *error)
{
    int status = settings->embed
                     ? embedded_graph_write(whole, settings->embed, &settings->write, error)
                     : CG_OK;
    return status || !settings->output
               ? status
               : graph_output_write(whole, settings->output, &settings->write, error);
}

static void sum_up(const struct cg_graph *whole, const struct merge_settings *settings)
{
    guint graphs = settings->inputs->len;
    uint32_t functions = cg_graph_node_count(whole), calls = cg_graph_edge_count(whole);
    const char *path = settings->output ? settings->output : settings->embed;
    const char *output = strcmp(path, "-") == 0 ? "standard output" : path;
    cli_summary(path, "%s: %u function%s, %u call%s from %u graph%s", output, functions,
                cli_s(functions), calls, cli_s(calls), graphs, cli_s(graphs));
}

static int merge_and_write(const struct merge_settings *settings,
                           const struct cg_registry *registry, bool *several,
                           struct cg_error *error)
{
    struct cg_graph *whole = NULL;
    struct culprits culprits = {.settings = settings};
    int status = merge_all(&whole, &culprits, registry, several, error);
    if (!status && cg_graph_main(whole) == CG_NONE) {
        carried_lose_mains((struct carried *)&settings->carried);
    }
    status = status ? status : incomplete_add(whole, settings->carried.lost, error);
    status = status ? status
                    : named_symbols_add(whole, settings->carried.named,
                                        settings->carried.by_libraries, error);
    status = status ? status : cg_graph_settle_unresolved_calls(whole, error);
    status = status ? status : merge_annotate(whole, settings, registry, error);
    status = status ? status : link_whole(whole, settings, error);
    if (status == CG_E_FORMAT) {
        culprits_name(&culprits, error);
    }
    culprits_clear(&culprits);
    status = status ? status : derive_whole(whole, settings, error);
    status = status ? status : write_whole(whole, settings, error);
    status = status ? status : incomplete_report(whole, settings->inputs->len, error);
    if (!status) {
        sum_up(whole, settings);
    }
    cg_graph_free(whole);
    return status;
}

int merge_run(const struct merge_settings *settings)
{
    struct cg_error error;
    struct cli_kinds kinds;
    bool several = false;
    if (!cli_kinds_load(&kinds, settings->plugins)) {
        return CLI_TROUBLE;
    }
    int status = cli_strategies_choose(kinds.registry, settings->strategies, &error);
    if (!status && settings->list_metadata) {
        cli_list_kinds(kinds.registry, settings->json);
    } else if (!status) {
        status = merge_and_write(settings, kinds.registry, &several, &error);
    }
    cli_kinds_free(&kinds);
    if (status) {
        cli_report(&error);
        return CLI_TROUBLE;
    }
    return cli_finish(several && settings->strict ? CLI_NO : CLI_OK);
}
