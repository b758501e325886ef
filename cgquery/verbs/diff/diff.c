/* The verb diff: what differs between two graphs of one program. */
#include "ask/ask.h"
#include "core/output_redirect.h"
#include "names/limit.h"
#include "names/sets.h"
#include "verbs/diff/differences.h"

#include <string.h>

/* Limits for text: functions that gained a library function, and the new calls that lead there.
 * JSON shows more. */
enum { SHOWN_GAINS = 3, SHOWN_GAINS_JSON = 100 };

/* A change in the number of callers is shown from this difference on, if the number doubled or
 * halved. */
enum { FAN_STEP = 5, FAN_FACTOR = 2 };

#define FORMS(FORM)                                                                                \
    FORM("text", diff_print_text)                                                                  \
    FORM("markdown", diff_print_markdown)                                                          \
    FORM("json", diff_print_json)                                                                  \
    FORM("dot", diff_print_dot)

static const struct form {
    const char *name;
    int (*print)(const struct differences *d, const struct diff_section *sections);
} forms[] = {
#define FORM(name, print) {name, print},
    FORMS(FORM)
#undef FORM
};

static const char *const names[] = {
#define NAME(name, print) name,
    FORMS(NAME)
#undef NAME
        NULL,
};

/* What is shown */

bool diff_shows_old(const struct differences *d, cg_node node)
{
    cg_node now = cg_diff_new_of(d->diff)[node];
    return query_is_within(d->before, node) || (now != CG_NONE && query_is_within(d->after, now));
}

bool diff_shows_new(const struct differences *d, cg_node node)
{
    cg_node was = cg_diff_old_of(d->diff)[node];
    return query_is_within(d->after, node) || (was != CG_NONE && query_is_within(d->before, was));
}

bool diff_shows_old_call(const struct differences *d, cg_edge edge)
{
    return diff_shows_old(d, cg_edge_caller(d->before->graph, edge)) ||
           diff_shows_old(d, cg_edge_callee(d->before->graph, edge));
}

bool diff_shows_new_call(const struct differences *d, cg_edge edge)
{
    return diff_shows_new(d, cg_edge_caller(d->after->graph, edge)) ||
           diff_shows_new(d, cg_edge_callee(d->after->graph, edge));
}

bool diff_shows_cycle(const struct differences *d, const struct cg_diff_cycle *cycle)
{
    bool shows = false;
    for (size_t i = 0; i < cycle->old_members.count && !shows; i++) {
        shows = diff_shows_old(d, cycle->old_members.nodes[i]);
    }
    for (size_t i = 0; i < cycle->new_members.count && !shows; i++) {
        shows = diff_shows_new(d, cycle->new_members.nodes[i]);
    }
    return shows;
}

cg_edge diff_old_call(const struct differences *d, cg_edge edge)
{
    cg_node caller = cg_diff_old_of(d->diff)[cg_edge_caller(d->after->graph, edge)];
    cg_node callee = cg_diff_old_of(d->diff)[cg_edge_callee(d->after->graph, edge)];
    return caller == CG_NONE || callee == CG_NONE
               ? CG_NONE
               : cg_graph_find_edge(d->before->graph, caller, callee);
}

cg_node *diff_common(const struct differences *d, uint32_t *count)
{
    uint32_t all = cg_graph_node_count(d->after->graph);
    cg_node *nodes = g_new(cg_node, all + 1);
    *count = 0;
    for (cg_node node = 0; node < all; node++) {
        if (cg_diff_old_of(d->diff)[node] != CG_NONE && diff_shows_new(d, node)) {
            nodes[(*count)++] = node;
        }
    }
    query_sort(d->after, nodes, *count);
    return nodes;
}

/* Comparison */

static int compare_graphs(struct differences *d, struct cg_error *error)
{
    GArray *before = query_find_entries(d->before);
    GArray *after = before ? query_find_entries(d->after) : NULL;
    int code = CLI_TROUBLE;
    if (after) {
        const struct cg_diff_options options = {CG_DIFF_OPTIONS_VERSION, (cg_node *)before->data,
                                                before->len, (cg_node *)after->data, after->len};
        code = cg_diff(&d->diff, d->before->graph, d->after->graph, &options, error)
                   ? query_fail(d->before, error)
                   : CLI_OK;
        g_array_unref(after);
    }
    if (before) {
        g_array_unref(before);
    }
    return code;
}

static size_t gain_limit(const struct options *options, bool json)
{
    return options->max == 0  ? CG_NONE
           : options->max > 0 ? (size_t)options->max
           : json             ? SHOWN_GAINS_JSON
                              : SHOWN_GAINS;
}

