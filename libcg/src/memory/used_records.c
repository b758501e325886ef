/* Records used as others: see used_records.h. Used by read_facts.c, and by link.c between the
 * rounds of solving. */
#include "memory/used_records.h"

#include "base/error.h"
#include "memory/overlaid_records.h"
#include "memory/pointed_records.h"
#include "memory/typed_copies.h"
#include "memory/untyped_memory.h"
#include "points_to/signatures.h"
#include "strings/digits.h"

#include <stdlib.h>
#include <string.h>

int records_use(struct program *program, uint32_t slot, uint32_t record, struct cg_error *error)
{
    if (slot == program->outside) {
        return CG_OK; /* it holds what many pointers were */
    }
    bool ok = number_add(&program->uses, slot) && number_add(&program->uses, record);
    return ok ? CG_OK : cg_fail_memory(error);
}

/* Signatures */

/** The name of the record that a part of a signature is, or points at; empty if it is none.
 *  (https://itanium-cxx-abi.github.io/cxx-abi/abi.html#mangling.name) */
static struct cg_value record_in(struct cg_value part)
{
    size_t at = 0;
    uint64_t length;
    if (!part.length) { /* the signature has no such part */
        return part;
    }
    while (at < part.length && (part.text[at] == 'P' || part.text[at] == 'K')) {
        at++;
    }
    at += cg_take_digits(&length, NULL, part.text + at, part.length - at, UINT32_MAX);
    bool name = length > 0 && at + length == part.length;
    return name ? (struct cg_value){part.text + at, length} : (struct cg_value){NULL, 0};
}

#define LEAST_SETTLED 1024u

/* Duplicates are removed whenever the list has doubled. */
static bool add_passed(struct program *program, uint32_t first, uint32_t second)
{
    struct number_list *pairs = &program->passed_as;
    if (pairs->count > LEAST_SETTLED && pairs->count > 2 * program->passed_settled) {
        numbers_settle(pairs, 2);
        program->passed_settled = pairs->count;
    }
    return number_add(pairs, first) && number_add(pairs, second);
}

static int note_parts(struct program *program, struct cg_value a, struct cg_value b,
                      struct cg_error *error)
{
    struct cg_value x = record_in(a), y = record_in(b);
    if (!x.length || !y.length || json_same(&x, &y)) {
        return CG_OK;
    }
    uint32_t first, second;
    int status = program_record(&first, program, x.text, x.length, error);
    status = status ? status : program_record(&second, program, y.text, y.length, error);
    bool ok = status || add_passed(program, first, second);
    return ok ? status : cg_fail_memory(error);
}

int records_pass(struct program *program, const struct cg_value *call,
                 const struct cg_value *function, struct cg_error *error)
{
    uint32_t count, others;
    bool variadic;
    if (call->text == function->text || !signature_parameters(call, &count, &variadic) ||
        !signature_parameters(function, &others, &variadic)) {
        return CG_OK;
    }
    int status = CG_OK;
    for (uint32_t part = 0; part <= count && part <= others && !status; part++) {
        status =
            note_parts(program, signature_part(call, part), signature_part(function, part), error);
    }
    return status;
}

int records_are_one(struct program *program, uint32_t a, uint32_t b, struct cg_error *error)
{
    return a == b || add_passed(program, a, b) ? CG_OK : cg_fail_memory(error);
}

/* Uses */

/** What a pointer may point at besides a record that it is used as. */
struct others {
    struct number_list views;
    bool fits; /**< one of its objects may be such a record */
};

/** Whether no file defines a record, as far as facts tell: its address is known, and nothing in it.
 */
static bool is_opaque(const struct program *program, uint32_t record)
{
    const struct record *r = &program->records[record];
    bool empty = !r->typed && !r->leads && r->inner.count == 0 && r->fields.count <= 1;
    return empty && (r->fields.count == 0 || solver_size(program->solver, r->fields.items[0]) == 0);
}

static bool add_view(struct others *others, struct program *program, uint32_t view, uint32_t record)
{
    bool failed = false;
    bool alike = views_are_alike(&failed, program, view, VIEW_OF_RECORD | record);
    others->fits |= alike;
    return !failed && (alike || number_add_new(&others->views, view));
}

/** Add a view; in place of a record that no file defines, all that is used as it, unless that is
 * too much. */
static bool add_other(struct others *others, struct program *program, uint32_t view,
                      uint32_t record)
{
    bool ok = add_view(others, program, view, record);
    const struct number_list *views = view & VIEW_OF_RECORD
                                          ? &program->records[view & ~VIEW_OF_RECORD].stands_for
                                          : &(struct number_list){0};
    others->fits |= views->count > MOST_VIEWS;
    for (size_t i = 0; i < views->count && views->count <= MOST_VIEWS && ok; i++) {
        ok = add_view(others, program, views->items[i], record);
    }
    return ok;
}

/** Memory may be any record. It is also those that it is used as, as long as they are not too many
 * to matter. */
