/* Makes one tree of paths of the functions and calls of a file, which has no paths. */
#include "base/memory.h"
#include "profile/callgrind/callgrind.h"
#include "strings/digits.h"

#include <stdlib.h>

bool callgrind_tree_init(struct callgrind_tree *tree, struct builder *builder,
                         struct source *source)
{
    *tree = (struct callgrind_tree){.builder = builder,
                                    .source = source,
                                    .visits = BUILDER_NONE,
                                    .function = BUILDER_NONE,
                                    .path = CG_NO_CONTEXT,
                                    .object = BUILDER_NONE,
                                    .file = BUILDER_NONE,
                                    .location = BUILDER_NONE,
                                    .command = BUILDER_NONE};
    bool ok = callgrind_names_init(&tree->names, builder);
    ok = cg_pool_init(&tree->events) && ok;
    ok = cg_pool_init(&tree->labeled) && ok;
    return cg_pool_init(&tree->places) && ok;
}

void callgrind_tree_free(struct callgrind_tree *tree)
{
    callgrind_names_free(&tree->names);
    cg_pool_free(&tree->events);
    cg_pool_free(&tree->labeled);
    cg_pool_free(&tree->places);
    cg_text_free(&tree->late);
    free(tree->known);
}

static void out_of_memory(struct callgrind_tree *tree)
{
    source_fail(tree->source, CG_E_MEMORY, "out of memory");
}

/* --- locations ----------------------------------------------------------------------------- */

static uint32_t location_of(struct callgrind_tree *tree)
{
    const uint64_t place[2] = {tree->pid, tree->thread};
    struct cg_profile *profile = tree->builder->profile;
    uint32_t number = cg_pool_intern(&tree->places, (const char *)place, sizeof place);
    if (number == CG_NO_STRING) {
        out_of_memory(tree);
    } else if (number == profile->location_count) {
        builder_location(tree->builder, &(struct cg_location){
                                            .group = profile_string(profile, tree->command),
                                            .rank = tree->pid,
                                            .thread = tree->thread,
                                        });
    }
    return number;
}

/* --- functions ----------------------------------------------------------------------------- */

/* C++ and Rust. */
static bool is_linkage_name(const char *name)
{
    return name[0] == '_' &&
           (name[1] == 'Z' ||
            (name[1] == 'R' && ((name[2] >= 'A' && name[2] <= 'Z') || cg_is_digit(name[2]))));
}

static cg_frame frame_of(struct callgrind_tree *tree, const struct callgrind_function *function,
                         uint32_t file, uint32_t object)
{
    struct profile_frame frame = BUILDER_FRAME_INIT;
    const char *name = cg_pool_string(&tree->builder->profile->strings, function->name);
    frame.name = function->name;
    frame.linkage_name = is_linkage_name(name) ? function->name : BUILDER_NONE;
    frame.file = file;
    frame.object = object;
    frame.kind = function->kind;
    return builder_frame(tree->builder, &frame);
}

#define SEVERAL UINT32_MAX

/* Remember file and object of a name: a caller's name shows neither. */
static void remember(struct callgrind_tree *tree, uint32_t name, cg_frame frame)
{
    if (name >= tree->known_count) {
        if (!cg_grow(&tree->known, &tree->known_capacity, (size_t)name + 1, sizeof *tree->known)) {
            out_of_memory(tree);
            return;
        }
        memset(tree->known + tree->known_count, 0,
               (tree->known_capacity - tree->known_count) * sizeof *tree->known);
        tree->known_count = tree->known_capacity;
    }
    uint32_t *known = &tree->known[name];
    *known = !*known || *known == frame + 1 ? frame + 1 : SEVERAL;
}

/* The function, with its current place. */
static struct callgrind_function *at_place(struct callgrind_tree *tree, uint32_t number,
                                           uint32_t object, uint32_t file)
{
    struct callgrind_function *function = &tree->names.functions[number];
    if (function->frame == CG_NO_CONTEXT || function->file != file || function->object != object) {
        function->file = file;
        function->object = object;
        function->path = CG_NO_CONTEXT;
        function->frame = frame_of(tree, function, file, object);
        remember(tree, function->name, function->frame);
    }
    return function;
}

static cg_frame frame_of_caller(struct callgrind_tree *tree, uint32_t name)
{
    if (name < tree->known_count && tree->known[name] && tree->known[name] != SEVERAL) {
        return tree->known[name] - 1;
    }
    const struct cg_pool *strings = &tree->builder->profile->strings;
    const struct callgrind_function function = {
        .name = name,
        .kind = callgrind_kind(cg_pool_string(strings, name), cg_pool_length(strings, name)),
    };
    return frame_of(tree, &function, BUILDER_NONE, BUILDER_NONE);
}

/* The path of the callers in a name. Its cost is also in their pieces. */
static cg_call_context path_of_callers(struct callgrind_tree *tree,
                                       const struct callgrind_function *function)
{
    const uint32_t *callers = tree->names.callers + function->callers;
    cg_call_context path = CG_NO_CONTEXT;
    for (uint32_t i = function->caller_count; i-- > 0;) {
        unsigned flags = CG_CONTEXT_CALL | (path == CG_NO_CONTEXT ? CG_CONTEXT_FRAGMENT : 0u);
        path = builder_path(tree->builder, path, frame_of_caller(tree, callers[i]), BUILDER_NONE, 0,
                            flags);
    }
    return path;
}

