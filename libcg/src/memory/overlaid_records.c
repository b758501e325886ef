/* Places in memory at one distance: see overlaid_records.h. Used by copied_records.c and
 * used_records.c. */
#include "memory/overlaid_records.h"

#include "base/error.h"
#include "memory/untyped_memory.h"
#include "points_to/signatures.h"

#include <stdlib.h>

/** Records within records are followed to this many places; what is further in may be anywhere.
 *  More are arrays of arrays, spelled out. */
#define MOST_PLACES 4096u

bool view_is_of_record(const struct program *program, uint32_t view)
{
    return view & VIEW_OF_RECORD || slot_is_field(program, view);
}

/** The record of a view. */
static uint32_t record_of(const struct program *program, uint32_t view)
{
    return view & VIEW_OF_RECORD ? view & ~VIEW_OF_RECORD : program->slot_index.items[view];
}

static uint32_t offset_of(const struct program *program, uint32_t view)
{
    return view & VIEW_OF_RECORD ? 0 : program->offset_of.items[view];
}

/* Places */

static uint32_t sum(uint32_t a, uint32_t b)
{
    return a == NUMBER_NONE || b == NUMBER_NONE || b > NUMBER_NONE - 1 - a ? NUMBER_NONE : a + b;
}

/** List the fields of a record from an offset on. @param at distance of that offset */
static bool add_fields(struct number_list *places, const struct program *program, uint32_t record,
                       uint32_t at, uint32_t from)
{
    const struct record *r = &program->records[record];
    bool ok = true;
    for (size_t i = 0; i < r->fields.count && ok; i++) {
        uint32_t field = r->fields.items[i];
        uint32_t offset = program->offset_of.items[field];
        bool array = record_has_array(r, offset);
        if (array || offset >= from) {
            ok = number_add(places, array ? NUMBER_NONE : sum(at, offset - from)) &&
                 number_add(places, field);
        }
    }
    return ok;
}

/** Records in a record. */
struct inner {
    struct number_list placed; /**< two numbers each: record, distance; at most MOST_PLACES */
    struct number_list open;   /**< records that may be anywhere */
};

static bool add_one(struct inner *inner, struct program *program, uint32_t record, uint32_t place)
{
    if (place != NUMBER_NONE && inner->placed.count < (size_t)2 * MOST_PLACES) {
        return numbers_add_new_pair(&inner->placed, record, place);
    }
    return !record_is_new(program, record) || number_add(&inner->open, record);
}

/** List the records in a record, and their distances. Those before `from` may extend beyond it. */
static bool add_inner(struct inner *inner, struct program *program, uint32_t record, uint32_t at,
                      uint32_t from)
{
    const struct record *outer = &program->records[record];
    bool ok = true;
    for (size_t i = 0; i < outer->inner_at.count && ok; i++) {
        uint32_t offset = outer->inner_at.items[i];
        bool after = offset != NUMBER_NONE && offset >= from;
        uint32_t place = after ? sum(at, offset - from) : NUMBER_NONE;
        ok = add_one(inner, program, outer->inner.items[i], place);
    }
    return ok;
}

int view_places(struct number_list *places, struct program *program, uint32_t view,
                struct cg_error *error)
{
    struct inner inner = {0};
    uint32_t record = record_of(program, view), from = offset_of(program, view);
    records_begin_list(program);
    bool ok =
        add_fields(places, program, record, 0, from) && add_inner(&inner, program, record, 0, from);
    for (size_t i = 0; i < inner.placed.count && ok; i += 2) {
        uint32_t within = inner.placed.items[i], at = inner.placed.items[i + 1];
        ok =
            add_fields(places, program, within, at, 0) && add_inner(&inner, program, within, at, 0);
    }
    for (size_t i = 0; i < inner.open.count && ok; i++) {
        uint32_t within = inner.open.items[i];
        ok = add_fields(places, program, within, NUMBER_NONE, 0) &&
             add_inner(&inner, program, within, NUMBER_NONE, 0);
    }
    free(inner.placed.items);
    free(inner.open.items);
    return ok ? CG_OK : cg_fail_memory(error);
}

/* Views that are alike */

