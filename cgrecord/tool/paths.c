#include "paths.h"

#include "frames.h"
#include "places.h"
#include "rest.h"
#include "sampled.h"

#include <cli.h>
#include <string.h>

#define NANOSECONDS 1e9

/* A value of a context at a location. */
struct cell {
    cg_call_context context;
    uint32_t location;
    uint64_t visits;
    double time;
    const double *counted; /* by metric of the counters; NULL: nothing */
};

struct paths {
    struct cg_profile_builder *builder;
    struct cg_profile *profile;
    struct symbols *symbols;
    GArray *cells; /* struct cell, sorted by context, then location, once all are there */
    GArray *begin; /* uint32_t by context: its first cell; one more at the end */
    struct paths_summary summary;
    uint32_t visits; /* metrics; UINT32_MAX: there is none; of samples: their number */
    uint32_t time;
    const struct counters *counters; /* borrowed; NULL: none */
    uint32_t first_counter;          /* metric of the first of these */
};

/* One recording being added. */
struct adding {
    struct paths *paths;
    const struct recording *recording;
    cg_call_context *contexts; /* by number of the node */
    unsigned char *state;      /* by number of the node: enum state */
    GHashTable *locations;     /* number of a thread to its location + 1 */
    GHashTable *rest;          /* see rest_by_node */
    GHashTable *unsampled;     /* see rest_by_thread; without those that were added */
    double seconds_a_tick;
};

enum state { STATE_NEW, STATE_OPEN, STATE_DONE };

/* A frame between a function and what it did not call itself. */
static cg_call_context add_between(struct paths *paths, cg_call_context parent,
                                   const struct place *place)
{
    const struct cg_call_context_info between = {
        .parent = parent,
        .frame = place->kind == PLACE_SIGNAL
                     ? frames_bracketed(paths->builder, "[signal]", CG_FRAME_ROOT, place->through)
                     : frames_object(paths->builder, place->through)};
    return cg_profile_builder_context(paths->builder, &between);
}

static cg_call_context add_context(const struct adding *a, const struct cgr_node *node)
{
    struct paths *paths = a->paths;
    struct place place;
    struct cg_call_context_info context = {.parent = CG_NO_CONTEXT};
    if (node->kind != CGR_NODE_CALL) {
        const struct sampled sampled = {paths->builder, paths->symbols, a->recording, a->contexts};
        return sampled_context(&sampled, node);
    }
    place_find(&place, paths->symbols, a->recording, node);
    if (recording_node(a->recording, node->parent)) {
        context.parent = a->contexts[node->parent];
    }
    if (place.kind == PLACE_SIGNAL || place.kind == PLACE_THROUGH) {
        context.parent = add_between(paths, context.parent, &place);
    }
    context.frame =
        frames_function(paths->builder, place.function, place.object, node->callee & ~CGR_UNLOADED);
    if (place.kind == PLACE_INLINED) {
        context.flags = CG_CONTEXT_INLINED;
    } else if (place.kind == PLACE_CALLED && place.site) {
        context.site_file = place.site->file;
        context.site_line = place.site->line;
    }
    return cg_profile_builder_context(paths->builder, &context);
}

static bool is_path(const struct cgr_node *node)
{
    return node && node->kind != CGR_NODE_ROOT;
}

/* The context of a node, after those of the nodes above it. A damaged file may have circles. */
static void settle(struct adding *a, uint32_t number, GArray *stack)
{
    g_array_set_size(stack, 0);
    g_array_append_val(stack, number);
    while (stack->len) {
        uint32_t top = g_array_index(stack, uint32_t, stack->len - 1);
        const struct cgr_node *node = recording_node(a->recording, top);
        uint32_t parent = node->parent;
        bool above = is_path(recording_node(a->recording, parent));
        if (a->state[top] == STATE_NEW && above && a->state[parent] == STATE_NEW) {
            a->state[top] = STATE_OPEN;
            g_array_append_val(stack, parent);
            continue;
        }
        if (a->state[top] != STATE_DONE) {
            a->contexts[top] = add_context(a, node);
            a->state[top] = STATE_DONE;
        }
        g_array_set_size(stack, stack->len - 1);
    }
}

static double time_of(const struct adding *a, uint32_t number, const struct cgr_node *node)
{
    uint64_t rest = rest_at(a->rest, number);
    return a->recording->header->clock ? (double)(node->clock + rest) * a->seconds_a_tick
                                       : (double)(node->time + rest) / NANOSECONDS;
}

