/* Bytes copied between objects: see copied_records.h. Used by read_facts.c, and by link.c between
 * the rounds of solving. */
#include "resolve/copied_records.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>

/** In place of a slot: the record of that number as a whole. */
#define WHOLE_RECORD 0x80000000u

/** Records within records are followed to this many places; what is further in may be anywhere.
 *  More are arrays of arrays, spelled out. */
#define MOST_PLACES 4096u

/** A pointer to bytes that leads to more than these is not known well enough: what was written as
 *  one record would be read as all the others. Programs that copy between two types have a function
 *  for each, or for a few. */
#define MOST_VIEWS 16u

enum { TARGETS, SOURCES, ENDS };

int records_copy(struct program *program, uint32_t to, uint32_t from, struct cg_error *error)
{
    uint32_t number = program->copy_count;
    if (!cg_grow(&program->copies, &program->copies_capacity, (size_t)number + 1,
                 sizeof *program->copies)) {
        return cg_fail_memory(error);
    }
    program->copies[number] =
        (struct block_copy){.from_anywhere = NUMBER_NONE, .everything = NUMBER_NONE};
    program->copy_count++;
    int status = program_watch(program, to, WATCH_COPIED_TO, number, error);
    return status ? status : program_watch(program, from, WATCH_COPIED_FROM, number, error);
}

int records_end(struct program *program, uint32_t copy, bool source, uint32_t object,
                struct cg_error *error)
{
    return slot_is_constant(program->slot_kinds.items[object]) ||
                   number_add(&program->copies[copy].ends[source ? SOURCES : TARGETS], object)
               ? CG_OK
               : cg_fail_memory(error);
}

/* Views of objects: a whole record, a field and what follows it, or memory */

/** The record of what memory is used as, NUMBER_NONE: no memory, or no such record. */
static uint32_t used_as(const struct program *program, uint32_t object)
{
    return program->slot_kinds.items[object] == SLOT_HEAP ? program->slot_index.items[object]
                                                          : program->used_as.items[object];
}

/** Memory is also each record that it is used as. */
static bool add_memory(struct number_list *views, const struct program *program, uint32_t object)
{
    uint32_t as = used_as(program, object);
    bool ok = number_add(views, object);
    for (size_t i = 0; ok && as != NUMBER_NONE && i < program->records[as].inner.count; i++) {
        ok = number_add(views, WHOLE_RECORD | program->records[as].inner.items[i]);
    }
    return ok;
}

static bool add_views(struct number_list *views, const struct program *program, uint32_t object)
{
    if (program->slot_kinds.items[object] == SLOT_RECORD) {
        return number_add(views, WHOLE_RECORD | program->slot_index.items[object]);
    }
    return slot_is_field(program, object) || program->slot_kinds.items[object] == SLOT_UNKNOWN
               ? number_add(views, object)
               : add_memory(views, program, object);
}