/* Functions without a body belong to libraries. */
static int find_gains(struct cg_diff_gains **out, const struct differences *d, bool lost, bool json,
                      struct cg_error *error)
{
    struct query *query = lost ? d->before : d->after;
    uint32_t count = cg_graph_node_count(query->graph);
    bool *targets = g_new(bool, count + 1);
    bool *shown = g_new(bool, count + 1);
    for (cg_node node = 0; node < count; node++) {
        targets[node] = !cg_node_has_body(query->graph, node);
        shown[node] = lost ? diff_shows_old(d, node) : diff_shows_new(d, node);
    }
    int status = cg_diff_gains(out, d->diff,
                               &(struct cg_diff_gains_query){
                                   CG_DIFF_GAINS_QUERY_VERSION, d->before->graph, d->after->graph,
                                   lost, targets, shown, gain_limit(&query->options, json)},
                               error);
    g_free(targets);
    g_free(shown);
    return status ? query_fail(query, error) : CLI_OK;
}

static uint32_t count_callers(const struct cg_graph *graph, cg_node node)
{
    const cg_edge *edges;
    uint32_t count = cg_node_in_edges(graph, node, &edges), callers = 0;
    for (uint32_t i = 0; i < count; i++) {
        callers += cg_edge_kinds(graph, edges[i]) != CG_EDGE_CANDIDATE;
    }
    return callers;
}

static GArray *find_fans(const struct differences *d)
{
    GArray *fans = g_array_new(FALSE, FALSE, sizeof(struct fan));
    uint32_t count;
    cg_node *nodes = diff_common(d, &count);
    for (uint32_t i = 0; i < count; i++) {
        const struct fan fan = {nodes[i],
                                count_callers(d->before->graph, cg_diff_old_of(d->diff)[nodes[i]]),
                                count_callers(d->after->graph, nodes[i])};
        uint32_t less = MIN(fan.before, fan.after), more = MAX(fan.before, fan.after);
        if (more - less >= FAN_STEP && more / FAN_FACTOR >= less) {
            g_array_append_val(fans, fan);
        }
    }
    g_free(nodes);
    return fans;
}

/* If the paths of two graphs have different roots, internal functions cannot be matched. */
static void note_roots(const struct differences *d)
{
    struct cg_function_set moved = cg_diff_moved(d->diff);
    uint32_t count;
    cg_node *nodes = diff_common(d, &count);
    size_t defined = 0;
    for (uint32_t i = 0; i < count; i++) {
        defined += cg_node_has_body(d->after->graph, nodes[i]);
    }
    if (moved.count > 1 && moved.count > defined / 2) {
        cli_note("most functions have moved: were the graphs collected with the same --root?");
    }
    g_free(nodes);
}

static int work_out(struct differences *d, bool json)
{
    struct cg_error error;
    int code = compare_graphs(d, &error);
    if (code == CLI_OK) {
        note_roots(d);
        d->fans = find_fans(d);
        code = find_gains(&d->gained, d, false, json, &error);
    }
    return code == CLI_OK ? find_gains(&d->lost, d, true, json, &error) : code;
}

static void differences_clear(struct differences *d)
{
    if (d->fans) {
        g_array_unref(d->fans);
    }
    cg_diff_gains_free(d->gained);
    cg_diff_gains_free(d->lost);
    cg_diff_free(d->diff);
}

/* Output */

static bool differ(const struct diff_section *sections)
{
    size_t all = 0;
    for (size_t i = 0; i < DIFF_SECTIONS; i++) {
        all += diff_section_count(&sections[i]);
    }
    return all > 0;
}

static int print_answer(const struct differences *d, const struct form *form)
{
    struct diff_section sections[DIFF_SECTIONS];
    struct redirect redirect;
    int code = redirect_begin(&redirect, d->before, d->after->graph_path);
    if (code != CLI_OK) {
        return code;
    }
    diff_sections(sections, d);
    code = form->print(d, sections);
    if (code == CLI_OK && differ(sections)) {
        code = CLI_NO;
    }
    diff_sections_clear(sections);
    bool trouble = d->before->trouble || d->after->trouble;
    return redirect_end(&redirect, trouble ? CLI_TROUBLE : code);
}

static const struct form *choose_form(const struct options *options)
{
    const char *name = options->format ? options->format : options->json ? "json" : "text";
    for (size_t i = 0; i < G_N_ELEMENTS(forms); i++) {
        if (strcmp(forms[i].name, name) == 0) {
            if (options->json && strcmp(name, "json") != 0) {
                cli_error("--json and --format=%s exclude each other", name);
                return NULL;
            }
            return &forms[i];
        }
    }
    cli_error("--format takes text, markdown, json or dot");
    return NULL;
}

/* Functions of --include may exist in only one of the graphs. */
static int take_in(struct query *before, struct query *after)
{
    if (!before->options.include) {
        return CLI_OK;
    }
    after->within = query_take_in(after);
    if (!after->within) {
        return CLI_TROUBLE;
    }
    bool any = false;
    for (cg_node node = 0; node < cg_graph_node_count(before->graph); node++) {
        any = any || before->within[node];
    }
    for (cg_node node = 0; node < cg_graph_node_count(after->graph); node++) {
        any = any || after->within[node];
    }
    if (!any) {
        cli_error("neither %s nor %s has a function that --include names", before->graph_name,
                  after->graph_name);
    }
    return any ? CLI_OK : CLI_TROUBLE;
}

