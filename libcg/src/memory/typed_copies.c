/* Copies of bytes between records that keep their types: see typed_copies.h. Used by
 * copied_records.c. */
#include "memory/typed_copies.h"

#include "base/error.h"
#include "memory/overlaid_records.h"
#include "memory/untyped_memory.h"

#include <stdlib.h>

/** Copies between more places than these are not looked at: each is compared with each. */
#define MOST_TYPED 256u

/** Memory that gets a record is used as one. */
static int fill_memory(bool *more, struct program *program, const struct number_list *targets,
                       const struct number_list *sources, struct cg_error *error)
{
    int status = CG_OK;
    for (size_t i = 0; i < targets->count && !status; i++) {
        uint32_t memory = NUMBER_NONE;
        status = memory_record(&memory, program, targets->items[i], error);
        size_t before = memory == NUMBER_NONE ? 0 : program->records[memory].inner.count;
        for (size_t k = 0; memory != NUMBER_NONE && k < sources->count && !status; k++) {
            if (sources->items[k] & VIEW_OF_RECORD) {
                status = memory_used_as(program, targets->items[i],
                                        sources->items[k] & ~VIEW_OF_RECORD, error);
            }
        }
        *more |= memory != NUMBER_NONE && program->records[memory].inner.count > before;
    }
    return status;
}

/** The two sorts of objects at an end. */
struct typed_end {
    struct number_list views;  /**< of records, sorted; of more than MOST_TYPED only some */
    struct number_list memory; /**< pointers of their own that may hold functions */
};

/** Whether all views of an end are listed. */
static bool is_complete(const struct typed_end *end)
{
    return end->views.count <= MOST_TYPED;
}

/** Add a record, and what was copied to the bytes at its begin. */
static bool add_whole(struct typed_end *end, struct program *program, uint32_t record)
{
    if (!is_complete(end) || !record_is_new(program, record) ||
        !memory_record_has_content(program, record)) {
        return true;
    }
    const struct number_list *copied = &program->records[record].stands_for;
    bool ok = number_add(&end->views, VIEW_OF_RECORD | record);
    for (size_t i = 0; i < copied->count && copied->count <= MOST_VIEWS && ok; i++) {
        uint32_t view = copied->items[i];
        ok = !view_is_of_record(program, view) || number_add(&end->views, view);
    }
    return ok;
}

/** Add what memory is used as; and itself, if it is a pointer. */
static bool add_memory_typed(struct typed_end *end, struct program *program, uint32_t object)
{
    uint32_t as = memory_used(program, object);
    bool ok = true;
    size_t count = as == NUMBER_NONE ? 0 : program->records[as].inner.count;
    for (size_t i = 0; i < count && ok && is_complete(end); i++) {
        ok = add_whole(end, program, program->records[as].inner.items[i]);
    }
    if (slot_is_field(program, object)) {
        return ok && (!is_complete(end) ||
                      !memory_record_has_content(program, program->slot_index.items[object]) ||
                      number_add(&end->views, object));
    }
    bool pointer = program->slot_kinds.items[object] == SLOT_DATA &&
                   memory_content(program, object) != HOLDS_DATA;
    return ok && (!pointer || number_add(&end->memory, object));
}

static bool add_typed(struct typed_end *end, struct program *program, uint32_t object)
{
    switch (program->slot_kinds.items[object]) {
    case SLOT_RECORD:
        return add_whole(end, program, program->slot_index.items[object]);
    case SLOT_UNKNOWN:
        return true;
    default:
        return add_memory_typed(end, program, object);
    }
}

static int list_typed(struct typed_end *end, struct program *program,
                      const struct number_list *objects, struct cg_error *error)
{
    bool ok = true;
    records_begin_list(program);
    for (size_t i = 0; i < objects->count && ok; i++) {
        ok = add_typed(end, program, objects->items[i]);
    }
    numbers_settle(&end->views, 1);
    return ok ? CG_OK : cg_fail_memory(error);
}

/** Whether a view could be any of others, which are sorted. */
static bool has_alike(bool *failed, struct program *program, uint32_t view,
                      const struct number_list *others)
{
    bool found = numbers_hold(others, view);
    for (size_t i = 0; i < others->count && !found; i++) {
        found = views_are_alike(failed, program, view, others->items[i]);
    }
    return found;
}

/** Whether a target could be what a source is. */
static bool any_fits(bool *failed, struct program *program, const struct number_list *targets,
                     const struct number_list *sources)
{
    bool fits = false;
    for (size_t i = 0; i < targets->count && !fits && !*failed; i++) {
        fits = has_alike(failed, program, targets->items[i], sources);
    }
    return fits;
}

static int overlay_all(bool *more, struct program *program, const struct number_list *targets,
                       const struct number_list *sources, struct cg_error *error)
{
    int status = CG_OK;
    bool few = targets->count * sources->count <= (size_t)MOST_VIEWS * MOST_VIEWS;
    for (size_t t = 0; few && t < targets->count; t++) {
        for (size_t s = 0; s < sources->count && !status; s++) {
            status = views_overlay(more, program, targets->items[t], sources->items[s], error);
        }
    }
    return status;
}

/** Whether a view is of a whole record of C that begins with an array of characters. */
static bool begins_with_bytes(const struct program *program, uint32_t view)
{
    if (!(view & VIEW_OF_RECORD)) {
        return false;
    }
    const struct record *record = &program->records[view & ~VIEW_OF_RECORD];
    bool bytes = false;
    for (size_t i = 0; i < record->arrays.count && !bytes; i++) {
        bytes = record->arrays.items[i] == 0;
    }
    for (size_t i = 0; i < record->fields.count && bytes; i++) {
        uint32_t slot = record->fields.items[i];
        bytes = program->offset_of.items[slot] != 0 || program->cell_of.items[slot] == CG_NO_STRING;
    }
    return bytes && !record->cplusplus;
}

