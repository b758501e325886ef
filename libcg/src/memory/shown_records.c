/* Which records code outside knows by variables: see shown_records.h. */
#include "memory/shown_records.h"

#include "base/error.h"

#include <stdlib.h>

/* Show the records that a slot is, or points at. */
static bool show_of_slot(struct number_list *pending, struct program *program, uint32_t slot)
{
    const struct number_list *led = &program->leads_to;
    bool ok = true;
    for (size_t i = numbers_first(led, slot); i < led->count && led->items[i] == slot && ok;
         i += 2) {
        ok = number_add(pending, led->items[i + 1]);
    }
    return ok;
}

static bool show_record(struct number_list *pending, struct program *program, uint32_t number)
{
    struct record *record = &program->records[number];
    bool ok = true;
    if (record->visibility != VISIBLE_TO_FILE) {
        return true;
    }
    record->visibility = VISIBLE_TO_PROGRAM;
    for (size_t i = 0; i < record->inner.count && ok; i++) {
        ok = number_add(pending, record->inner.items[i]);
    }
    for (size_t i = 0; i < record->fields.count && ok; i++) {
        ok = show_of_slot(pending, program, record->fields.items[i]);
    }
    return ok;
}

int records_show(struct program *program, uint32_t variable, struct cg_error *error)
{
    struct number_list pending = {0};
    bool ok = show_of_slot(&pending, program, variable);
    while (pending.count && ok) {
        uint32_t record = pending.items[--pending.count];
        ok = show_record(&pending, program, record);
    }
    free(pending.items);
    return ok ? CG_OK : cg_fail_memory(error);
}
