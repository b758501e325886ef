/* Links a graph: solves its pointer facts and writes which callees each call has. */
#include <libcg/link.h>

#include <libcg/metadata.h>
#include <libcg/site.h>

#include "base/error.h"
#include "base/versioned_options.h"
#include "classes/virtual.h"
#include "facts/fact_survey.h"
#include "link/write_targets.h"
#include "linked/crowded_calls.h"
#include "linked/link_report.h"
#include "linked/source_files.h"
#include "memory/copied_records.h"
#include "memory/declared_types.h"
#include "memory/machine_code.h"
#include "memory/untyped_memory.h"
#include "memory/used_records.h"
#include "points_to/bindings.h"
#include "resolve/bind_calls.h"
#include "resolve/compiler_calls.h"
#include "resolve/external_code.h"
#include "resolve/many_callees.h"
#include "resolve/read_facts.h"
#include "resolve/receivers.h"
#include "resolve/unseen_calls.h"
#include "strings/text.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static int seen(void *data, uint32_t tag, uint32_t object, struct cg_error *error)
{
    struct program *program = data;
    enum watch_kind kind = program->watches.items[(size_t)2 * tag];
    uint32_t index = program->watches.items[(size_t)2 * tag + 1];
    switch (kind) {
    case WATCH_CALL:
        return call_object(program, index, object, error);
    case WATCH_OUTSIDE:
        return external_object(program, object, error);
    case WATCH_TYPED:
        return external_typed(program, index, object, error);
    case WATCH_CAST:
        return call_cast(program, index, object, error);
    case WATCH_INSIDES:
        return memory_insides(program, index, object, error);
    case WATCH_REACH:
        return memory_reach(program, index, object, error);
    case WATCH_FIELDS:
        return memory_fields(program, index, object, error);
    case WATCH_KEPT_PLACE:
        return machine_place(program, index, object, error);
    case WATCH_KEPT_VALUE:
        return machine_value(program, index, object, error);
    case WATCH_FURTHER:
        return memory_further(program, program->accesses[index].slot, object,
                              program->accesses[index].cell, error);
    case WATCH_OWN:
        return memory_own(program, index, object, error);
    case WATCH_LOAD:
        return memory_load(program, index, object, error);
    case WATCH_STORE:
        return memory_store(program, index, object, error);
    case WATCH_GATHER:
        return effects_gather(program, index, object, error);
    case WATCH_SPREAD:
        return effects_spread(program, index, object, error);
    case WATCH_TABLE:
        return memory_table(program, index, object, error);
    case WATCH_COPIED_TO:
    case WATCH_COPIED_FROM:
        return records_end(program, index, kind == WATCH_COPIED_FROM, object, error);
    case WATCH_FILL:
        return effects_fill(program, index, object, error);
    }
    return CG_OK;
}

/* A virtual call that may call uncollected code passes its arguments to it, so solving goes on. */
static int solve(struct program *program, struct cg_error *error)
{
    bool more = true, exposed = false, data = false, unseen = false;
    int status = program_watch(program, program->outside, WATCH_OUTSIDE, 0, error);
    status = status ? status : memory_prepare(program, error);
    numbers_settle(&program->uses, 2);
    status = status ? status : machine_prepare(program, error);
    program->solving = true;
    while (!status && more) {
        status = solver_solve(program->solver, seen, program, error);
        status = status ? status : receivers_expose(&exposed, program, error);
        status = status ? status : receivers_open(&more, program, error);
        bool copied = false;
        status = status ? status : records_copied(&copied, program, error);
        status = status || copied ? status : records_used(&copied, program, error);
        bool others = more || exposed || copied;
        status = status || others ? status : records_fill(&copied, program, error);
        status = status || copied ? status : data_call(&data, program, error);
        more = more || exposed || data || copied;
        if (!status && !more && !unseen) {
            unseen = true;
            status = unseen_call(&more, program, error);
        }
    }
    return status;
}

