/*
 * Removes functions that neither the program nor other files can need, and renumbers the rest. The
 * last step before rendering.
 */
#include "join/prune.h"

#include <stdlib.h>
#include <string.h>

#include "text/lexical_paths.h"
#include "unit/unit_facts.h"
#include "unit/unit_vtables.h"

/** Names that the language reserves for its implementation: std, __gnu_cxx, operators new and
 *  delete, and what begins with two underscores. */
static bool is_reserved(const char *name)
{
    static const char *const begins[] = {"__",    "_ZSt",   "_ZNSt",         "_ZNKSt",
                                         "_Znw",  "_Zna",   "_Zdl",          "_Zda",
                                         "_ZNSa", "_ZNKSa", "_ZN9__gnu_cxx", "_ZNK9__gnu_cxx"};
    for (size_t i = 0; i < G_N_ELEMENTS(begins); i++) {
        if (strncmp(name, begins[i], strlen(begins[i])) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_system(const struct unit *unit, const struct unit_function *function)
{
    if (function->seen & UNIT_AST) {
        return function->in_system_header;
    }
    if (!function->origin) {
        bool known = function->in_system_header || is_reserved(function->name);
        return !function->defined && known;
    }
    return (unit->system_files && g_hash_table_contains(unit->system_files, function->origin)) ||
           path_is_installed(function->origin);
}

/* Reaching */

struct reaching {
    struct unit *unit;
    GArray *references; /**< sorted by `from` */
    bool *reached;
    GArray *stack; /**< of unit_id */
};

static int by_from(const void *a, const void *b)
{
    const struct unit_reference *x = a;
    const struct unit_reference *y = b;
    return (x->from > y->from) - (x->from < y->from);
}

static void reach_entity(struct reaching *r, unit_id id)
{
    if (!r->reached[id]) {
        r->reached[id] = true;
        g_array_append_val(r->stack, id);
    }
}

/** Index of the first reference of a function. */
static guint first_from(const GArray *references, unit_id from)
{
    guint low = 0;
    guint high = references->len;
    while (low < high) {
        guint middle = low + (high - low) / 2;
        bool before = g_array_index(references, struct unit_reference, middle).from < from;
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    return low;
}

static void reach_references(struct reaching *r, unit_id from)
{
    for (guint i = first_from(r->references, from); i < r->references->len; i++) {
        const struct unit_reference *reference =
            &g_array_index(r->references, struct unit_reference, i);
        if (reference->from != from) {
            break;
        }
        reach_entity(r, reference->to);
    }
}

/** Definitions that other files may call, and all of the program's own: some files see a
 *  header-only library as a system header, but its definitions are in one of the program's files
 *  all the same. */
static bool is_root(const struct unit_function *function)
{
    bool others = function->offered || function->linkage == CG_LINKAGE_EXTERNAL;
    return function->defined && (!function->in_system_header || others);
}

/** Also functions that the program's data mentions, and those whose address the source takes. */
static void start_reaching(struct reaching *r)
{
    for (unit_id i = 0; i < r->unit->functions->len; i++) {
        const struct unit_function *function = unit_function_at(r->unit, i);
        if (is_root(function)) {
            reach_entity(r, i);
        }
    }
    for (guint i = 0; i < r->unit->addresses->len; i++) {
        const struct unit_site *address = &g_array_index(r->unit->addresses, struct unit_site, i);
        if (address->evidence & UNIT_AST) {
            reach_entity(r, address->function);
        }
    }
    reach_references(r, UNIT_NONE);
}

static void add_mention(unit_id owner, unit_id function, void *data)
{
    if (owner != UNIT_NONE) {
        unit_add_reference(data, owner, function);
    }
}

/** Calls, overrides and facts also lead on. Facts of data do not: its functions are needed where
 *  the data is. */
static void add_references(struct unit *unit)
{
    for (guint i = 0; i < unit->calls->len; i++) {
        const struct unit_call *call = &g_array_index(unit->calls, struct unit_call, i);
        unit_add_reference(unit, call->caller, call->callee);
    }
    for (guint i = 0; i < unit->overrides->len; i++) {
        const struct unit_override *o = &g_array_index(unit->overrides, struct unit_override, i);
        unit_add_reference(unit, o->derived, o->base);
    }
    facts_visit_mentions(unit->facts, add_mention, unit);
}

/** @return by function, whether it is reached; release with g_free. */
static bool *reached_functions(struct unit *unit)
{
    struct reaching r = {.unit = unit, .references = unit->references};
    add_references(unit);
    r.reached = g_new0(bool, unit->functions->len + 1);
    r.stack = g_array_new(FALSE, FALSE, sizeof(unit_id));
    if (r.references->len > 1) {
        qsort(r.references->data, r.references->len, sizeof(struct unit_reference), by_from);
    }
    start_reaching(&r);
    while (r.stack->len > 0) {
        unit_id last = g_array_index(r.stack, unit_id, r.stack->len - 1);
        g_array_set_size(r.stack, r.stack->len - 1);
        reach_references(&r, last);
    }
    g_array_free(r.stack, TRUE);
    return r.reached;
}

/* Mere names */

struct uses {
    const bool *kept;
    bool *used;
};

static void use_mention(unit_id owner, unit_id function, void *data)
{
    const struct uses *uses = data;
    uses->used[function] = uses->used[function] || owner == UNIT_NONE || uses->kept[owner];
}

static void leave_out_unused(struct unit *unit, bool *kept)
{
    bool *used = g_new0(bool, unit->functions->len + 1);
    struct uses uses = {kept, used};
    facts_visit_mentions(unit->facts, use_mention, &uses);
    for (guint i = 0; i < unit->calls->len; i++) {
        const struct unit_call *call = &g_array_index(unit->calls, struct unit_call, i);
        used[call->callee] = used[call->callee] || kept[call->caller];
    }
    for (guint i = 0; i < unit->addresses->len; i++) {
        used[g_array_index(unit->addresses, struct unit_site, i).function] = true;
    }
    for (guint i = 0; i < unit->overrides->len; i++) {
        used[g_array_index(unit->overrides, struct unit_override, i).derived] = true;
        used[g_array_index(unit->overrides, struct unit_override, i).base] = true;
    }
    for (unit_id i = 0; i < unit->functions->len; i++) {
        const struct unit_function *function = unit_function_at(unit, i);
        bool made_up = function->defaulted || unit_is_initialiser(function);
        bool emptied = made_up && !(function->defined & UNIT_IR);
        kept[i] = kept[i] && (used[i] || (function->defined && !emptied));
    }
    g_free(used);
}

/* Renumbering */

static unit_id *renumber(struct unit *unit, const bool *kept)
{
    unit_id *numbers = g_new(unit_id, unit->functions->len + 1);
    struct unit_function *all = (struct unit_function *)unit->functions->data;
    guint count = 0;
    for (unit_id i = 0; i < unit->functions->len; i++) {
        numbers[i] = kept[i] ? count : UNIT_NONE;
        if (kept[i]) {
            all[count++] = all[i];
        }
    }
    g_array_set_size(unit->functions, count);
    g_hash_table_remove_all(unit->by_name);
    for (unit_id i = 0; i < count; i++) {
        g_hash_table_insert(unit->by_name, (char *)all[i].name, GUINT_TO_POINTER(i));
    }
    return numbers;
}

/** Renumber the functions in an array of records and drop records of removed functions. Each record
 *  begins with `fields` function ids. */
static void renumber_records(GArray *records, unsigned fields, const unit_id *numbers)
{
    guint size = g_array_get_element_size(records);
    guint kept = 0;
    for (guint i = 0; i < records->len; i++) {
        unit_id ids[2];
        bool out = false;
        memcpy(ids, records->data + (size_t)i * size, fields * sizeof *ids);
        for (unsigned k = 0; k < fields; k++) {
            ids[k] = numbers[ids[k]];
            out = out || ids[k] == UNIT_NONE;
        }
        if (!out) {
            char *to = records->data + (size_t)kept++ * size;
            memmove(to, records->data + (size_t)i * size, size);
            memcpy(to, ids, fields * sizeof *ids);
        }
    }
    g_array_set_size(records, kept);
}

void prune_unit(struct unit *unit)
{
    for (unit_id i = 0; i < unit->functions->len; i++) {
        struct unit_function *function = unit_function_at(unit, i);
        function->in_system_header = is_system(unit, function);
    }
    unit_mark_system_tables(unit);
    bool *kept = reached_functions(unit);
    leave_out_unused(unit, kept);
    unit_id *numbers = renumber(unit, kept);
    renumber_records(unit->calls, 2, numbers);
    renumber_records(unit->overrides, 2, numbers);
    renumber_records(unit->opens, 1, numbers);
    renumber_records(unit->addresses, 1, numbers);
    renumber_records(unit->names, 1, numbers);
    renumber_records(unit->outlined, 1, numbers);
    facts_renumber(unit->facts, numbers);
    unit_renumber_tables(unit, numbers);
    g_array_set_size(unit->references, 0);
    g_free(numbers);
    g_free(kept);
}
