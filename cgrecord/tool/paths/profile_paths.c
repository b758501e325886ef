/*
 * Goes through the nodes of each recording, callers first, and adds its contexts and values; values
 * of counters and locations wait in path_cells.h for the sums.
 */
#include "paths/profile_paths.h"

#include "paths/call_places.h"
#include "paths/estimated_times.h"
#include "paths/path_cells.h"
#include "paths/profile_frames.h"
#include "paths/sampled.h"
#include "read/rest.h"

#include <cli.h>
#include <errno.h>
#include <string.h>

#define NANOSECONDS 1e9

struct paths {
    struct cg_profile_builder *builder;
    struct cg_profile *profile;
    struct symbols *symbols;
    struct path_cells *cells;
    struct estimates *estimates;
    uint32_t contexts; /* more than the number of any that has a value */
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
static void settle_node(struct adding *a, uint32_t number, GArray *stack)
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

static void add_to(struct paths *paths, const struct cell *cell)
{
    paths->contexts = MAX(paths->contexts, cell->context + 1);
    path_cells_add(paths->cells, cell);
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
        add_to(a->paths, &cell);
    }
}

/* The first node of a thread is that of its outermost call. */
static void add_unsampled(struct adding *a, uint32_t number, uint32_t thread, uint32_t location)
{
    uint64_t time = rest_at(a->unsampled, thread);
    if (time && a->contexts[number] != CG_NO_CONTEXT) {
        estimates_want(a->paths->estimates, location, (double)time / NANOSECONDS,
                       a->contexts[number]);
    }
    g_hash_table_remove(a->unsampled, GUINT_TO_POINTER(thread));
}

static cg_call_context add_between_samples(void *user, cg_call_context outermost)
{
    struct paths *paths = user;
    const struct cg_call_context_info between = {.parent = outermost,
                                                 .frame = frames_between_samples(paths->builder)};
    cg_call_context context = cg_profile_builder_context(paths->builder, &between);
    paths->contexts = MAX(paths->contexts, context + 1);
    return context;
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
            settle_node(a, first + i, stack);
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
        a->paths->summary.unknown += !thread->tid;
    }
    a->paths->summary.threads += recording->threads->len;
    g_free(process);
}

