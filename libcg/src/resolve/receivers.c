/*
 * Notes receivers, constructors and allocations while facts are read. After the solution it marks
 * the objects that uncollected code may have made, and leaves calls on them unresolved.
 */
#include "resolve/receivers.h"

#include "base/error.h"
#include "resolve/bind_calls.h"
#include "resolve/cxx_runtime.h"
#include "resolve/external_code.h"

#include <libcg/site.h>

#include <stdlib.h>
#include <string.h>

int receivers_add(struct program *program, uint32_t call, uint32_t unknown, struct cg_error *error)
{
    bool ok = number_add(&program->receivers, call) && number_add(&program->receivers, unknown);
    return ok ? CG_OK : cg_fail_memory(error);
}

/* Objects that uncollected code may have made */

/* Constructors of the C++ runtime make objects of classes that have their tables there, or parts of
 * objects without one. */
static bool is_constructor(const char *name)
{
    static const char *const marks[] = {"C1E", "C2E", "C1I", "C2I"};
    bool is = false;
    for (size_t i = 0; i < sizeof marks / sizeof *marks && strncmp(name, "_ZN", 3) == 0; i++) {
        is = is || strstr(name, marks[i]);
    }
    return is && !runtime_has(name);
}

int receivers_construct(struct program *program, uint32_t call, uint32_t function,
                        struct cg_error *error)
{
    const struct call *from = &program->calls[call];
    uint32_t object = from->count ? program->arguments.items[from->arguments] : NUMBER_NONE;
    if (object == NUMBER_NONE || !is_constructor(program->functions[function].text)) {
        return CG_OK;
    }
    return number_add(&program->constructed, object) ? CG_OK : cg_fail_memory(error);
}

/* Whether a function is one of a C library, which makes no objects of classes. A function with a
 * name of C of other libraries may be written in C++. */
static bool is_of_c_library(const struct program *program, uint32_t function)
{
    const struct summary *summary = program->functions[function].summary;
    return summary && summary->built_in && strncmp(program->functions[function].text, "_Z", 2) != 0;
}

int receivers_allocate(struct program *program, uint32_t call, uint32_t function,
                       struct cg_error *error)
{
    const char *name = program->functions[function].text;
    if (program_is_allocator(name) || runtime_has(name) || is_of_c_library(program, function) ||
        strncmp(name, "__cxa_allocate", 14) == 0) {
        return CG_OK;
    }
    return receivers_variable(program, program->calls[call].memory, error);
}

int receivers_variable(struct program *program, uint32_t slot, struct cg_error *error)
{
    return number_add(&program->foreign, slot) ? CG_OK : cg_fail_memory(error);
}

static int mark_list(unsigned char *marks, const struct program *program,
                     const struct number_list *slots, struct cg_error *error)
{
    int status = CG_OK;
    for (size_t i = 0; i < slots->count && !status; i++) {
        uint32_t *objects;
        size_t count;
        status = solver_objects(program->solver, slots->items[i], &objects, &count, error);
        for (size_t k = 0; k < count && !status; k++) {
            marks[objects[k]] = !slot_is_constant(program->slot_kinds.items[objects[k]]);
        }
        free(objects);
    }
    return status;
}

/* By slot: whether it is an object that uncollected code may have made. */
static int mark_objects(unsigned char **out, const struct program *program, struct cg_error *error)
{
    size_t slots = program->slot_kinds.count;
    unsigned char *marks = calloc(slots + 1, sizeof *marks);
    *out = marks;
    for (size_t i = 0; marks && i < slots; i++) {
        uint32_t index = program->slot_index.items[i];
        enum slot_kind kind = program->slot_kinds.items[i];
        marks[i] = kind == SLOT_UNKNOWN || (kind == SLOT_RECORD && program->records[index].outside);
    }
    for (size_t i = 0; marks && i < program->foreign.count; i++) {
        marks[program->foreign.items[i]] = 1;
    }
    return marks ? mark_list(marks, program, &program->constructed, error) : cg_fail_memory(error);
}

/* Leaving calls unresolved */

/* @param marks NULL: any object is one */
static int may_be_made_outside(bool *out, const struct program *program, uint32_t slot,
                               const unsigned char *marks, struct cg_error *error)
{
    uint32_t *objects;
    size_t count;
    int status = solver_objects(program->solver, slot, &objects, &count, error);
    *out = false;
    for (size_t i = 0; i < count && !status && !*out; i++) {
        *out = !marks || marks[objects[i]];
    }
    free(objects);
    return status;
}

static int open_some(bool *more, struct program *program, const unsigned char *marks,
                     struct cg_error *error)
{
    size_t kept = 0;
    int status = CG_OK;
    struct number_list found = {0};
    uint32_t *pairs = program->receivers.items;
    for (size_t i = 0; i < program->receivers.count && !status; i += 2) {
        bool outside;
        const struct call *call = &program->calls[pairs[i]];
        status = may_be_made_outside(&outside, program, program->arguments.items[call->arguments],
                                     call->unmade ? NULL : marks, error);
        uint32_t pair[2] = {pairs[i], pairs[i + 1]};
        if (outside) {
            bool ok = number_add(&found, pair[0]) && number_add(&found, pair[1]);
            status = ok ? status : cg_fail_memory(error);
        } else {
            memcpy(pairs + kept, pair, sizeof pair);
            kept += 2;
        }
    }
    program->receivers.count = kept;
    *more = found.count > 0;
    for (size_t i = 0; i < found.count && !status; i += 2) {
        status = call_object(program, found.items[i], found.items[i + 1], error);
    }
    free(found.items);
    return status;
}

