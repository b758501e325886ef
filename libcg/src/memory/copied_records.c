/* Bytes copied between objects: see copied_records.h. Used by read_facts.c, and by link.c between
 * the rounds of solving. */
#include "memory/copied_records.h"

#include "base/error.h"
#include "base/memory.h"
#include "memory/overlaid_records.h"
#include "memory/typed_copies.h"
#include "memory/untyped_memory.h"

#include <stdlib.h>

/** Hubs without slots. */
#define NO_HUBS ((struct hubs){.from_anywhere = NUMBER_NONE, .everything = NUMBER_NONE})

int records_copy(struct program *program, uint32_t to, uint32_t from, bool typed,
                 struct cg_error *error)
{
    uint32_t number = program->copy_count;
    if (!cg_grow(&program->copies, &program->copies_capacity, (size_t)number + 1,
                 sizeof *program->copies)) {
        return cg_fail_memory(error);
    }
    program->copies[number] = (struct block_copy){.hubs = NO_HUBS, .typed = typed};
    program->copy_count++;
    int status = program_watch(program, to, WATCH_COPIED_TO, number, error);
    return status ? status : program_watch(program, from, WATCH_COPIED_FROM, number, error);
}

int records_end(struct program *program, uint32_t copy, bool source, uint32_t object,
                struct cg_error *error)
{
    enum slot_kind kind = program->slot_kinds.items[object];
    bool table = source && kind == SLOT_TABLE; /* read by hand */
    return (slot_is_constant(kind) && !table) ||
                   number_add(&program->copies[copy].ends[source ? SOURCES : TARGETS], object)
               ? CG_OK
               : cg_fail_memory(error);
}

/* Views of objects: a whole record, a field and what follows it, or memory */

/** Memory is also each record that it is used as. */
static bool add_memory(struct number_list *views, const struct program *program, uint32_t object)
{
    uint32_t as = memory_used(program, object);
    bool ok = number_add_new(views, object);
    for (size_t i = 0; ok && as != NUMBER_NONE && i < program->records[as].inner.count &&
                       views->count <= MOST_VIEWS;
         i++) {
        ok = number_add_new(views, VIEW_OF_RECORD | program->records[as].inner.items[i]);
    }
    return ok;
}

static bool add_views(struct number_list *views, const struct program *program, uint32_t object)
{
    if (program->slot_kinds.items[object] == SLOT_RECORD) {
        return number_add_new(views, VIEW_OF_RECORD | program->slot_index.items[object]);
    }
    return slot_is_field(program, object) || program->slot_kinds.items[object] == SLOT_UNKNOWN
               ? number_add_new(views, object)
               : add_memory(views, program, object);
}

/** List the views of all objects at an end, sorted; of too many, MOST_VIEWS and one more. */
static int list_views(struct number_list *views, const struct program *program,
                      const struct number_list *objects, struct cg_error *error)
{
    bool ok = true;
    for (size_t i = 0; i < objects->count && views->count <= MOST_VIEWS && ok; i++) {
        ok = add_views(views, program, objects->items[i]);
    }
    numbers_settle(views, 1);
    return ok ? CG_OK : cg_fail_memory(error);
}

/** Whether a copy connects nothing: a record with itself, or anything with anything. */
static bool is_left_out(const struct number_list *views)
{
    return views[TARGETS].count == 0 || views[SOURCES].count == 0 ||
           views[TARGETS].count > MOST_VIEWS || views[SOURCES].count > MOST_VIEWS ||
           (views[TARGETS].count == 1 && views[SOURCES].count == 1 &&
            views[TARGETS].items[0] == views[SOURCES].items[0]);
}

/* Hubs */

/** A new slot into which another is copied for good, unless that is NUMBER_NONE. */
static int new_slot(uint32_t *out, struct program *program, uint32_t from, struct cg_error *error)
{
    int status = slot_new(out, program, SLOT_DATA, 0, error);
    return status || from == NUMBER_NONE ? status : solver_copy(program->solver, *out, from, error);
}

/** What is copied at an offset. */
static int hub_at(uint32_t *out, struct hubs *hubs, struct program *program, uint32_t offset,
                  struct cg_error *error)
{
    for (size_t i = 0; i < hubs->at.count; i += 2) {
        if (hubs->at.items[i] == offset) {
            *out = hubs->at.items[i + 1];
            return CG_OK;
        }
    }
    int status = new_slot(out, program, hubs->from_anywhere, error);
    status = status ? status : solver_copy(program->solver, hubs->everything, *out, error);
    bool ok = status || (number_add(&hubs->at, offset) && number_add(&hubs->at, *out));
    return ok ? status : cg_fail_memory(error);
}

static int make_hubs(struct hubs *hubs, struct program *program, struct cg_error *error)
{
    if (hubs->from_anywhere != NUMBER_NONE) {
        return CG_OK;
    }
    int status = new_slot(&hubs->from_anywhere, program, NUMBER_NONE, error);
    return status ? status : new_slot(&hubs->everything, program, hubs->from_anywhere, error);
}

