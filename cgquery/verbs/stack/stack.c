/* The verb stack: weighs what is known of frames and calls. */
#include "verbs/stack/stack.h"

#include "names/sets.h"

#include <libcg/kinds.h>

#include <stdlib.h>
#include <string.h>

#define SHOWN_ENTRIES 10

/* Frames */

static int64_t add_overhead(const struct stack_answer *answer, int64_t bytes)
{
    int64_t sum;
    bool beyond = __builtin_add_overflow(bytes, answer->bounds.overhead, &sum);
    return beyond ? G_MAXINT64 : sum;
}

static int64_t find_frame(const struct stack_answer *answer, cg_node node, uint8_t *doubts)
{
    const struct cg_graph *graph = answer->query->graph;
    const struct stack_bounds *bounds = &answer->bounds;
    struct cg_stack_size size;
    if (bounds->frame[node] >= 0) {
        return bounds->frame[node];
    }
    if (cg_stack_size(&size, graph, node) && size.bytes >= 0) {
        *doubts |= size.kind == CG_STACK_DYNAMIC ? DOUBT_GROWS : 0;
        *doubts |= size.measured ? 0 : DOUBT_ESTIMATED;
        return size.bytes;
    }
    if (cg_node_has_body(graph, node)) {
        *doubts |= DOUBT_FRAME;
        return -1;
    }
    *doubts |= bounds->library < 0 ? DOUBT_LIBRARY : 0;
    return bounds->library;
}

static void weigh_frames(struct stack_answer *answer)
{
    bool any = false;
    for (cg_node node = 0; node < cg_graph_node_count(answer->query->graph); node++) {
        int64_t frame = find_frame(answer, node, &answer->doubts[node]);
        answer->frame[node] = frame < 0 ? -1 : add_overhead(answer, frame);
        any = any || frame >= 0;
    }
    if (!any) {
        cli_note("%s has the frame of no function; 'cgmerge --annotate' adds what compilers write "
                 "with -fstack-usage",
                 answer->query->graph_name);
    }
}

/* Unknown calls */

GPtrArray *stack_open_sites(const struct stack_answer *answer, const struct cg_site_list *sites,
                            cg_node node)
{
    GPtrArray *open = g_ptr_array_new();
    for (size_t i = 0; i < site_count(sites) && !answer->bounds.closed[node]; i++) {
        const struct cg_site *site = cg_site_list_at(sites, i);
        guint next = 0;
        if (!stack_bounds_place(&answer->bounds, site, &next)) {
            g_ptr_array_add(open, (gpointer)(uintptr_t)site);
        }
    }
    return open;
}

/* Calls from bounds, in canonical order of callees. */
static void add_calls(struct stack_answer *answer, cg_node caller, const bool *set)
{
    GArray *callees = query_members(answer->query, set);
    for (guint i = 0; i < callees->len; i++) {
        const struct cg_stack_call call = {caller, g_array_index(callees, cg_node, i)};
        g_array_append_val(answer->calls, call);
    }
    g_array_unref(callees);
}

static void look_up_bounds(struct stack_answer *answer, const struct cg_site_list *sites,
                           cg_node node)
{
    for (size_t i = 0; i < site_count(sites); i++) {
        struct stack_place *place;
        guint next = 0;
        while ((place = stack_bounds_place(&answer->bounds, cg_site_list_at(sites, i), &next))) {
            place->used = true;
            if (place->callees) {
                add_calls(answer, node, place->callees);
            }
        }
    }
}

static void weigh_unresolved_calls(struct stack_answer *answer)
{
    struct query *query = answer->query;
    for (cg_node node = 0; node < cg_graph_node_count(query->graph); node++) {
        if (!cg_metadata_has(query->graph, CG_ON_NODE, node, CG_KEY_UNRESOLVED_CALLS)) {
            bool silent = cg_node_has_body(query->graph, node);
            answer->doubts[node] |= silent && !answer->bounds.closed[node] ? DOUBT_UNRECORDED : 0;
            answer->closes[node] = silent;
            continue;
        }
        struct cg_site_list *sites = query_sites(query, node, CG_KEY_UNRESOLVED_CALLS);
        GPtrArray *open = stack_open_sites(answer, sites, node);
        answer->doubts[node] |= open->len ? DOUBT_UNRESOLVED : 0;
        answer->closes[node] = site_count(sites) > 0;
        look_up_bounds(answer, sites, node);
        g_ptr_array_unref(open);
        cg_site_list_free(sites);
    }
}