/* Edges that existed before, or that do more than call a parameter, have no context. */
static int write_targets(struct program *program, uint64_t most_edges,
                         struct cg_link_report *report, struct cg_error *error)
{
    struct context_edges edges = {0};
    uint32_t nodes = cg_graph_node_count(program->graph);
    bindings_sort(program);
    int status = crowds_open(program, most_edges, report, error);
    status = status ? status : bindings_list(&edges, program, error);
    status = status ? status : bindings_solve(program, &edges, error);
    status = status ? status : targets_write(program, report, error);
    status = status ? status : compiler_calls_write(program, most_edges, error);
    status = status ? status : bindings_write(program, &edges, nodes, error);
    free(edges.items);
    return status;
}

static bool is_kept(const void *summaries, const char *type)
{
    const struct summary *summary = summaries_find(summaries, type);
    return summary && summary->kept;
}

static int solve_pointers(struct program *program, const struct cg_link_options *options,
                          struct cg_link_report *report, struct cg_error *error)
{
    int status = facts_read_all(program, error);
    status = status ? status : external_prepare(program, options->world, report, error);
    status = status ? status : compiler_calls_find(program, error);
    status = status ? status
                    : hierarchy_new(&program->hierarchy, program->graph,
                                    program->uncollected_code || program->loads, error);
    if (!status) {
        hierarchy_keep(program->hierarchy, is_kept, program->summaries);
    }
    status = status ? status : facts_bind_calls(program, options->most_edges, error);
    status = status ? status : slots_unite_names(program, error);
    status = status ? status : effects_name_slots(program, error);
    status = status ? status : declared_records_join(program, error);
    status = status ? status : external_seed(program, error);
    status = status ? status : solve(program, error);
    status = status ? status : handed_call(program, error);
    status = status ? status : write_targets(program, options->most_edges, report, error);
    if (!status && options->types) {
        status = candidates_write(program, options->most_edges, error);
    }
    report->counts[CG_LINK_FACTS] = program->fact_count;
    return status;
}

static int record_linking(struct program *program, const struct cg_link_options *options,
                          struct cg_error *error)
{
    struct cg_text text = {0};
    const char *before = "\"assume\":[";
    cg_text_add(&text, "{");
    for (unsigned bit = 0; cg_promise_name(bit); bit++) {
        if (options->promised >> bit & 1) {
            cg_text_add(&text, before);
            const char *name = cg_promise_name(bit);
            cg_text_add_json_string(&text, name, strlen(name));
            before = ",";
        }
    }
    cg_text_add(&text, *before == ',' ? "]," : "");
    bool foreign = program->uncollected_code || program->loads;
    cg_text_add(&text, foreign ? "\"foreignCode\":true" : "\"foreignCode\":false");
    cg_text_add(&text, program->foreign_variables ? ",\"foreignVariables\":true" : "");
    cg_text_add(&text, ",\"virtual\":\"");
    cg_text_add(&text, options->virtual_mode == CG_VIRTUAL_RTA ? "rta" : "cha");
    cg_text_add(&text, "\",\"world\":\"");
    cg_text_add(&text, program->library ? "open\"}" : "closed\"}");
    int status = text.failed ? cg_fail_memory(error)
                             : cg_metadata_set(program->graph, CG_ON_GRAPH, 0, CG_KEY_LINKED,
                                               &(struct cg_value){text.bytes, text.length}, error);
    cg_text_free(&text);
    return status;
}

static void drop_facts(struct cg_graph *graph)
{
    cg_metadata_remove(graph, CG_ON_GRAPH, 0, CG_KEY_POINTER_FACTS);
    source_files_forget(graph);
    cg_metadata_remove(graph, CG_ON_GRAPH, 0, CG_KEY_CLASSES);
    for (cg_node n = 0; n < cg_graph_node_count(graph); n++) {
        cg_metadata_remove(graph, CG_ON_NODE, n, CG_KEY_POINTER_FACTS);
        cg_metadata_remove(graph, CG_ON_NODE, n, CG_KEY_CLASSES);
    }
}

static int link_virtual(struct program *program, const struct cg_link_options *options,
                        struct cg_link_report *report, struct cg_error *error)
{
    struct receivers_index index;
    struct virtual_known known = {receivers_known, &index};
    int status = receivers_index(&index, program, error);
    status = status
                 ? status
                 : virtual_link(program->graph, program->hierarchy, &known, options, report, error);
    free(index.calls);
    return status;
}

static const struct cg_link_report nothing = {
    .foreign_function = CG_NONE, .loader = CG_NONE, .crowded_caller = CG_NONE};