static void add_cell(struct adding *a, uint32_t number, const struct cgr_node *node,
                     uint32_t location)
{
    const struct cell cell = {.context = a->contexts[number],
                              .location = location,
                              .visits = node->count,
                              .counted =
                                  counters_at(a->paths->counters, a->recording->path, number),
                              .time = time_of(a, number, node)};
    a->paths->summary.calls += cell.visits;
    if (cell.context != CG_NO_CONTEXT && (cell.visits || cell.time > 0 || cell.counted)) {
        g_array_append_val(a->paths->cells, cell);
    }
}

/* The first node of a thread is that of its outermost call. */
static void add_unsampled(struct adding *a, uint32_t number, uint32_t thread, uint32_t location)
{
    uint64_t time = rest_at(a->unsampled, thread);
    if (time && a->contexts[number] != CG_NO_CONTEXT) {
        struct cg_profile_builder *builder = a->paths->builder;
        const struct cg_call_context_info between = {.parent = a->contexts[number],
                                                     .frame = frames_between_samples(builder)};
        const struct cell cell = {.context = cg_profile_builder_context(builder, &between),
                                  .location = location,
                                  .time = (double)time / NANOSECONDS};
        g_array_append_val(a->paths->cells, cell);
    }
    g_hash_table_remove(a->unsampled, GUINT_TO_POINTER(thread));
}

static void add_chunk(struct adding *a, const struct cgr_chunk *chunk, GArray *stack)
{
    uint32_t first;
    uint32_t count = recording_nodes(a->recording, chunk, &first);
    uint32_t location =
        GPOINTER_TO_UINT(g_hash_table_lookup(a->locations, GUINT_TO_POINTER(chunk->thread)));
    for (uint32_t i = 0; i < count && location; i++) {
        const struct cgr_node *node = recording_node(a->recording, first + i);
        if (is_path(node)) {
            settle(a, first + i, stack);
            add_cell(a, first + i, node, location - 1);
            add_unsampled(a, first + i, chunk->thread, location - 1);
        }
    }
}

static char *process_name(const struct cgr_header *header)
{
    char program[sizeof header->program + 1];
    memcpy(program, header->program, sizeof header->program);
    program[sizeof header->program] = '\0';
    return *program ? g_path_get_basename(program) : g_strdup("process");
}

static void add_locations(struct adding *a)
{
    const struct recording *recording = a->recording;
    const struct cgr_header *header = recording->header;
    char *process = process_name(header);
    for (guint i = 0; i < recording->threads->len; i++) {
        const struct cgr_thread *thread = recording->threads->pdata[i];
        char *name = thread->is_main ? g_strdup("main thread")
                                     : g_strdup_printf("thread %u: %.15s", i, thread->name);
        const struct cg_location location = {.name = name,
                                             .group = process,
                                             .rank = header->rank >= 0 ? (uint64_t)header->rank
                                                                       : header->pid,
                                             .thread = thread->tid};
        uint32_t number = cg_profile_builder_location(a->paths->builder, &location);
        g_hash_table_insert(a->locations,
                            GUINT_TO_POINTER(recording_thread_number(recording, thread)),
                            GUINT_TO_POINTER(number + 1));
        g_free(name);
    }
    a->paths->summary.threads += recording->threads->len;
    g_free(process);
}

static void add_summary(struct paths_summary *summary, const struct cgr_header *header)
{
    summary->processes++;
    summary->lost += header->lost;
    summary->too_deep += header->too_deep;
    summary->unchosen += header->unchosen;
    summary->full = summary->full ? summary->full : header->full;
}

static void add_recording(struct paths *paths, const struct recording *recording, double tick)
{
    uint64_t units = recording->size / CGR_UNIT + 1;
    struct adding a = {.paths = paths,
                       .recording = recording,
                       .contexts = g_new(cg_call_context, units),
                       .state = g_new0(unsigned char, units),
                       .locations = g_hash_table_new(NULL, NULL),
                       .rest = rest_by_node(recording),
                       .unsampled = rest_by_thread(recording),
                       .seconds_a_tick = tick};
    GArray *stack = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    memset(a.contexts, 0xff, units * sizeof *a.contexts);
    add_locations(&a);
    for (guint i = 0; i < recording->chunks->len; i++) {
        add_chunk(&a, recording->chunks->pdata[i], stack);
    }
    add_summary(&paths->summary, recording->header);
    g_array_unref(stack);
    g_hash_table_unref(a.locations);
    g_hash_table_unref(a.rest);
    g_hash_table_unref(a.unsampled);
    g_free(a.contexts);
    g_free(a.state);
}