/* Later calls by uncollected code */

guint stack_count_callable(const struct stack_answer *answer)
{
    guint callable = 0;
    for (cg_node node = 0; node < cg_graph_node_count(answer->query->graph); node++) {
        callable += answer->callable[node];
    }
    return callable;
}

/* Apply the bounds for a function's calls. @return whether there are any */
static bool look_up_backs(struct stack_answer *answer, cg_node node)
{
    bool found = answer->bounds.closed[node] != 0;
    for (guint i = 0; i < answer->bounds.backs->len; i++) {
        struct stack_back *back = &g_array_index(answer->bounds.backs, struct stack_back, i);
        if (back->callers[node]) {
            back->used = found = true;
            add_calls(answer, node, back->callees);
        }
    }
    return found;
}

static int weigh_later_calls(struct stack_answer *answer)
{
    const struct cg_graph *graph = answer->query->graph;
    uint32_t count = cg_graph_node_count(graph);
    struct cg_error error;
    bool *callers = g_new0(bool, count + 1);
    int status =
        cg_stack_callbacks(callers, answer->callable, graph, (const cg_node *)answer->starts->data,
                           answer->starts->len, &error);
    for (cg_node node = 0; !status && node < count; node++) {
        if (!cg_node_has_body(graph, node)) {
            bool bounded = look_up_backs(answer, node);
            answer->closes[node] = answer->closes[node] || callers[node];
            answer->doubts[node] |= callers[node] && !bounded ? DOUBT_LATER : 0;
        }
    }
    g_free(callers);
    return status ? query_fail(answer->query, &error) : CLI_OK;
}

/* Callbacks */

/* The stack that the functions of a name need, -1 if it is not known for all. */
static int64_t frame_of_name(const struct stack_answer *answer, const char *name)
{
    const struct cg_graph *graph = answer->query->graph;
    int64_t most = -1;
    cg_node node = cg_graph_find(graph, name);
    if (node == CG_NONE) {
        int64_t library = answer->bounds.library;
        return library < 0 ? -1 : add_overhead(answer, library);
    }
    for (; node != CG_NONE; node = cg_graph_find_next(graph, name, node)) {
        if (answer->frame[node] < 0) {
            return -1;
        }
        most = MAX(most, answer->frame[node]);
    }
    return most;
}

const char *stack_through(const struct stack_answer *answer, const struct cg_site_list *sites,
                          int64_t *bytes)
{
    const char *through = NULL;
    *bytes = -1;
    for (size_t i = 0; i < site_count(sites); i++) {
        const struct cg_site *site = cg_site_list_at(sites, i);
        const char *name = site->through ? site->through : "?";
        if (!site->kind || strcmp(site->kind, cg_edge_kind_name(CG_EDGE_CALLBACK)) != 0) {
            continue;
        }
        int64_t frame = frame_of_name(answer, name);
        if (!through || (*bytes >= 0 && (frame < 0 || frame > *bytes))) {
            through = name;
            *bytes = frame;
        }
    }
    return through;
}

/* A function that is called back is above the frame of the library function, which is above that of
 * its own caller. */
static void weigh_callbacks(struct stack_answer *answer)
{
    struct query *query = answer->query;
    for (cg_edge edge = 0; edge < cg_graph_edge_count(query->graph); edge++) {
        if (cg_edge_kinds(query->graph, edge) & CG_EDGE_CALLBACK) {
            struct cg_site_list *sites = query_sites(query, edge, CG_KEY_CALL_SITES);
            stack_through(answer, sites, &answer->between[edge]);
            if (answer->between[edge] < 0) {
                answer->doubts[cg_edge_callee(query->graph, edge)] |= DOUBT_CALLBACK;
            }
            cg_site_list_free(sites);
        }
    }
}

/* The answer */