static int connect_to_hub(struct hubs *hubs, struct program *program, unsigned end, uint32_t slot,
                          uint32_t offset, struct cg_error *error)
{
    uint32_t hub = end == SOURCES ? hubs->from_anywhere : hubs->everything;
    int status = offset == NUMBER_NONE ? CG_OK : hub_at(&hub, hubs, program, offset, error);
    if (status) {
        return status;
    }
    return end == SOURCES ? solver_copy(program->solver, hub, slot, error)
                          : solver_copy(program->solver, slot, hub, error);
}

/** Connect the fields of a view, and those of records in it. */
static int connect_fields(struct hubs *hubs, struct program *program, unsigned end, uint32_t view,
                          struct cg_error *error)
{
    struct number_list places = {0};
    int status = view_places(&places, program, view, error);
    for (size_t i = 0; i < places.count && !status; i += 2) {
        status = connect_to_hub(hubs, program, end, places.items[i + 1], places.items[i], error);
    }
    free(places.items);
    return status;
}

/** Whether a view is an array in a record: what is copied there stays in it. */
static bool is_array(const struct program *program, uint32_t view)
{
    return !(view & VIEW_OF_RECORD) && program->slot_kinds.items[view] == SLOT_DATA &&
           record_has_array(&program->records[program->slot_index.items[view]],
                            program->offset_of.items[view]);
}

/** Whether memory is used as a record to which it is copied. Then what was stored in it otherwise
 *  is not taken for each of its fields. The targets are few: MOST_VIEWS. */
static bool stays_one_type(const struct program *program, uint32_t copy, uint32_t view)
{
    const struct number_list *targets = &program->copies[copy].views[TARGETS];
    uint32_t as = memory_used(program, view);
    bool found = false;
    for (size_t i = 0; as != NUMBER_NONE && i < program->records[as].inner.count && !found; i++) {
        uint32_t record = VIEW_OF_RECORD | program->records[as].inner.items[i];
        for (size_t k = 0; k < targets->count && !found; k++) {
            found = targets->items[k] == record;
        }
    }
    return found;
}

static int connect_view(struct program *program, uint32_t copy, unsigned end, uint32_t view,
                        struct cg_error *error)
{
    struct hubs *hubs = &program->copies[copy].hubs;
    if (view_is_of_record(program, view) && !is_array(program, view)) {
        return connect_fields(hubs, program, end, view, error);
    }
    if (end == SOURCES && stays_one_type(program, copy, view)) {
        return CG_OK;
    }
    bool given = program->slot_kinds.items[view] == SLOT_UNKNOWN && end == TARGETS;
    return connect_to_hub(hubs, program, end, given ? program->outside : view, NUMBER_NONE, error);
}

/* Copies */

/** Connect the views that are not connected yet, and note them. Both lists are sorted. */
static int connect_new(bool *more, struct program *program, uint32_t copy, unsigned end,
                       struct number_list *views, struct cg_error *error)
{
    struct number_list known = program->copies[copy].views[end];
    int status = CG_OK;
    size_t k = 0;
    for (size_t i = 0; i < views->count && !status; i++) {
        while (k < known.count && known.items[k] < views->items[i]) {
            k++;
        }
        if (k == known.count || known.items[k] != views->items[i]) {
            status = connect_view(program, copy, end, views->items[i], error);
            *more = true;
        }
    }
    program->copies[copy].views[end] = *views;
    *views = known;
    return status;
}

static int settle_copy(bool *more, struct program *program, uint32_t number, struct cg_error *error)
{
    struct number_list views[ENDS] = {{0}};
    int status = CG_OK;
    for (unsigned end = 0; end < ENDS && !status; end++) {
        status = list_views(&views[end], program, &program->copies[number].ends[end], error);
    }
    if (!status && !is_left_out(views)) {
        status = make_hubs(&program->copies[number].hubs, program, error);
        for (unsigned end = 0; end < ENDS && !status; end++) {
            status = connect_new(more, program, number, end, &views[end], error);
        }
    }
    free(views[TARGETS].items);
    free(views[SOURCES].items);
    return status;
}

/** What fits what is decided once all that memory is used as is known: the order of copies must not
 *  matter. */
int records_copied(bool *more, struct program *program, struct cg_error *error)
{
    int status = CG_OK;
    bool filled = false;
    for (uint32_t i = 0; i < program->copy_count && !status; i++) {
        status = program->copies[i].typed ? typed_copy_fill(&filled, program, i, error) : CG_OK;
    }
    for (uint32_t i = 0; i < program->copy_count && !status && !filled; i++) {
        status = program->copies[i].typed ? typed_copy(more, program, i, error)
                                          : settle_copy(more, program, i, error);
    }
    *more |= filled;
    return status;
}