/* Where the costs of the current function go. */
static cg_call_context current_path(struct callgrind_tree *tree)
{
    if (tree->path != CG_NO_CONTEXT) {
        return tree->path;
    }
    struct callgrind_function *function = at_place(tree, tree->function, tree->object, tree->file);
    if (function->path == CG_NO_CONTEXT) {
        if (function->caller_count && function->above == CG_NO_CONTEXT) {
            function->above = path_of_callers(tree, function);
        }
        unsigned flags = (function->above == CG_NO_CONTEXT ? CG_CONTEXT_FRAGMENT : 0u) |
                         (function->again ? CG_CONTEXT_RECURSIVE : 0u);
        function->path =
            builder_path(tree->builder, function->above, function->frame, BUILDER_NONE, 0, flags);
    }
    tree->path = function->path;
    return tree->path;
}

/* --- costs --------------------------------------------------------------------------------- */

/* Costs of a function with callers, until all functions are known. */
struct late {
    uint32_t function;
    uint32_t object;
    uint32_t file;
    uint32_t location;
    uint32_t count; /* number of values that follow */
    bool is_call;
    struct callgrind_call call;
};
struct late_value {
    double amount;
    uint32_t metric;
};

static bool is_late(const struct callgrind_tree *tree)
{
    return tree->names.functions[tree->function].caller_count && !tree->is_over;
}

static void add_amount(struct callgrind_tree *tree, cg_call_context path, uint32_t metric,
                       double amount)
{
    if (amount != 0) {
        builder_add(tree->builder, tree->location, path, metric, amount);
    }
}

static void keep_call(struct callgrind_tree *tree, const struct callgrind_call *call,
                      const double *values, uint32_t count)
{
    struct late late = {tree->function, tree->object, tree->file, tree->location,
                        count,          call != NULL, {0}};
    at_place(tree, tree->function, tree->object, tree->file);
    if (call) {
        late.call = *call;
        at_place(tree, call->function, call->object, call->file);
    }
    cg_text_put(&tree->late, (const char *)&late, sizeof late);
    for (uint32_t i = 0; i < count; i++) {
        const struct late_value value = {values[i], tree->columns[i]};
        cg_text_put(&tree->late, (const char *)&value, sizeof value);
    }
    if (tree->late.failed) {
        out_of_memory(tree);
    }
}

static uint32_t visits_of(struct callgrind_tree *tree)
{
    if (tree->visits == BUILDER_NONE) {
        tree->visits = builder_visits(tree->builder);
    }
    return tree->visits;
}

/* The path of a call, whose count is added. */
static cg_call_context call_path(struct callgrind_tree *tree, const struct callgrind_call *call)
{
    cg_call_context caller = current_path(tree);
    const struct callgrind_function *callee =
        at_place(tree, call->function, call->object, call->file);
    unsigned flags = CG_CONTEXT_CALL | (callee->again ? CG_CONTEXT_RECURSIVE : 0u);
    cg_call_context path =
        builder_path(tree->builder, caller, callee->frame, call->site_file, call->site_line, flags);
    tree->calls = true;
    if (call->count && !tree->builder->status) {
        add_amount(tree, path, visits_of(tree), (double)call->count);
    }
    return path;
}

/* Costs of the current function, or of a call by it. */
static void put_costs(struct callgrind_tree *tree, const struct callgrind_call *call,
                      const double *values, uint32_t count)
{
    if (tree->location == BUILDER_NONE) {
        tree->location = location_of(tree);
    }
    if (is_late(tree)) {
        keep_call(tree, call, values, count);
        return;
    }
    cg_call_context path = call ? call_path(tree, call) : current_path(tree);
    for (uint32_t i = 0; i < count; i++) {
        add_amount(tree, path, tree->columns[i], values[i]);
    }
}

static void put_late(struct callgrind_tree *tree, const struct late *late, const char *values)
{
    tree->location = late->location;
    callgrind_tree_enter(tree, late->function, late->object, late->file);
    cg_call_context path = late->is_call ? call_path(tree, &late->call) : current_path(tree);
    for (uint32_t i = 0; i < late->count; i++) {
        struct late_value value;
        memcpy(&value, values + i * sizeof value, sizeof value);
        add_amount(tree, path, value.metric, value.amount);
    }
}

void callgrind_tree_finish(struct callgrind_tree *tree)
{
    struct late late;
    callgrind_tree_leave(tree);
    tree->is_over = true;
    for (size_t at = 0; at < tree->late.length && !tree->builder->status;) {
        memcpy(&late, tree->late.bytes + at, sizeof late);
        at += sizeof late;
        put_late(tree, &late, tree->late.bytes + at);
        at += late.count * sizeof(struct late_value);
    }
}

/* Add the collected costs of the current function. */
static void flush(struct callgrind_tree *tree)
{
    if (!tree->self_count) {
        return;
    }
    put_costs(tree, NULL, tree->self, tree->self_count);
    for (uint32_t i = 0; i < tree->self_count; i++) {
        tree->totals[i] += tree->self[i];
        tree->self[i] = 0;
    }
    tree->self_count = 0;
}

void callgrind_tree_leave(struct callgrind_tree *tree)
{
    flush(tree);
    tree->location = BUILDER_NONE;
}

void callgrind_tree_enter(struct callgrind_tree *tree, uint32_t function, uint32_t object,
                          uint32_t file)
{
    if (tree->function != function || tree->object != object || tree->file != file) {
        flush(tree);
        tree->function = function;
        tree->object = object;
        tree->file = file;
        tree->path = CG_NO_CONTEXT;
    }
}

void callgrind_tree_self(struct callgrind_tree *tree, const double *values, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        tree->self[i] += values[i];
    }
    tree->self_count = count > tree->self_count ? count : tree->self_count;
}

void callgrind_tree_call(struct callgrind_tree *tree, const struct callgrind_call *call,
                         const double *values, uint32_t count)
{
    put_costs(tree, call, values, count);
}