static int compare_cells(const void *a, const void *b)
{
    const struct cell *x = a;
    const struct cell *y = b;
    return x->context != y->context     ? (x->context > y->context ? 1 : -1)
           : x->location != y->location ? (x->location > y->location ? 1 : -1)
                                        : 0;
}

static void index_cells(struct paths *paths)
{
    uint32_t count = cg_profile_context_count(paths->profile);
    guint cell = 0;
    g_array_set_size(paths->begin, count + 1);
    for (uint32_t context = 0; context <= count; context++) {
        while (cell < paths->cells->len &&
               g_array_index(paths->cells, struct cell, cell).context < context) {
            cell++;
        }
        g_array_index(paths->begin, uint32_t, context) = cell;
    }
}

/* The cells of one context at one location from number i on: their sums, by metric of the counters.
 * @return the number after the last */
static guint sum_cells(const struct paths *paths, guint i, double *sums)
{
    const struct cell *first = &g_array_index(paths->cells, struct cell, i);
    const struct cell *cell = first;
    uint32_t count = counters_count(paths->counters);
    double operands[METRIC_OPERANDS] = {0};
    memset(sums, 0, count * sizeof *sums);
    for (; i < paths->cells->len && compare_cells(cell, first) == 0; i++, cell++) {
        operands[METRIC_OPERAND_VISITS] += (double)cell->visits;
        operands[METRIC_OPERAND_TIME] += cell->time;
        for (uint32_t number = 0; cell->counted && number < count; number++) {
            sums[number] += cell->counted[number];
        }
    }
    for (uint32_t number = 0; number < count; number++) {
        if (counters_metric(paths->counters, number)->formula) {
            sums[number] = counters_derive(paths->counters, number, sums, operands);
        }
    }
    return i;
}

static void add_counted(struct paths *paths)
{
    uint32_t count = counters_count(paths->counters);
    double *sums = g_new(double, count + 1);
    for (guint i = 0; count && i < paths->cells->len;) {
        const struct cell *cell = &g_array_index(paths->cells, struct cell, i);
        i = sum_cells(paths, i, sums);
        for (uint32_t number = 0; number < count; number++) {
            const struct cg_profile_value value = {paths->first_counter + number, cell->location,
                                                   cell->context, sums[number]};
            if (sums[number] != 0) {
                cg_profile_builder_add(paths->builder, &value);
            }
        }
    }
    g_free(sums);
}

static void add_counter_metrics(struct paths *paths)
{
    for (uint32_t i = 0; i < counters_count(paths->counters); i++) {
        const struct metric *metric = counters_metric(paths->counters, i);
        bool derived = metric->formula != NULL;
        char *label = g_strdup_printf("%s (%s)", metric->label ? metric->label : metric->name,
                                      derived ? "derived" : "sampled");
        const char *standard = derived ? "" : "occ";
        char *formula = counters_cubepl(paths->counters, i);
        const struct cg_metric counted = {.name = metric->name,
                                          .label = label,
                                          .unit = metric->unit ? metric->unit : standard,
                                          .kind = derived ? CG_METRIC_SIMPLE : CG_METRIC_EXCLUSIVE,
                                          .fold = derived ? CG_FOLD_MAX : CG_FOLD_SUM,
                                          .formula = formula};
        uint32_t number = cg_profile_builder_metric(paths->builder, &counted);
        paths->first_counter = i ? paths->first_counter : number;
        g_free(formula);
        g_free(label);
    }
}

static void add_values(struct paths *paths)
{
    for (guint i = 0; i < paths->cells->len; i++) {
        const struct cell *cell = &g_array_index(paths->cells, struct cell, i);
        const struct cg_profile_value visits = {paths->visits, cell->location, cell->context,
                                                (double)cell->visits};
        const struct cg_profile_value time = {paths->time, cell->location, cell->context,
                                              cell->time};
        cg_profile_builder_add(paths->builder, &visits);
        if (paths->time != UINT32_MAX && cell->time > 0) {
            cg_profile_builder_add(paths->builder, &time);
        }
    }
}

/* Of sampled stacks nothing is known but that a function was there. */
static void add_metrics_of_samples(struct paths *paths)
{
    static const struct cg_metric samples = {.name = CG_METRIC_SAMPLES,
                                             .label = "Samples",
                                             .unit = "occ",
                                             .kind = CG_METRIC_EXCLUSIVE,
                                             .integral = true};
    static const struct cg_metric time = {.name = CG_METRIC_TIME,
                                          .label = "CPU time (sampled)",
                                          .unit = "sec",
                                          .kind = CG_METRIC_EXCLUSIVE};
    paths->visits = cg_profile_builder_metric(paths->builder, &samples);
    paths->time = cg_profile_builder_metric(paths->builder, &time);
    cg_profile_builder_set_sampled(paths->builder, true, true);
}