static int weigh(struct stack_answer *answer)
{
    const struct query *query = answer->query;
    uint32_t count = cg_graph_node_count(query->graph);
    struct cg_error error;
    answer->frame = g_new(int64_t, count + 1);
    answer->between = g_new0(int64_t, cg_graph_edge_count(query->graph) + 1);
    answer->doubts = g_new0(uint8_t, count + 1);
    answer->closes = g_new0(bool, count + 1);
    answer->callable = g_new0(bool, count + 1);
    answer->calls = g_array_new(FALSE, FALSE, sizeof(struct cg_stack_call));
    weigh_frames(answer);
    weigh_unresolved_calls(answer);
    weigh_callbacks(answer);
    if (weigh_later_calls(answer) != CLI_OK) {
        return CLI_TROUBLE;
    }
    bool *unsure = g_new(bool, count + 1);
    for (cg_node node = 0; node < count; node++) {
        unsure[node] = answer->doubts[node] != 0;
    }
    const struct cg_stack_query asked = {
        CG_STACK_QUERY_VERSION,
        .frame = answer->frame,
        .unsure = unsure,
        .between = answer->between,
        .recursion = answer->bounds.recursion,
        .calls = (const struct cg_stack_call *)answer->calls->data,
        .call_count = answer->calls->len,
    };
    int status = cg_stack_new(&answer->stack, query->graph, &asked, &error);
    g_free(unsure);
    return status ? query_fail(answer->query, &error) : CLI_OK;
}

static gint most_first(gconstpointer a, gconstpointer b, gpointer rank)
{
    const struct stack_entry *x = a, *y = b;
    const uint32_t *ranks = rank;
    if (x->bytes != y->bytes) {
        return x->bytes < y->bytes ? 1 : -1;
    }
    return (ranks[x->node] > ranks[y->node]) - (ranks[x->node] < ranks[y->node]);
}

/* A total beyond the range of numbers is no bound; code outside a part may call the rest. */
static enum cg_stack_verdict judge_entry(const struct stack_answer *answer,
                                         const struct stack_entry *entry)
{
    enum cg_stack_verdict verdict = cg_stack_verdict(answer->stack, entry->node);
    bool certain = verdict == CG_STACK_CERTAIN && entry->bytes < G_MAXINT64 && !answer->part;
    return certain || verdict == CG_STACK_UNBOUNDED ? verdict : CG_STACK_UNKNOWN;
}

static void weigh_entries(struct stack_answer *answer)
{
    const GArray *nodes = answer->starts;
    answer->entries = g_array_new(FALSE, FALSE, sizeof(struct stack_entry));
    for (guint i = 0; i < nodes->len; i++) {
        struct stack_entry entry = {.node = g_array_index(nodes, cg_node, i)};
        if (__builtin_add_overflow(cg_stack_bytes(answer->stack, entry.node),
                                   answer->bounds.red_zone, &entry.bytes)) {
            entry.bytes = G_MAXINT64;
        }
        entry.verdict = judge_entry(answer, &entry);
        g_array_append_val(answer->entries, entry);
    }
    g_array_sort_with_data(answer->entries, most_first, (gpointer)query_rank(answer->query));
    int max = answer->query->options.max;
    guint most = max > 0                                   ? (guint)max
                 : max == 0 || answer->query->options.json ? G_MAXUINT
                                                           : SHOWN_ENTRIES;
    answer->shown = MIN(most, answer->entries->len);
    answer->reached = g_new(cg_node, cg_graph_node_count(answer->query->graph) + 1);
    answer->is_reached = g_new0(bool, cg_graph_node_count(answer->query->graph) + 1);
}

/* Whether all entries keep to the limit. */
static int judge(const struct stack_answer *answer)
{
    int64_t limit = answer->query->options.limit;
    bool beyond = false, unknown = false;
    for (guint i = 0; i < answer->entries->len && limit >= 0; i++) {
        const struct stack_entry *entry = &g_array_index(answer->entries, struct stack_entry, i);
        beyond = beyond || entry->bytes > limit || entry->verdict == CG_STACK_UNBOUNDED;
        unknown = unknown || entry->verdict == CG_STACK_UNKNOWN;
    }
    return beyond ? CLI_NO : unknown ? CLI_UNKNOWN : CLI_OK;
}