/** List the views of all objects at an end, sorted. */
static int list_views(struct number_list *views, const struct program *program,
                      const struct number_list *objects, struct cg_error *error)
{
    bool ok = true;
    for (size_t i = 0; i < objects->count && ok; i++) {
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
static int hub_at(uint32_t *out, struct program *program, uint32_t number, uint32_t offset,
                  struct cg_error *error)
{
    struct block_copy *copy = &program->copies[number];
    for (size_t i = 0; i < copy->hubs.count; i += 2) {
        if (copy->hubs.items[i] == offset) {
            *out = copy->hubs.items[i + 1];
            return CG_OK;
        }
    }
    int status = new_slot(out, program, copy->from_anywhere, error);
    status = status ? status : solver_copy(program->solver, copy->everything, *out, error);
    bool ok = status || (number_add(&copy->hubs, offset) && number_add(&copy->hubs, *out));
    return ok ? status : cg_fail_memory(error);
}

static int make_hubs(struct program *program, uint32_t number, struct cg_error *error)
{
    struct block_copy *copy = &program->copies[number];
    if (copy->from_anywhere != NUMBER_NONE) {
        return CG_OK;
    }
    int status = new_slot(&copy->from_anywhere, program, NUMBER_NONE, error);
    return status ? status : new_slot(&copy->everything, program, copy->from_anywhere, error);
}

/** Connect a slot at an offset, which NUMBER_NONE leaves open. */
static int connect(struct program *program, uint32_t number, unsigned end, uint32_t slot,
                   uint32_t offset, struct cg_error *error)
{
    uint32_t hub =
        end == SOURCES ? program->copies[number].from_anywhere : program->copies[number].everything;
    int status = offset == NUMBER_NONE ? CG_OK : hub_at(&hub, program, number, offset, error);
    if (status) {
        return status;
    }
    return end == SOURCES ? solver_copy(program->solver, hub, slot, error)
                          : solver_copy(program->solver, slot, hub, error);
}

/* Fields */

/** Records still to be connected: two numbers each, record and offset. */
struct nest {
    struct program *program;
    uint32_t copy;
    unsigned end;
    struct number_list places;
};

static uint32_t sum(uint32_t a, uint32_t b)
{
    return a == NUMBER_NONE || b == NUMBER_NONE || b > NUMBER_NONE - 1 - a ? NUMBER_NONE : a + b;
}

static bool is_array(const struct record *record, uint32_t offset)
{
    bool is = offset == NUMBER_NONE;
    for (size_t i = 0; i < record->arrays.count && !is; i++) {
        is = record->arrays.items[i] == offset;
    }
    return is;
}

/** Connect the fields of a record from an offset on. @param at where that offset is in what is
 *  copied */
static int connect_fields(const struct nest *nest, uint32_t record, uint32_t at, uint32_t from,
                          struct cg_error *error)
{
    struct program *program = nest->program;
    int status = CG_OK;
    for (size_t i = 0; i < program->records[record].fields.count && !status; i++) {
        uint32_t field = program->records[record].fields.items[i];
        uint32_t offset = program->offset_of.items[field];
        bool array = is_array(&program->records[record], offset);
        if (array || offset >= from) {
            uint32_t place = array ? NUMBER_NONE : sum(at, offset - from);
            status = connect(program, nest->copy, nest->end, field, place, error);
        }
    }
    return status;
}

/** List the records in a record. Those before `from` may extend beyond it. */
static int add_inner(struct nest *nest, uint32_t record, uint32_t at, uint32_t from,
                     struct cg_error *error)
{
    const struct record *outer = &nest->program->records[record];
    bool ok = true;
    for (size_t i = 0; i < outer->inner_at.count && ok; i++) {
        uint32_t offset = outer->inner_at.items[i];
        bool after = offset != NUMBER_NONE && offset >= from;
        uint32_t place = after ? sum(at, offset - from) : NUMBER_NONE;
        place = nest->places.count < (size_t)2 * MOST_PLACES ? place : NUMBER_NONE;
        ok = numbers_add_new_pair(&nest->places, outer->inner.items[i], place);
    }
    return ok ? CG_OK : cg_fail_memory(error);
}

/** Connect a record and those in it, from an offset on. */
static int connect_record(struct program *program, uint32_t copy, unsigned end, uint32_t record,
                          uint32_t from, struct cg_error *error)
{
    struct nest nest = {.program = program, .copy = copy, .end = end};
    int status = connect_fields(&nest, record, 0, from, error);
    status = status ? status : add_inner(&nest, record, 0, from, error);
    for (size_t i = 0; i < nest.places.count && !status; i += 2) {
        uint32_t inner = nest.places.items[i], at = nest.places.items[i + 1];
        status = connect_fields(&nest, inner, at, 0, error);
        status = status ? status : add_inner(&nest, inner, at, 0, error);
    }
    free(nest.places.items);
    return status;
}

/** Whether memory is used as a record to which it is copied. Then what was stored in it otherwise
 *  is not taken for each of its fields. The targets are few: MOST_VIEWS. */
static bool stays_one_type(const struct program *program, uint32_t copy, uint32_t view)
{
    const struct number_list *targets = &program->copies[copy].views[TARGETS];
    uint32_t as = used_as(program, view);
    bool found = false;
    for (size_t i = 0; as != NUMBER_NONE && i < program->records[as].inner.count && !found; i++) {
        uint32_t record = WHOLE_RECORD | program->records[as].inner.items[i];
        for (size_t k = 0; k < targets->count && !found; k++) {
            found = targets->items[k] == record;
        }
    }
    return found;
}

static int connect_view(struct program *program, uint32_t copy, unsigned end, uint32_t view,
                        struct cg_error *error)
{
    if (view & WHOLE_RECORD) {
        return connect_record(program, copy, end, view & ~WHOLE_RECORD, 0, error);
    }
    if (slot_is_field(program, view)) {
        return connect_record(program, copy, end, program->slot_index.items[view],
                              program->offset_of.items[view], error);
    }
    if (end == SOURCES && stays_one_type(program, copy, view)) {
        return CG_OK;
    }
    bool given = program->slot_kinds.items[view] == SLOT_UNKNOWN && end == TARGETS;
    return connect(program, copy, end, given ? program->outside : view, NUMBER_NONE, error);
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
        status = make_hubs(program, number, error);
        for (unsigned end = 0; end < ENDS && !status; end++) {
            status = connect_new(more, program, number, end, &views[end], error);
        }
    }
    free(views[TARGETS].items);
    free(views[SOURCES].items);
    return status;
}

int records_copied(bool *more, struct program *program, struct cg_error *error)
{
    int status = CG_OK;
    *more = false;
    for (uint32_t i = 0; i < program->copy_count && !status; i++) {
        status = settle_copy(more, program, i, error);
    }
    return status;
}