static bool contains(bool *failed, struct program *program, uint32_t outer, uint32_t inner)
{
    struct number_list list = {0};
    bool found = outer == inner;
    records_begin_list(program);
    bool ok = found || number_add(&list, outer);
    for (size_t i = 0; i < list.count && ok && !found; i++) {
        const struct number_list *parts = &program->records[list.items[i]].inner;
        for (size_t k = 0; k < parts->count && ok && !found; k++) {
            found = parts->items[k] == inner;
            ok = !record_is_new(program, parts->items[k]) || number_add(&list, parts->items[k]);
        }
    }
    free(list.items);
    *failed |= !ok;
    return found;
}

bool views_are_alike(bool *failed, struct program *program, uint32_t a, uint32_t b)
{
    uint32_t first = record_of(program, a), second = record_of(program, b);
    return contains(failed, program, first, second) || contains(failed, program, second, first);
}

/* Overlays */

/** Remove places that hold no functions. */
static void keep_functions(struct number_list *places, const struct program *program)
{
    size_t kept = 0;
    for (size_t i = 0; i < places->count; i += 2) {
        if (memory_content(program, places->items[i + 1]) != HOLDS_DATA) {
            places->items[kept++] = places->items[i];
            places->items[kept++] = places->items[i + 1];
        }
    }
    places->count = kept;
    numbers_settle(places, 2);
}

/** List the places of a view that may hold functions. */
static int list_places(struct number_list *places, struct program *program, uint32_t view,
                       struct cg_error *error)
{
    int status = CG_OK;
    if (view_is_of_record(program, view)) {
        status = view_places(places, program, view, error);
    } else if (!number_add(places, NUMBER_NONE) || !number_add(places, view)) {
        status = cg_fail_memory(error);
    }
    keep_functions(places, program);
    return status;
}

/** Connect places of one list with places of another, of which those of one have no distance: the
 *  targets, or the sources. O(their number) */
static int pass_all(struct program *program, const struct number_list *to,
                    const struct number_list *from, bool targets, struct cg_error *error)
{
    uint32_t between;
    int status = slot_new(&between, program, SLOT_DATA, 0, error);
    for (size_t i = 0; i < from->count && !status; i += 2) {
        bool passes = targets || from->items[i] == NUMBER_NONE;
        status = passes ? solver_copy(program->solver, between, from->items[i + 1], error) : CG_OK;
    }
    for (size_t i = 0; i < to->count && !status; i += 2) {
        bool passes = !targets || to->items[i] == NUMBER_NONE;
        status = passes ? solver_copy(program->solver, to->items[i + 1], between, error) : CG_OK;
    }
    return status;
}

/** Places without a distance are the last of a list. */
static bool has_open(const struct number_list *places)
{
    return places->count > 0 && places->items[places->count - 2] == NUMBER_NONE;
}

/* Types are compared by address, so each is a text of the program. */
static int own_type(struct cg_value *out, struct program *program, uint32_t place,
                    struct cg_error *error)
{
    uint32_t text;
    struct cg_value type;
    *out = (struct cg_value){NULL, 0};
    if (!memory_function_type(&type, program, place) || *type.text != 'F') {
        return CG_OK;
    }
    int status = program_intern(&text, program, type.text, type.length, error);
    if (!status) {
        *out = (struct cg_value){cg_pool_string(&program->texts, text), type.length};
    }
    return status;
}

/** What one place holds is read in another, where functions may have another type. */
static int overlay_place(struct program *program, uint32_t to, uint32_t from,
                         struct cg_error *error)
{
    struct conversion conversion = {.to = to, .overlay = true};
    int status = own_type(&conversion.from, program, from, error);
    status = status ? status : own_type(&conversion.type, program, to, error);
    bool differ = conversion.from.length && conversion.type.length &&
                  !signatures_fit(&conversion.from, &conversion.type);
    if (status || !differ) {
        return status ? status : solver_copy(program->solver, to, from, error);
    }
    return program_convert(program, from, &conversion, error);
}

static int overlay_different(struct program *program, uint32_t to, uint32_t from,
                             struct cg_error *error)
{
    return to != from ? overlay_place(program, to, from, error) : CG_OK;
}