/** Functions for each that is reached: below, looking at all costs less than sorting. */
#define MANY_FOR_SORTING 16

static void put_in_order(const struct stack_answer *answer, uint32_t count)
{
    if (count < cg_graph_node_count(answer->query->graph) / MANY_FOR_SORTING) {
        query_sort(answer->query, answer->reached, count);
        return;
    }
    GArray *all = query_members(answer->query, answer->is_reached);
    memcpy(answer->reached, all->data, count * sizeof *answer->reached);
    g_array_unref(all);
}

int stack_find_grounds(struct stack_grounds *out, const struct stack_answer *answer,
                       const struct stack_entry *entry)
{
    struct cg_error error;
    *out = (struct stack_grounds){.reached = answer->reached, .is_reached = answer->is_reached};
    if (cg_stack_path(&out->steps, &out->step_count, answer->stack, entry->node, &error) ||
        cg_stack_reached(answer->reached, &out->reached_count, answer->is_reached, answer->stack,
                         entry->node, &error)) {
        return query_fail(answer->query, &error);
    }
    put_in_order(answer, out->reached_count);
    return CLI_OK;
}

void stack_grounds_clear(struct stack_grounds *grounds)
{
    free(grounds->steps);
    for (uint32_t i = 0; i < grounds->reached_count; i++) {
        grounds->is_reached[grounds->reached[i]] = false;
    }
}

const char *stack_verdict_word(enum cg_stack_verdict verdict)
{
    static const char *const words[] = {
        [CG_STACK_CERTAIN] = "certain",
        [CG_STACK_UNKNOWN] = "unknown",
        [CG_STACK_UNBOUNDED] = "unbounded",
    };
    return words[verdict];
}

static void sum_up_bounds(const struct stack_answer *answer)
{
    guint count = answer->entries->len, certain = 0;
    for (guint i = 0; i < count; i++) {
        const struct stack_entry *entry = &g_array_index(answer->entries, struct stack_entry, i);
        certain += entry->verdict == CG_STACK_CERTAIN;
    }
    query_sum_up(answer->query, "%u of %u entry point%s bounded", certain, count, cli_s(count));
}

static void clear_answer(struct stack_answer *answer)
{
    stack_bounds_clear(&answer->bounds);
    cg_stack_free(answer->stack);
    g_free(answer->frame);
    g_free(answer->between);
    g_free(answer->doubts);
    if (answer->calls) {
        g_array_unref(answer->calls);
    }
    g_free(answer->closes);
    g_free(answer->reached);
    g_free(answer->is_reached);
    g_free(answer->callable);
    if (answer->starts) {
        g_array_unref(answer->starts);
    }
    if (answer->entries) {
        g_array_unref(answer->entries);
    }
}

static int run_stack(struct query *query, char **arguments)
{
    (void)arguments;
    struct stack_answer answer = {.query = query, .part = query_is_part(query)};
    int code = stack_bounds_read(&answer.bounds, query);
    if (code == CLI_OK) {
        answer.starts = query_entries(query);
        code = answer.starts ? weigh(&answer) : CLI_TROUBLE;
    }
    if (code == CLI_OK) {
        stack_bounds_note_unused(&answer);
        weigh_entries(&answer);
        code = query->options.json ? stack_print_json(&answer) : stack_print_text(&answer);
    }
    if (code == CLI_OK) {
        sum_up_bounds(&answer);
        code = judge(&answer);
    }
    clear_answer(&answer);
    return code;
}

