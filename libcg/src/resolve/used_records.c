/* Records used as others: see used_records.h. Used by read_facts.c, and by link.c between the
 * rounds of solving. */
#include "resolve/used_records.h"

#include "base/error.h"
#include "resolve/overlaid_records.h"

#include <stdlib.h>

int records_use(struct program *program, uint32_t slot, uint32_t record, struct cg_error *error)
{
    if (slot == program->integers || slot == program->bytes || slot == program->outside) {
        return CG_OK; /* they hold what many pointers were */
    }
    bool ok = number_add(&program->uses, slot) && number_add(&program->uses, record);
    return ok ? CG_OK : cg_fail_memory(error);
}

/** What a pointer may point at besides a record that it is used as. */
struct others {
    struct number_list views;
    bool fits; /**< one of its objects may be such a record */
};

static int look_at(struct others *others, const struct program *program, uint32_t object,
                   uint32_t record, struct cg_error *error)
{
    bool failed = false, ok = true;
    if (slot_is_field(program, object)) {
        bool whole = program->slot_kinds.items[object] == SLOT_RECORD;
        uint32_t view = whole ? VIEW_OF_RECORD | program->slot_index.items[object] : object;
        others->fits = views_are_alike(&failed, program, view, VIEW_OF_RECORD | record);
        ok = others->fits || number_add_new(&others->views, view);
    } else { /* memory, and what is unknown, may be any record */
        others->fits = !slot_is_constant(program->slot_kinds.items[object]) ||
                       program->slot_kinds.items[object] == SLOT_UNKNOWN;
    }
    return ok && !failed ? CG_OK : cg_fail_memory(error);
}

/** @param list objects, or NULL */
static int list_others(struct others *others, const struct program *program, const uint32_t *list,
                       size_t count, uint32_t record, struct cg_error *error)
{
    int status = CG_OK;
    for (size_t i = 0; i < count && !status && !others->fits && others->views.count <= MOST_VIEWS;
         i++) {
        status = look_at(others, program, list[i], record, error);
    }
    return status;
}

static int overlay(bool *more, struct program *program, const struct number_list *views,
                   uint32_t record, struct cg_error *error)
{
    uint32_t as = VIEW_OF_RECORD | record;
    int status = CG_OK;
    for (size_t i = 0; i < views->count && !status; i++) {
        status = views_overlay(more, program, as, views->items[i], error);
        status = status ? status : views_overlay(more, program, views->items[i], as, error);
    }
    return status;
}

static int settle_use(bool *more, struct program *program, uint32_t slot, uint32_t record,
                      struct cg_error *error)
{
    struct others others = {.fits = false};
    uint32_t *objects = NULL;
    size_t count = 0;
    int status = solver_objects(program->solver, slot, &objects, &count, error);
    status = status ? status : list_others(&others, program, objects, count, record, error);
    if (!status && !others.fits && others.views.count <= MOST_VIEWS) {
        status = overlay(more, program, &others.views, record, error);
    }
    free(others.views.items);
    free(objects);
    return status;
}

int records_used(bool *more, struct program *program, struct cg_error *error)
{
    int status = CG_OK;
    for (size_t i = 0; i < program->uses.count && !status; i += 2) {
        status =
            settle_use(more, program, program->uses.items[i], program->uses.items[i + 1], error);
    }
    return status;
}