static bool add_memory(struct others *others, struct program *program, uint32_t object,
                       uint32_t record)
{
    uint32_t as = memory_used(program, object);
    const struct number_list *used =
        as == NUMBER_NONE ? &(struct number_list){0} : &program->records[as].inner;
    others->fits = true;
    bool ok = number_add_new(&others->views, object);
    for (size_t i = 0; i < used->count && others->views.count <= MOST_VIEWS && ok; i++) {
        ok = add_other(others, program, VIEW_OF_RECORD | used->items[i], record);
    }
    return ok;
}

static int look_at_object(struct others *others, struct program *program, uint32_t object,
                          uint32_t record, struct cg_error *error)
{
    enum slot_kind kind = program->slot_kinds.items[object];
    bool ok = true;
    if (slot_is_field(program, object)) {
        bool whole = kind == SLOT_RECORD;
        uint32_t view = whole ? VIEW_OF_RECORD | program->slot_index.items[object] : object;
        ok = add_other(others, program, view, record);
    } else if (!slot_is_value(kind)) {
        ok = add_memory(others, program, object, record);
    } else {
        others->fits |= kind == SLOT_UNKNOWN;
    }
    return ok ? CG_OK : cg_fail_memory(error);
}

/** Objects, the tables that they point at, and what these point at. */
#define MOST_DEPTH 2u

static int overlay_pair(bool *more, struct program *program, uint32_t a, uint32_t b, unsigned depth,
                        struct cg_error *error);

/** What fields at the same place point at is used as each other as well. */
static int overlay_pointed(bool *more, struct program *program, uint32_t a, uint32_t b,
                           unsigned depth, struct cg_error *error)
{
    struct number_list pairs = {0};
    int status = pointed_records(&pairs, program, a, b, error);
    for (size_t i = 0; i < pairs.count && !status; i += 2) {
        status = overlay_pair(more, program, VIEW_OF_RECORD | pairs.items[i],
                              VIEW_OF_RECORD | pairs.items[i + 1], depth + 1, error);
    }
    free(pairs.items);
    return status;
}

static int overlay_pair(bool *more, struct program *program, uint32_t a, uint32_t b, unsigned depth,
                        struct cg_error *error)
{
    uint32_t known = program->overlays.count;
    int status = views_overlay(more, program, a, b, error);
    status = status ? status : views_overlay(more, program, b, a, error);
    bool fresh = program->overlays.count > known;
    return status || !fresh || depth >= MOST_DEPTH
               ? status
               : overlay_pointed(more, program, a, b, depth, error);
}

/** Whole objects that become cells are cells of both records. */
static int share(bool *more, struct program *program, uint32_t view, uint32_t record,
                 struct cg_error *error)
{
    uint32_t other = view & ~VIEW_OF_RECORD;
    if (!(view & VIEW_OF_RECORD) || other == record) {
        return CG_OK;
    }
    int status = memory_share(more, program, record, other, error);
    return status ? status : memory_share(more, program, other, record, error);
}

static int overlay(bool *more, struct program *program, const struct number_list *views,
                   uint32_t record, struct cg_error *error)
{
    int status = CG_OK;
    for (size_t i = 0; i < views->count && !status; i++) {
        status = overlay_pair(more, program, VIEW_OF_RECORD | record, views->items[i], 0, error);
        status = status ? status : share(more, program, views->items[i], record, error);
    }
    return status;
}

/** Both ways: one may be written, the other read. */
static int fill_both_ways(bool *more, struct program *program, const struct number_list *views,
                          uint32_t record, enum filling filling, struct cg_error *error)
{
    uint32_t as = VIEW_OF_RECORD | record;
    int status = CG_OK;
    for (size_t i = 0; i < views->count && !status; i++) {
        status = views_fill(more, program, as, views->items[i], filling, error);
        status = status ? status : views_fill(more, program, views->items[i], as, filling, error);
    }
    return status;
}

/** A pointer to more objects than these has lost what it pointed at. Looking at each, for each use
 *  of each such pointer, would cost more than all else. */
#define MOST_OBJECTS 256u

/** List what a pointer may point at besides a record. @param all also where something fits
 *  @return CG_OK; CG_E_MEMORY. To release: views */
static int find_others(struct others *others, struct program *program, size_t use, bool all,
                       struct cg_error *error)
{
    uint32_t *objects = NULL;
    size_t count = 0;
    if (solver_size(program->solver, program->uses.items[use]) > MOST_OBJECTS) {
        others->fits = true;
        return CG_OK;
    }
    int status = solver_objects(program->solver, program->uses.items[use], &objects, &count, error);
    uint32_t record = program->uses.items[use + 1];
    for (size_t i = 0;
         i < count && !status && others->views.count <= MOST_VIEWS && (all || !others->fits); i++) {
        status = look_at_object(others, program, objects[i], record, error);
    }
    others->views.count = others->views.count > MOST_VIEWS ? 0 : others->views.count;
    free(objects);
    return status;
}

/** Note what is used as a record that no file defines; one more than MOST_VIEWS says that it is too
 *  much, in whatever order it comes. */
