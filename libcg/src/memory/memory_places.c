/* Places in memory without a type: see memory_places.h. Used by untyped_memory.c and link.c while
 * the constraints are solved. */
#include "memory/memory_places.h"

#include "base/error.h"

#include <stdlib.h>

/** Processes a field. */
typedef int use_field(struct program *program, uint32_t field, uint32_t data,
                      struct cg_error *error);

static int use_place(struct program *program, const struct record *record, uint32_t place,
                     use_field *use, uint32_t data, struct cg_error *error)
{
    int status = CG_OK;
    for (size_t i = 0; i < record->fields.count && !status; i++) {
        if (program->offset_of.items[record->fields.items[i]] == place) {
            status = use(program, record->fields.items[i], data, error);
        }
    }
    return status;
}

/* Append two numbers each, record and place in it, of the records that are at a place of a record.
 * Names may unite records that contain each other. */
static bool add_at_place(struct number_list *places, const struct record *record, uint32_t place)
{
    bool ok = true;
    for (size_t i = 0; i < record->inner_at.count && ok; i++) {
        uint32_t at = record->inner_at.items[i];
        ok = at > place || numbers_add_new_pair(places, record->inner.items[i], place - at);
    }
    return ok;
}

/* Use the fields that are at a place of a record, its own and those of records in it. */
static int use_places(struct program *program, uint32_t record, uint32_t place, use_field *use,
                      uint32_t data, struct cg_error *error)
{
    struct number_list places = {0};
    bool ok = number_add(&places, record) && number_add(&places, place);
    int status = CG_OK;
    for (size_t i = 0; i < places.count && ok && !status; i += 2) {
        const struct record *at = &program->records[places.items[i]];
        uint32_t offset = places.items[i + 1];
        status = use_place(program, at, offset, use, data, error);
        ok = add_at_place(&places, &program->records[places.items[i]], offset);
    }
    free(places.items);
    return ok ? status : cg_fail_memory(error);
}

static int take_address(struct program *program, uint32_t field, uint32_t slot,
                        struct cg_error *error)
{
    return solver_address(program->solver, slot, field, error);
}

int places_further(struct program *program, uint32_t slot, uint32_t object, uint32_t bytes,
                   struct cg_error *error)
{
    return use_places(program, program->slot_index.items[object],
                      program->offset_of.items[object] + bytes, take_address, slot, error);
}

int places_allocated(struct program *program, uint32_t object, struct cg_error *error)
{
    uint32_t written;
    if (program->typed || program->by_address) {
        return CG_OK;
    }
    int status = slot_new(&written, program, SLOT_DATA, 0, error);
    if (!status) {
        solver_redirect_stores(program->solver, object, written);
        program->records[program->slot_index.items[object]].written = written;
    }
    return status ? status : solver_copy(program->solver, object, written, error);
}

static int read_field(struct program *program, uint32_t field, uint32_t object,
                      struct cg_error *error)
{
    return solver_copy(program->solver, object, field, error);
}

static int write_field(struct program *program, uint32_t field, uint32_t written,
                       struct cg_error *error)
{
    return solver_copy(program->solver, field, written, error);
}

int places_used_as(struct program *program, uint32_t object, uint32_t memory, uint32_t record,
                   struct cg_error *error)
{
    uint32_t written = program->records[memory].written;
    bool allocated = written != NUMBER_NONE;
    if (program->typed || program->by_address || (!allocated && program->further)) {
        return CG_OK;
    }
    int status = use_places(program, record, 0, read_field, object, error);
    return status
               ? status
               : use_places(program, record, 0, write_field, allocated ? written : object, error);
}