static bool stand_for(bool *more, struct program *program, uint32_t target, uint32_t source)
{
    struct number_list *known = &program->records[target & ~VIEW_OF_RECORD].stands_for;
    size_t before = known->count;
    bool ok = before > MOST_VIEWS || number_add_new(known, source);
    program->use_count += known->count > before;
    *more |= known->count > before;
    return ok;
}

/** Bytes at the begin of records stand for the records that are copied to them; one more than
 *  MOST_VIEWS says that it is too much, in whatever order they come. */
static int stand_for_sources(bool *more, struct program *program, const struct number_list *targets,
                             const struct number_list *sources, struct cg_error *error)
{
    bool ok = true;
    for (size_t t = 0; t < targets->count && ok; t++) {
        bool bytes = begins_with_bytes(program, targets->items[t]);
        for (size_t s = 0; s < sources->count && ok && bytes; s++) {
            ok = stand_for(more, program, targets->items[t], sources->items[s]);
        }
    }
    return ok ? CG_OK : cg_fail_memory(error);
}

/** What is copied has the type of the place that it goes to, if there is one of this type. Else it
 *  may go anywhere. A pointer gets what a record has. */
static int overlay_ends(bool *more, struct program *program, const struct typed_end *ends,
                        struct cg_error *error)
{
    const struct number_list *targets = &ends[TARGETS].views, *sources = &ends[SOURCES].views;
    bool failed = false;
    int status = overlay_all(more, program, &ends[TARGETS].memory, sources, error);
    if (status || any_fits(&failed, program, targets, sources) || failed) {
        return failed ? cg_fail_memory(error) : status;
    }
    status = stand_for_sources(more, program, targets, sources, error);
    status = status ? status : overlay_all(more, program, targets, sources, error);
    return status ? status : overlay_all(more, program, targets, &ends[SOURCES].memory, error);
}

/** Whether nothing is new since a copy was settled. */
static bool is_settled(const struct program *program, uint32_t number)
{
    const struct block_copy *copy = &program->copies[number];
    return copy->uses == program->use_count &&
           copy->settled[TARGETS] == copy->ends[TARGETS].count &&
           copy->settled[SOURCES] == copy->ends[SOURCES].count;
}

static void note_settled(struct program *program, uint32_t number)
{
    struct block_copy *copy = &program->copies[number];
    copy->uses = program->use_count;
    copy->settled[TARGETS] = copy->ends[TARGETS].count;
    copy->settled[SOURCES] = copy->ends[SOURCES].count;
}

static void free_ends(struct typed_end *ends)
{
    for (unsigned end = 0; end < ENDS; end++) {
        free(ends[end].views.items);
        free(ends[end].memory.items);
    }
}

int typed_copy_fill(bool *more, struct program *program, uint32_t number, struct cg_error *error)
{
    if (is_settled(program, number)) {
        return CG_OK;
    }
    const struct number_list *objects = program->copies[number].ends;
    struct typed_end ends[ENDS] = {{.views = {0}}, {.views = {0}}};
    const struct number_list *sources = &ends[SOURCES].views;
    int status = list_typed(&ends[SOURCES], program, &objects[SOURCES], error);
    if (!status && is_complete(&ends[SOURCES])) {
        status = fill_memory(more, program, &objects[TARGETS], sources, error);
    }
    free_ends(ends);
    return status;
}

int typed_copy(bool *more, struct program *program, uint32_t number, struct cg_error *error)
{
    if (is_settled(program, number)) {
        return CG_OK;
    }
    note_settled(program, number);
    const struct number_list *objects = program->copies[number].ends;
    struct typed_end ends[ENDS] = {{.views = {0}}, {.views = {0}}};
    int status = list_typed(&ends[SOURCES], program, &objects[SOURCES], error);
    status = status ? status : list_typed(&ends[TARGETS], program, &objects[TARGETS], error);
    if (!status && is_complete(&ends[TARGETS]) && is_complete(&ends[SOURCES])) {
        status = overlay_ends(more, program, ends, error);
    }
    free_ends(ends);
    return status;
}

/** Fill each target from each source, unless these are too many. */
static int fill_targets(bool *more, struct program *program, const struct number_list *targets,
                        const struct number_list *sources, enum filling filling,
                        struct cg_error *error)
{
    int status = CG_OK;
    for (size_t t = 0; sources->count <= MOST_VIEWS && t < targets->count; t++) {
        for (size_t s = 0; s < sources->count && !status; s++) {
            status =
                views_fill(more, program, targets->items[t], sources->items[s], filling, error);
        }
    }
    return status;
}

int typed_copy_fill_empty(bool *more, struct program *program, uint32_t copy, enum filling filling,
                          struct cg_error *error)
{
    const struct number_list *objects = program->copies[copy].ends;
    struct typed_end ends[ENDS] = {{.views = {0}}, {.views = {0}}};
    const struct number_list *targets = &ends[TARGETS].views;
    int status = list_typed(&ends[TARGETS], program, &objects[TARGETS], error);
    if (status || targets->count == 0 || targets->count > MOST_VIEWS) {
        free_ends(ends);
        return status;
    }
    status = list_typed(&ends[SOURCES], program, &objects[SOURCES], error);
    status = status ? status
                    : fill_targets(more, program, targets, &ends[SOURCES].views, filling, error);
    status = status ? status
                    : fill_targets(more, program, targets, &ends[SOURCES].memory, filling, error);
    free_ends(ends);
    return status;
}