static void add_metrics(struct paths *paths, bool clock, bool sampled)
{
    static const struct cg_metric visits = {.name = CG_METRIC_VISITS,
                                            .label = "Calls (exact)",
                                            .unit = "occ",
                                            .kind = CG_METRIC_EXCLUSIVE,
                                            .integral = true};
    const struct cg_metric time = {.name = CG_METRIC_TIME,
                                   .label = clock ? "Time (measured)" : "CPU time (sampled)",
                                   .unit = "sec",
                                   .kind = CG_METRIC_EXCLUSIVE};
    paths->visits = cg_profile_builder_metric(paths->builder, &visits);
    paths->time = UINT32_MAX;
    if (clock || sampled) {
        paths->time = cg_profile_builder_metric(paths->builder, &time);
    }
}

static bool any_time(const struct paths *paths)
{
    bool any = false;
    for (guint i = 0; i < paths->cells->len; i++) {
        any = any || g_array_index(paths->cells, struct cell, i).time > 0;
    }
    return any;
}

/* How long a tick of the clock of calls is: both clocks were read when the process began, and are
 * read now, here. */
static double measure_tick(const struct cgr_header *header)
{
    uint64_t ticks = cgr_ticks() - header->ticks_from;
    uint64_t nanoseconds = (uint64_t)g_get_monotonic_time() * 1000 - header->nanoseconds_from;
    return ticks ? (double)nanoseconds / NANOSECONDS / (double)ticks : 0;
}

int paths_make(struct paths **out, GPtrArray *recordings, const struct counters *counters,
               struct cg_error *error)
{
    struct paths *paths = g_new0(struct paths, 1);
    paths->counters = counters;
    bool clock = false;
    bool sampled = false;
    paths->cells = g_array_new(FALSE, FALSE, sizeof(struct cell));
    paths->begin = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    paths->symbols = symbols_new();
    int status = cg_profile_builder_new(&paths->builder, "cgrecord " CG_VERSION_STRING, error);
    for (guint i = 0; i < recordings->len && !status; i++) {
        const struct recording *recording = recordings->pdata[i];
        clock = clock || recording->header->clock;
        sampled = sampled || recording->header->sampled;
        add_recording(paths, recording, measure_tick(recording->header));
    }
    if (!status) {
        if (sampled) {
            add_metrics_of_samples(paths);
        } else {
            add_metrics(paths, clock, any_time(paths));
        }
        add_counter_metrics(paths);
        g_array_sort(paths->cells, compare_cells);
        add_values(paths);
        add_counted(paths);
        status = cg_profile_builder_finish(&paths->profile, paths->builder, error);
    }
    if (status) {
        paths_free(paths);
        return status;
    }
    index_cells(paths);
    *out = paths;
    return CG_OK;
}

void paths_free(struct paths *paths)
{
    if (paths) {
        cg_profile_builder_free(paths->builder);
        cg_profile_free(paths->profile);
        symbols_free(paths->symbols);
        g_array_unref(paths->cells);
        g_array_unref(paths->begin);
        g_free(paths);
    }
}

const struct cg_profile *paths_profile(const struct paths *paths)
{
    return paths->profile;
}

const struct paths_summary *paths_summary(const struct paths *paths)
{
    return &paths->summary;
}

static void fill_counted(const struct paths *paths, const struct cg_profile_row *row,
                         double *values)
{
    double *sums = g_new(double, counters_count(paths->counters));
    guint end = g_array_index(paths->begin, uint32_t, row->context + 1);
    for (guint i = g_array_index(paths->begin, uint32_t, row->context); i < end;) {
        uint32_t location = g_array_index(paths->cells, struct cell, i).location;
        i = sum_cells(paths, i, sums);
        values[location] = sums[row->metric - paths->first_counter];
    }
    g_free(sums);
}

bool paths_values(void *user, const struct cg_profile_row *row, double *values)
{
    const struct paths *paths = user;
    uint32_t end = g_array_index(paths->begin, uint32_t, row->context + 1);
    if (row->metric >= paths->first_counter && counters_count(paths->counters)) {
        fill_counted(paths, row, values);
        return true;
    }
    for (uint32_t i = g_array_index(paths->begin, uint32_t, row->context); i < end; i++) {
        const struct cell *cell = &g_array_index(paths->cells, struct cell, i);
        values[cell->location] += row->metric == paths->visits ? (double)cell->visits : cell->time;
    }
    return true;
}
