/* Records that fields at one place point at: see pointed_records.h. Used by used_records.c. */
#include "memory/pointed_records.h"

#include "base/error.h"
#include "memory/overlaid_records.h"
#include "memory/untyped_memory.h"

#include <stdlib.h>

/** What lies at a place of a record, as far as facts tell. */
enum content { NUMBER, ANYTHING, FUNCTION, RECORD };

static size_t first_led(const struct program *program, uint32_t slot)
{
    size_t at = numbers_first(&program->leads_to, slot);
    return at < program->leads_to.count && program->leads_to.items[at] == slot
               ? at
               : program->leads_to.count;
}

static enum content content_of(const struct program *program, uint32_t slot)
{
    static const enum content contents[] = {
        [HOLDS_DATA] = NUMBER, [HOLDS_ANY] = ANYTHING, [HOLDS_FUNCTIONS] = FUNCTION};
    bool leads = first_led(program, slot) < program->leads_to.count;
    return leads ? RECORD : contents[memory_content(program, slot)];
}

/** List the places of a view, in order. */
static int list_places(struct number_list *places, struct program *program, uint32_t view,
                       struct cg_error *error)
{
    int status = view_places(places, program, view, error);
    numbers_settle(places, 2);
    return status;
}

/** @param types whether functions must also be of one type */
static bool is_begin(const struct program *program, const struct number_list *a,
                     const struct number_list *b, bool types)
{
    size_t count = a->count < b->count ? a->count : b->count;
    bool functions = false;
    for (size_t i = 0; i < count; i += 2) {
        enum content content = content_of(program, a->items[i + 1]);
        if (a->items[i] != b->items[i] || content != content_of(program, b->items[i + 1])) {
            return false;
        }
        if (types && content == FUNCTION &&
            program->cell_of.items[a->items[i + 1]] != program->cell_of.items[b->items[i + 1]]) {
            return false;
        }
        functions |= content == FUNCTION;
    }
    return functions;
}

static bool is_known(const struct program *program, uint32_t record)
{
    return program->records[record].typed && !program->records[record].cplusplus;
}

static int begin_alike(bool *alike, struct program *program, uint32_t a, uint32_t b, bool types,
                       struct cg_error *error)
{
    struct number_list first = {0}, second = {0};
    *alike = false;
    if (a == b || !is_known(program, a) || !is_known(program, b)) {
        return CG_OK;
    }
    int status = list_places(&first, program, VIEW_OF_RECORD | a, error);
    status = status ? status : list_places(&second, program, VIEW_OF_RECORD | b, error);
    *alike = !status && is_begin(program, &first, &second, types);
    free(first.items);
    free(second.items);
    return status;
}

int records_share_head(bool *share, struct program *program, uint32_t a, uint32_t b,
                       struct cg_error *error)
{
    return begin_alike(share, program, a, b, true, error);
}

static int add_pair(struct number_list *pairs, struct program *program, uint32_t a, uint32_t b,
                    struct cg_error *error)
{
    bool alike;
    int status = begin_alike(&alike, program, a, b, false, error);
    bool ok = status || !alike || numbers_add_new_pair(pairs, a, b);
    return ok ? status : cg_fail_memory(error);
}

/** Add what two fields point at. */
static int add_pointed(struct number_list *pairs, struct program *program, uint32_t x, uint32_t y,
                       struct cg_error *error)
{
    const struct number_list *led = &program->leads_to;
    int status = CG_OK;
    for (size_t i = first_led(program, x); i < led->count && led->items[i] == x; i += 2) {
        for (size_t k = first_led(program, y); k < led->count && led->items[k] == y && !status;
             k += 2) {
            status = add_pair(pairs, program, led->items[i + 1], led->items[k + 1], error);
        }
    }
    return status;
}

int pointed_records(struct number_list *pairs, struct program *program, uint32_t a, uint32_t b,
                    struct cg_error *error)
{
    if (!view_is_of_record(program, a) || !view_is_of_record(program, b)) {
        return CG_OK;
    }
    struct number_list first = {0}, second = {0};
    int status = list_places(&first, program, a, error);
    status = status ? status : list_places(&second, program, b, error);
    size_t k = 0;
    for (size_t i = 0; i < first.count && first.items[i] != NUMBER_NONE && !status; i += 2) {
        while (k < second.count && second.items[k] < first.items[i]) {
            k += 2;
        }
        for (size_t m = k; m < second.count && second.items[m] == first.items[i] && !status;
             m += 2) {
            status = add_pointed(pairs, program, first.items[i + 1], second.items[m + 1], error);
        }
    }
    free(first.items);
    free(second.items);
    return status;
}