/** Connect places at one distance; both lists are sorted. Few places of a record share one. */
static int connect_places(struct program *program, const struct number_list *to,
                          const struct number_list *from, struct cg_error *error)
{
    int status = CG_OK;
    size_t first = 0;
    for (size_t t = 0; t < to->count && to->items[t] != NUMBER_NONE; t += 2) {
        while (first < from->count && from->items[first] < to->items[t]) {
            first += 2;
        }
        for (size_t f = first; f < from->count && from->items[f] == to->items[t] && !status;
             f += 2) {
            status = overlay_different(program, to->items[t + 1], from->items[f + 1], error);
        }
    }
    if (!status && has_open(to)) {
        status = pass_all(program, to, from, true, error);
    }
    return status || !has_open(from) ? status : pass_all(program, to, from, false, error);
}

int views_overlay(bool *more, struct program *program, uint32_t to, uint32_t from,
                  struct cg_error *error)
{
    const uint32_t views[] = {from, to};
    uint32_t known = program->overlays.count;
    uint32_t pair = cg_pool_intern(&program->overlays, (const char *)views, sizeof views);
    if (pair == CG_NO_STRING) {
        return cg_fail_memory(error);
    }
    if (pair < known) {
        return CG_OK;
    }
    struct number_list targets = {0}, sources = {0};
    int status = list_places(&targets, program, to, error);
    status = status ? status : list_places(&sources, program, from, error);
    if (!status && targets.count > 0 && sources.count > 0) {
        *more = true;
        status = connect_places(program, &targets, &sources, error);
    }
    free(targets.items);
    free(sources.items);
    return status;
}

/* Places that hold nothing */

static bool is_empty(const struct program *program, uint32_t place)
{
    return solver_size(program->solver, place) == 0;
}

bool field_lacks_functions(const struct program *program, uint32_t field)
{
    return slot_is_field(program, field) &&
           program->records[program->slot_index.items[field]].typed &&
           memory_content(program, field) == HOLDS_FUNCTIONS && is_empty(program, field);
}

/** Fill a place from those of another view. @param distance of these, or NUMBER_NONE: any */
static int fill_from(bool *more, struct program *program, uint32_t place,
                     const struct number_list *from, uint32_t distance, struct cg_error *error)
{
    int status = CG_OK;
    for (size_t i = 0; i < from->count && !status; i += 2) {
        bool there =
            distance == NUMBER_NONE || from->items[i] == distance || from->items[i] == NUMBER_NONE;
        if (there && !is_empty(program, from->items[i + 1])) {
            *more = true;
            status = overlay_place(program, place, from->items[i + 1], error);
        }
    }
    return status;
}

/** Only functions: what other code may give as a number says nothing. */
static int fill_from_integers(bool *more, struct program *program, uint32_t place,
                              struct cg_error *error)
{
    uint32_t *objects = NULL;
    size_t count = 0;
    int status = solver_objects(program->solver, program->integers, &objects, &count, error);
    for (size_t i = 0; i < count && !status; i++) {
        if (program_callee(program, objects[i]) != NUMBER_NONE) {
            *more = true;
            status = solver_address(program->solver, place, objects[i], error);
        }
    }
    free(objects);
    return status;
}

static int fill_places(bool *more, struct program *program, const struct number_list *to,
                       const struct number_list *from, enum filling filling, struct cg_error *error)
{
    int status = CG_OK;
    for (size_t i = 0; i < to->count && !status; i += 2) {
        uint32_t place = to->items[i + 1];
        bool fills = field_lacks_functions(program, place);
        if (fills && filling == FILL_FROM_INTEGERS) {
            status = fill_from_integers(more, program, place, error);
        } else if (fills) {
            uint32_t distance = filling == FILL_AT_DISTANCE ? to->items[i] : NUMBER_NONE;
            status = fill_from(more, program, place, from, distance, error);
        }
    }
    return status;
}

int views_fill(bool *more, struct program *program, uint32_t to, uint32_t from,
               enum filling filling, struct cg_error *error)
{
    if (!view_is_of_record(program, to)) {
        return CG_OK;
    }
    struct number_list targets = {0}, sources = {0};
    int status = list_places(&targets, program, to, error);
    status = status ? status : list_places(&sources, program, from, error);
    status = status ? status : fill_places(more, program, &targets, &sources, filling, error);
    free(targets.items);
    free(sources.items);
    return status;
}
