/* Walking through entries of debug information: see debug_entries.h. Used by scopes.c, units.c and
 * functions.c. */
#include "debug/debug_entries.h"

#include <cli.h>
#include <dwarf.h>

/** Levels of namespaces, classes and functions in each other. */
#define DEEPEST 32u

#define MOST_RANGES (1u << 24)
#define MOST_STEPS (1u << 28)

struct entries_budget entries_budget(const char *path)
{
    return (struct entries_budget){.path = path, .ranges = MOST_RANGES, .steps = MOST_STEPS};
}

static bool take_entry(struct entries_budget *budget, size_t *left)
{
    if (!*left && !budget->told) {
        budget->told = true;
        cli_warning("%s: its debug information takes too long to read; some lines and inlined "
                    "functions are unknown",
                    budget->path);
    }
    *left -= *left > 0;
    return !budget->told;
}

bool entries_take_range(struct entries_budget *budget)
{
    return take_entry(budget, &budget->ranges) && entries_take_step(budget);
}

bool entries_take_step(struct entries_budget *budget)
{
    return take_entry(budget, &budget->steps);
}

static bool may_have_functions(Dwarf_Die *entry)
{
    switch (dwarf_tag(entry)) {
    case DW_TAG_namespace:
    case DW_TAG_module:
    case DW_TAG_class_type:
    case DW_TAG_structure_type:
    case DW_TAG_union_type:
    case DW_TAG_subprogram:
    case DW_TAG_lexical_block:
    case DW_TAG_try_block:
    case DW_TAG_catch_block:
        return true;
    default:
        return false;
    }
}

void entries_functions(struct entries_budget *budget, Dwarf_Die *unit,
                       void (*visit)(Dwarf_Die *function, void *user), void *user)
{
    Dwarf_Die open[DEEPEST];
    size_t depth = 0;
    bool more = dwarf_child(unit, &open[0]) == 0;
    while (more && entries_take_step(budget)) {
        Dwarf_Die *entry = &open[depth];
        if (dwarf_tag(entry) == DW_TAG_subprogram) {
            visit(entry, user);
        }
        if (depth + 1 < DEEPEST && may_have_functions(entry) &&
            dwarf_child(entry, &open[depth + 1]) == 0) {
            depth++;
            continue;
        }
        more = dwarf_siblingof(entry, entry) == 0;
        while (!more && depth > 0) {
            depth--;
            more = dwarf_siblingof(&open[depth], &open[depth]) == 0;
        }
    }
}

bool entries_have(struct entries_budget *budget, Dwarf_Die *entry, Dwarf_Addr address)
{
    Dwarf_Addr base, low, high;
    ptrdiff_t next = 0;
    while (entries_take_step(budget) &&
           (next = dwarf_ranges(entry, next, &base, &low, &high)) > 0) {
        if (low <= address && address < high) {
            return true;
        }
    }
    return false;
}