static int run_both(struct query *before, struct query *after, const struct form *form)
{
    struct differences d = {.before = before, .after = after};
    int code = take_in(before, after);
    if (code == CLI_OK) {
        code = work_out(&d, strcmp(form->name, "json") == 0);
    }
    if (code == CLI_OK) {
        code = print_answer(&d, form);
    }
    differences_clear(&d);
    before->trouble = before->trouble || after->trouble;
    return code;
}

static int run_diff(struct query *query, char **arguments)
{
    struct query after;
    const struct form *form = choose_form(&query->options);
    if (!form) {
        return CLI_TROUBLE;
    }
    if (strcmp(query->graph_path, "-") == 0 && strcmp(arguments[0], "-") == 0) {
        cli_error("only one of the graphs can come from standard input");
        return CLI_TROUBLE;
    }
    int code = query_open(&after, query, arguments[0]);
    if (code == CLI_OK) {
        code = run_both(query, &after, form);
    }
    query_close(&after);
    return code;
}

const struct verb verb_diff = {
    .name = "diff",
    .arguments = "OLD [NEW]",
    .summary = "Compare two graphs of one program.",
    .description =

        "First the totals, then a line for each difference. + is only in NEW, - is only in OLD, ~ "
        "is\n"
        "in both:\n"
        "  + function NAME (FILE:LINE)       also ~ NAME moved from PLACE to PLACE, now defined\n"
        "                                    NAME, no longer defined NAME\n"
        "  + call CALLER -> CALLEE [KINDS] FILE:LINE:COLUMN (+N more sites)\n"
        "  + entries-reach NAME (FILE:LINE)  the entry points now lead to a function of both "
        "graphs\n"
        "  + reach LIBRARY-FUNCTION from NAME    a function of both graphs now leads to it; below\n"
        "    reach LIBRARY-FUNCTION by CALLER -> CALLEE ...    the new calls that make it so\n"
        "  + cycle NAME, NAME, ...           ~: +NAME joined a cycle of both graphs, -NAME left "
        "it\n"
        "  + unresolved FILE:LINE:COLUMN TYPE REASON (UNKNOWN) in NAME\n"
        "  ~ callers NAME: N -> M            5 more or fewer, and at least twice or half as many\n"
        "  ~ value NAME KEY: TEXT -> TEXT    metadata that --kind names\n"
        "Functions are matched by name. Internal functions, and functions that share a name, are\n"
        "matched by file as well; the only ones left over have moved. Unresolved calls are "
        "matched\n"
        "by everything but their line. What is reached counts known calls only: a function that "
        "is\n"
        "no longer reached may still be called by an unresolved call. --include keeps differences\n"
        "of functions of SET, which may name functions of either graph.\n"
        "\n"
        "--format=markdown prints a table and folded lists for a review comment, 50 lines each.\n"
        "--format=dot draws new functions and calls in green, removed ones in red, those of other\n"
        "kinds in amber, and what is --depth calls around them in grey.\n"
        "\n"
        "JSON: \"graph\" (OLD), \"new\", \"differ\", \"functions\" (\"added\", \"gone\", \"moved\" "
        "with \"from\",\n"
        "\"defined\", \"undefined\"), \"calls\" (\"added\", \"gone\", \"changed\" with \"was\"), "
        "\"entriesReach\"\n"
        "(\"gained\", \"lost\"), \"reach\" (\"gained\", \"lost\": \"target\", \"count\", the first "
        "\"functions\",\n"
        "\"causeCount\", the first \"causes\"), \"cycles\" (numbers \"before\" and \"after\"; "
        "functions \"old\",\n"
        "\"new\", \"gained\", \"lost\"), \"unresolved\" (\"gained\", \"lost\": sites with "
        "\"function\"), \"callers\"\n"
        "(\"function\", \"before\", \"after\"), \"values\" (\"function\", \"kind\", \"before\", "
        "\"after\").",
    .options = OPTIONS_COMMON | OPTION_MAX | OPTION_DRAWING | OPTION_DEPTH | OPTION_ENTRY |
               OPTION_FORMAT | OPTION_OUTPUT | OPTION_VALUES,
    .limit = LIMIT_LIST,
    .two_graphs = true,
    .max_help = CLI_MAX_HELP("all; functions that reach: 3, with --json 100; markdown: 50"),
    .formats = names,
    .format_help = "Answer in text (default), markdown, json or dot",
    .depth_help =
        "Draw what is up to N calls away from what differs (default 1, the ends of calls)",
    .run = run_diff,
};