static int stand_for(bool *more, struct program *program, size_t use, struct cg_error *error)
{
    uint32_t record = program->uses.items[use + 1];
    struct number_list *known = &program->records[record].stands_for;
    size_t before = known->count;
    struct others others = {.fits = false};
    int status = find_others(&others, program, use, true, error);
    bool ok = !status;
    for (size_t i = 0; i < others.views.count && ok && known->count <= MOST_VIEWS; i++) {
        ok = number_add_new(known, others.views.items[i]);
    }
    *more |= known->count > before;
    free(others.views.items);
    return ok || status ? status : cg_fail_memory(error);
}

/** Whether the pointers of a slot are used as a record. O(log uses + its uses) */
static bool is_used_as(const struct program *program, uint32_t slot, uint32_t record)
{
    const struct number_list *uses = &program->uses;
    bool is = false;
    for (size_t i = numbers_first(uses, slot); i < uses->count && uses->items[i] == slot && !is;
         i += 2) {
        is = uses->items[i + 1] == record;
    }
    return is;
}

/** Keep the views of records that share a head with the one of a use. Where the same pointers are
 * used as such a record as well, their users know which it is. */
static int keep_heads(struct number_list *views, struct program *program, size_t use,
                      struct cg_error *error)
{
    uint32_t slot = program->uses.items[use], record = program->uses.items[use + 1];
    size_t kept = 0;
    int status = CG_OK;
    for (size_t i = 0; i < views->count && !status; i++) {
        uint32_t view = views->items[i], other = view & ~VIEW_OF_RECORD;
        bool share = false;
        status = view & VIEW_OF_RECORD && !is_used_as(program, slot, other)
                     ? records_share_head(&share, program, record, other, error)
                     : CG_OK;
        views->items[kept] = view;
        kept += share;
    }
    views->count = kept;
    return status;
}

/** Where an object fits, the others are assumed to be of other types, but for those that begin with
 * the same fields: code goes through the head that such records have in common. */
static int settle_use(bool *more, struct program *program, size_t use, struct cg_error *error)
{
    uint32_t record = program->uses.items[use + 1];
    struct others others = {.fits = false};
    int status = find_others(&others, program, use, !program->records[record].cplusplus, error);
    status = status || !others.fits ? status : keep_heads(&others.views, program, use, error);
    status = status ? status : overlay(more, program, &others.views, record, error);
    free(others.views.items);
    return status;
}

static int fill_use(bool *more, struct program *program, size_t use, enum filling filling,
                    struct cg_error *error)
{
    struct others others = {.fits = false};
    int status = find_others(&others, program, use, true, error);
    if (!status) {
        status = fill_both_ways(more, program, &others.views, program->uses.items[use + 1], filling,
                                error);
    }
    free(others.views.items);
    return status;
}

/** Connect the records that calls pass as others. */
static int settle_passed(bool *more, struct program *program, struct cg_error *error)
{
    bool failed = false;
    int status = CG_OK;
    numbers_settle(&program->passed_as, 2);
    for (size_t i = 0; i < program->passed_as.count && !status && !failed; i += 2) {
        uint32_t as = program->passed_as.items[i + 1];
        struct number_list one = {
            .items = &(uint32_t){VIEW_OF_RECORD | program->passed_as.items[i]}, .count = 1};
        if (!views_are_alike(&failed, program, one.items[0], VIEW_OF_RECORD | as)) {
            status = overlay(more, program, &one, as, error);
        }
    }
    return failed ? cg_fail_memory(error) : status;
}

int records_used(bool *more, struct program *program, struct cg_error *error)
{
    bool settled = false;
    int status = CG_OK;
    for (size_t i = 0; i < program->uses.count && !status; i += 2) {
        bool opaque = is_opaque(program, program->uses.items[i + 1]);
        status = opaque ? stand_for(more, program, i, error) : CG_OK;
    }
    /* What fits is decided once all that stands for others is known: the order must not matter. */
    for (size_t i = 0; i < program->uses.count && !status && !*more; i += 2) {
        status = settle_use(&settled, program, i, error);
    }
    status = status || *more ? status : settle_passed(&settled, program, error);
    *more |= settled;
    return status;
}

static int fill_everywhere(bool *more, struct program *program, enum filling filling,
                           struct cg_error *error)
{
    int status = CG_OK;
    for (size_t i = 0; i < program->uses.count && !status; i += 2) {
        status = fill_use(more, program, i, filling, error);
    }
    for (uint32_t i = 0; i < program->copy_count && !status; i++) {
        status = program->copies[i].typed ? typed_copy_fill_empty(more, program, i, filling, error)
                                          : CG_OK;
    }
    return status;
}

int records_fill(bool *more, struct program *program, struct cg_error *error)
{
    int status = CG_OK;
    for (enum filling f = FILL_AT_DISTANCE; f <= FILL_FROM_INTEGERS && !status && !*more; f++) {
        status = fill_everywhere(more, program, f, error);
    }
    return status;
}