static void add_summary(struct paths_summary *summary, const struct cgr_header *header)
{
    summary->processes++;
    summary->sampled = summary->sampled || header->sampled;
    summary->limit = summary->lost || !header->lost ? summary->limit : header->limit;
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

static double time_at(const struct paths *paths, const struct cell *cell)
{
    return cell->time + estimates_of(paths->estimates, cell);
}

/* The cells of one location, the first of some: their sums, by metric of the counters.
 * @return how many they are */
static guint sum_cells(const struct paths *paths, const struct cell *cells, guint most,
                       double *sums)
{
    uint32_t count = counters_count(paths->counters);
    double operands[METRIC_OPERANDS] = {0};
    guint i = 0;
    memset(sums, 0, count * sizeof *sums);
    for (; i < most && cells[i].location == cells->location; i++) {
        operands[METRIC_OPERAND_VISITS] += (double)cells[i].visits;
        operands[METRIC_OPERAND_TIME] += time_at(paths, &cells[i]);
        for (uint32_t number = 0; cells[i].counted && number < count; number++) {
            sums[number] += cells[i].counted[number];
        }
    }
    for (uint32_t number = 0; number < count; number++) {
        if (counters_metric(paths->counters, number)->formula) {
            sums[number] = counters_derive(paths->counters, number, sums, operands);
        }
    }
    return i;
}

/* The profile has sums alone: what a location has is asked for when it is written. */
static void add_value(struct paths *paths, uint32_t metric, cg_call_context context, double value)
{
    const struct cg_profile_value whole = {metric, 0, context, value};
    cg_profile_builder_add(paths->builder, &whole);
}

static void add_counted(struct paths *paths, const struct cell *cells, guint count, double *sums)
{
    uint32_t metrics = counters_count(paths->counters);
    for (guint i = 0; metrics && i < count;) {
        const struct cell *cell = cells + i;
        i += sum_cells(paths, cell, count - i, sums);
        for (uint32_t number = 0; number < metrics; number++) {
            if (sums[number] != 0) {
                add_value(paths, paths->first_counter + number, cell->context, sums[number]);
            }
        }
    }
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

static void add_values_of(struct paths *paths, const struct cell *cells, guint count)
{
    for (guint i = 0; i < count; i++) {
        double time = time_at(paths, &cells[i]);
        add_value(paths, paths->visits, cells[i].context, (double)cells[i].visits);
        if (paths->time != UINT32_MAX && time > 0) {
            add_value(paths, paths->time, cells[i].context, time);
        }
    }
}

/* Of a context. What is between samples has contexts of its own.
 * @return NULL: the temporary file cannot be read */
static const struct cell *cells_at(const struct paths *paths, cg_call_context context, guint *count)
{
    const GArray *between = estimates_between(paths->estimates, context);
    if (between) {
        *count = between->len;
        return (const struct cell *)(const void *)between->data;
    }
    return path_cells_at(paths->cells, context, count);
}

static int add_values(struct paths *paths, uint32_t contexts, struct cg_error *error)
{
    double *sums = g_new(double, counters_count(paths->counters) + 1);
    const struct cell *cells = NULL;
    bool done = true;
    guint count = 0;
    for (uint32_t context = 0; context < contexts && done; context++) {
        cells = cells_at(paths, context, &count);
        done = cells != NULL;
        if (done) {
            add_values_of(paths, cells, count);
            add_counted(paths, cells, count, sums);
        }
    }
    g_free(sums);
    return done ? CG_OK : path_cells_failed(errno, error);
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

/* How long a tick of the clock of calls is: both clocks were read when the process began, and are
 * read now, here. */
static double measure_tick(const struct cgr_header *header)
{
    uint64_t ticks = cgr_ticks() - header->ticks_from;
    uint64_t nanoseconds = (uint64_t)g_get_monotonic_time() * 1000 - header->nanoseconds_from;
    return ticks ? (double)nanoseconds / NANOSECONDS / (double)ticks : 0;
}

static int fail_reading(const char *path, int reason, struct cg_error *error)
{
    return cli_fail(error, CG_E_IO, path, "cannot read: %s",
                    reason ? g_strerror(reason) : "no longer a recording");
}

static int add_recordings(struct paths *paths, const GPtrArray *recordings, struct cg_error *error)
{
    bool clock = false;
    bool sampled = false;
    for (guint i = 0; i < recordings->len; i++) {
        struct recording *recording = recording_open(recordings->pdata[i], false);
        if (!recording) {
            return fail_reading(recordings->pdata[i], errno, error);
        }
        clock = clock || recording->header->clock;
        sampled = sampled || recording->header->sampled;
        add_recording(paths, recording, measure_tick(recording->header));
        recording_free(recording);
    }
    if (sampled) {
        add_metrics_of_samples(paths);
    } else {
        add_metrics(paths, clock,
                    path_cells_have_time(paths->cells) || estimates_are_wanted(paths->estimates));
    }
    add_counter_metrics(paths);
    return CG_OK;
}

int paths_make(struct paths **out, const GPtrArray *recordings, const char *creator,
               const struct counters *counters, struct cg_error *error)
{
    struct paths *paths = g_new0(struct paths, 1);
    paths->counters = counters;
    paths->cells = path_cells_new();
    paths->estimates = estimates_new();
    paths->symbols = symbols_new();
    int status = cg_profile_builder_new(&paths->builder, creator, error);
    if (!status) {
        status = add_recordings(paths, recordings, error);
    }
    if (!status) {
        status = path_cells_finish(paths->cells, error);
    }
    if (!status) {
        status = estimates_make(paths->estimates, paths->cells, paths->contexts,
                                add_between_samples, paths, error);
    }
    if (!status) {
        status = add_values(paths, paths->contexts, error);
    }
    if (!status) {
        status = cg_profile_builder_finish(&paths->profile, paths->builder, error);
    }
    if (status) {
        paths_free(paths);
        return status;
    }
    *out = paths;
    return CG_OK;
}

void paths_free(struct paths *paths)
{
    if (paths) {
        cg_profile_builder_free(paths->builder);
        cg_profile_free(paths->profile);
        symbols_free(paths->symbols);
        path_cells_free(paths->cells);
        estimates_free(paths->estimates);
        g_free(paths);
    }
}

const struct cg_profile *paths_profile(const struct paths *paths)
{
    return paths->profile;
}

int paths_note(struct paths *paths, const char *text, struct cg_error *error)
{
    return cg_profile_add_note(paths->profile, text, error);
}

const struct paths_summary *paths_summary(const struct paths *paths)
{
    return &paths->summary;
}

static void fill_counted(const struct paths *paths, uint32_t metric, const struct cell *cells,
                         guint count, double *values)
{
    double *sums = g_new(double, counters_count(paths->counters));
    for (guint i = 0; i < count;) {
        uint32_t location = cells[i].location;
        i += sum_cells(paths, cells + i, count - i, sums);
        values[location] = sums[metric - paths->first_counter];
    }
    g_free(sums);
}

bool paths_values(void *user, const struct cg_profile_row *row, double *values)
{
    const struct paths *paths = user;
    guint count;
    const struct cell *cells = cells_at(paths, row->context, &count);
    if (!cells) {
        return false;
    }
    if (row->metric >= paths->first_counter && counters_count(paths->counters)) {
        fill_counted(paths, row->metric, cells, count, values);
        return true;
    }
    for (guint i = 0; i < count; i++) {
        values[cells[i].location] +=
            row->metric == paths->visits ? (double)cells[i].visits : time_at(paths, &cells[i]);
    }
    return true;
}