/* @param bounded calls have a bound of callees; receives whether they need one, after a failure */
static int link_within(bool *bounded, struct cg_graph *graph, const struct fact_survey *survey,
                       const struct cg_link_options *options, struct cg_link_report *report,
                       struct cg_error *error)
{
    struct program program;
    *report = nothing;
    int status = program_init(&program, graph, survey->typed, error);
    program.bounded = *bounded;
    program.summaries = options->summaries;
    program.promised = options->promised;
    program.is_exported = options->is_exported;
    program.is_referenced = options->is_referenced;
    program.symbols = options->symbols;
    status = status ? status : solve_pointers(&program, options, report, error);
    status = status ? status : link_virtual(&program, options, report, error);
    status = status ? status : record_linking(&program, options, error);
    *bounded = program.overfull;
    callees_free(&program);
    program_free(&program);
    return status;
}

static int link_program(struct cg_graph *graph, const struct cg_link_options *options,
                        struct cg_link_report *report, struct cg_error *error)
{
    bool bounded = false;
    struct fact_survey survey;
    int status = facts_survey(&survey, graph, error);
    status = status ? status : link_within(&bounded, graph, &survey, options, report, error);
    if (status == CG_E_LIMIT && bounded) {
        status = link_within(&bounded, graph, &survey, options, report, error);
    }
    if (!status) {
        drop_facts(graph);
    }
    return status;
}

static int check_thawed(const struct cg_graph *graph, struct cg_error *error)
{
    return cg_graph_is_frozen(graph) ? cg_fail(error, CG_E_STATE, "a frozen graph cannot be linked")
                                     : CG_OK;
}

int cg_graph_check_link(struct cg_graph *graph, struct cg_error *error)
{
    struct program program;
    int status = check_thawed(graph, error);
    if (status) {
        return status;
    }
    struct fact_survey survey;
    status = facts_survey(&survey, graph, error);
    if (status) {
        return status;
    }
    status = program_init(&program, graph, survey.typed, error);
    status = status ? status : facts_read_all(&program, error);
    status = status ? status : hierarchy_new(&program.hierarchy, graph, false, error);
    program_free(&program);
    return status;
}

static int link_with(struct cg_graph *graph, struct cg_link_options *options,
                     struct cg_link_report *report, struct cg_error *error)
{
    struct cg_summaries *built_in = NULL;
    int status = CG_OK;
    *report = nothing;
    if (!facts_are_there(graph)) {
        source_files_forget(graph);
        return CG_OK;
    }
    options->most_edges = crowded_bound(options->most_edges, cg_graph_edge_count(graph));
    if (!options->summaries) {
        status = cg_summaries_new(&built_in, error);
        options->summaries = built_in;
    }
    if (!status) {
        status = link_program(graph, options, report, error);
    }
    cg_summaries_free(built_in);
    return status;
}

int cg_graph_link(struct cg_graph *graph, const struct cg_link_options *options,
                  struct cg_link_report **report, struct cg_error *error)
{
    struct cg_link_options own = CG_LINK_OPTIONS_INIT;
    static const size_t sizes[] = {offsetof(struct cg_link_options, most_edges),
                                   offsetof(struct cg_link_options, is_exported), sizeof own};
    struct cg_link_report *done = malloc(sizeof *done);
    int status = done ? CG_OK : cg_fail_memory(error);
    status = status ? status : options_take(&own, options, "cg_link_options", sizes, error);
    status = status ? status : check_thawed(graph, error);
    status = status ? status : link_with(graph, &own, done, error);
    if (status || !report) {
        free(done);
        done = NULL;
    }
    if (report) {
        *report = done;
    }
    return status;
}

uint64_t cg_link_report_count(const struct cg_link_report *report, enum cg_link_count what)
{
    return (size_t)what < sizeof report->counts / sizeof *report->counts ? report->counts[what] : 0;
}

cg_node cg_link_report_foreign_function(const struct cg_link_report *report)
{
    return report->foreign_function;
}

cg_node cg_link_report_loader(const struct cg_link_report *report)
{
    return report->loader;
}

cg_node cg_link_report_crowded_caller(const struct cg_link_report *report, uint32_t *line)
{
    *line = report->crowded_line;
    return report->crowded_caller;
}

void cg_link_report_free(struct cg_link_report *report)
{
    free(report);
}