int receivers_open(bool *more, struct program *program, struct cg_error *error)
{
    unsigned char *marks = NULL;
    *more = false;
    if (!program->receivers.count) {
        return CG_OK;
    }
    int status = mark_objects(&marks, program, error);
    status = status ? status : open_some(more, program, marks, error);
    free(marks);
    return status;
}

/* Classes that libraries have too */

static int list_shared(void *data, uint32_t table, cg_node node, bool makes, struct cg_error *error)
{
    struct number_list *shared = data;
    bool ok = number_add(shared, table) && number_add(shared, node) &&
              number_add(shared, (uint32_t)makes);
    return ok ? CG_OK : cg_fail_memory(error);
}

int receivers_share(struct program *program, struct cg_error *error)
{
    return hierarchy_visit_shared(program->hierarchy, list_shared, &program->shared, error);
}

/* Whether uncollected code has an object that a function makes and whose `this` points at it. For
 * functions without facts, and for data, this is unknown. */
static int has_object(bool *out, const struct program *program, cg_node maker,
                      const unsigned char *outside, struct cg_error *error)
{
    uint32_t function = maker == CG_NONE ? NUMBER_NONE : program->nodes[maker];
    const struct number_list *parameters =
        function == NUMBER_NONE ? NULL : &program->functions[function].parameters;
    bool known = parameters && parameters->count && parameters->items[0] != NUMBER_NONE;
    *out = !known;
    return known ? may_be_made_outside(out, program, parameters->items[0], outside, error) : CG_OK;
}

/* One table: the functions that make objects come first. */
static int expose_table(bool *exposed, struct program *program, const uint32_t *items, size_t count,
                        const unsigned char *outside, struct cg_error *error)
{
    int status = CG_OK;
    *exposed = false;
    for (size_t i = 0; i < count && items[3 * i + 2] && !*exposed && !status; i++) {
        status = has_object(exposed, program, items[3 * i + 1], outside, error);
    }
    for (size_t i = 0; i < count && *exposed && !status; i++) {
        if (!items[3 * i + 2]) {
            status = external_give(program, items[3 * i + 1], error);
        }
    }
    return status;
}

static int expose_some(bool *more, struct program *program, const unsigned char *outside,
                       struct cg_error *error)
{
    uint32_t *items = program->shared.items;
    size_t kept = 0, count = program->shared.count / 3;
    int status = CG_OK;
    *more = false;
    for (size_t i = 0, end; i < count && !status; i = end) {
        bool exposed;
        for (end = i + 1; end < count && items[3 * end] == items[3 * i];) {
            end++;
        }
        status = expose_table(&exposed, program, items + 3 * i, end - i, outside, error);
        *more = *more || exposed;
        if (!exposed) {
            memmove(items + 3 * kept, items + 3 * i, 3 * (end - i) * sizeof *items);
            kept += end - i;
        }
    }
    program->shared.count = 3 * kept;
    return status;
}

int receivers_expose(bool *more, struct program *program, struct cg_error *error)
{
    *more = false;
    if (!program->shared.count) {
        return CG_OK;
    }
    const struct number_list all = {.items = &program->outside, .count = 1};
    unsigned char *outside = calloc(program->slot_kinds.count + 1, sizeof *outside);
    int status = outside ? mark_list(outside, program, &all, error) : cg_fail_memory(error);
    for (size_t i = 0; outside && i < program->slot_kinds.count; i++) {
        outside[i] = outside[i] && program->slot_kinds.items[i] != SLOT_UNKNOWN;
    }
    status = status ? status : expose_some(more, program, outside, error);
    free(outside);
    return status;
}

/* By place */

int receivers_index(struct receivers_index *out, const struct program *program,
                    struct cg_error *error)
{
    *out = (struct receivers_index){
        .program = program,
        .calls = malloc((program->call_count + (size_t)1) * sizeof *out->calls),
    };
    if (!out->calls) {
        return cg_fail_memory(error);
    }
    for (uint32_t i = 0; i < program->call_count; i++) {
        if (program->calls[i].kind == CALL_VIRTUAL) {
            out->calls[out->count++] = i;
        }
    }
    qsort_r(out->calls, out->count, sizeof *out->calls, call_by_place, (void *)program);
    return CG_OK;
}

bool receivers_known(const void *data, cg_node owner, const struct cg_site *site)
{
    const struct receivers_index *index = data;
    const struct program *program = index->program;
    const char *file = site->file ? site->file : "";
    struct call place = {.owner = owner,
                         .line = site->line,
                         .column = site->column,
                         .file = cg_pool_find(&program->texts, file, strlen(file))};
    size_t low = 0, high = index->count, found = 0;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        bool before = call_compare_places(&program->calls[index->calls[middle]], &place) < 0;
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    for (; low < index->count; low++, found++) {
        const struct call *call = &program->calls[index->calls[low]];
        if (call_compare_places(call, &place) != 0) {
            break;
        }
        if (call->unknown) {
            return false;
        }
    }
    return found > 0;
}