const struct verb verb_stack = {
    .name = "stack",
    .arguments = "[GRAPH]",
    .summary = "Bound the stack that is needed, and show the calls that need it.",
    .description =
        "Gives the most stack that each entry point may need, largest first:\n"
        "  NAME: at most N bytes            no chain of calls needs more\n"
        "  NAME: N bytes or more, unknown   N are needed, and what follows may need more\n"
        "  NAME: N bytes or more, unbounded recursion\n"
        "Below is the chain of calls that needs most, from the entry point down: the size of each "
        "frame,\n"
        "the sum so far, the function, and where it is called. Then comes what may need more:\n"
        "  recursion of N: A -> B -> A   N functions call each other without a bound; one cycle of "
        "them\n"
        "  unresolved FILE:LINE:COLUMN ...  a call whose callees are not all known\n"
        "  unrecorded: N, A, B           functions of which the graph does not record all calls\n"
        "  grows: N, A, B                functions whose frames grow (alloca, arrays of variable "
        "size)\n"
        "  estimate: N, A, B             functions whose frames were estimated, not measured\n"
        "  no frame: N, A, B             functions with a body whose frame is unknown\n"
        "  library: N, A, B              functions without a body, such as those of libc\n"
        "  callback: N, A, B             functions called back by one whose frame is unknown\n"
        "  may call back: N, A, B; M ... functions without a body that may call what a library was "
        "given\n"
        "                                before (exit calls what atexit was given) or what they "
        "can\n"
        "                                name; the addresses of M functions escape\n"
        "  overflow                      the sum exceeds 9223372036854775807\n"
        "  part                          the graph is a part of another; the rest may be called\n"
        "\n"
        "The sizes of frames are the metadata stackSize. 'cgmerge --annotate' takes them from the "
        "files\n"
        "that gcc and clang write with -fstack-usage; these lack functions that were inlined "
        "everywhere. A\n"
        "function that a library function calls back adds to the frame of that one. Recursion "
        "without a\n"
        "bound counts each of its functions once. What signal handlers and threads need is not "
        "added to the\n"
        "code that they interrupt or that starts them, nor to main what runs before or after it: "
        "name them\n"
        "with --entry.\n"
        "\n"
        "The sizes that compilers write are trusted. Those of clang leave out arguments pushed for "
        "calls\n"
        "with more than registers hold, and the alignment of frames to more than 16 bytes; those "
        "of gcc\n"
        "sometimes the latter. If a program has such calls or variables, add the largest of each "
        "as\n"
        "overhead (see below).\n"
        "\n"
        "--bounds=FILE adds what the graph cannot know, one statement per line; # begins a "
        "comment:\n"
        "  frame SET BYTES       the frame of these functions; without a body, all that they "
        "need.\n"
        "                        'frame is(defined) - has(stackSize) 0': these were inlined\n"
        "  library BYTES         the same for all functions without a body and without a frame\n"
        "  recursion SET N       each of these functions is on the stack N times at most\n"
        "  calls FILE:LINE SET   an unresolved call calls these functions too, and no others\n"
        "  calls NAME SET        a function without a body calls back these, what calls pass it, "
        "and no\n"
        "                        others; NAME may be a set without blanks\n"
        "  resolved FILE:LINE    an unresolved call calls nothing but what the graph has\n"
        "  resolved SET          the same for all unresolved calls of these functions, and for "
        "what those\n"
        "                        without a body may call back; library and frame do not imply it\n"
        "  overhead BYTES        added to each frame (default 8, the return address; 0 for files "
        "of gcc,\n"
        "                        which includes it, unlike clang)\n"
        "  redzone BYTES         used below the last frame (default 128, as on x86-64)\n"
        "The last line about a function counts. A FILE is the end of a path; :COLUMN may follow a "
        "line.\n"
        "\n"
        "Example:\n"
        "  cgquery stack --bounds=stack.bounds --limit=4096      fail if an entry may need more\n"
        "\n"
        "JSON: \"limit\" when given, \"callable\": functions whose addresses escape, \"total\" "
        "(the number) of\n"
        "\"entries\" (\"function\", \"verdict\": certain, unknown or unbounded, \"bytes\", "
        "\"path\": \"function\",\n"
        "\"bytes\" or null, \"sum\", \"activations\" of bounded recursion, \"sites\", \"through\" "
        "and \"between\" of\n"
        "callbacks; \"redZone\", \"recursion\": \"functions\", \"cycle\"; \"unresolvedCalls\", "
        "\"unrecorded\", \"grows\",\n"
        "\"estimates\", \"noFrame\", \"library\", \"callbacks\", \"mayCallBack\").",
    .options = OPTIONS_COMMON | OPTION_EXCLUDE | OPTION_ENTRY | OPTION_STACK | OPTION_MAX,
    .concludes = true,
    .run = run_stack,
};
