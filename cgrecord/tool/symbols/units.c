/* Units of addresses, by the ranges of all units of a file: see units.h. Used by symbols.c. */
#include "symbols/units.h"

#include <glib.h>

/* Code that the linker left out is at 0 or 1, and what is long there reaches into real code. */
#define FIRST_ADDRESS 2u

struct range {
    Dwarf_Addr low;
    Dwarf_Addr high; /* behind it */
    Dwarf_Die *unit;
};

struct units {
    struct entries_budget *budget;
    GArray *ranges; /* struct range, sorted; NULL: the units were not asked yet */
    Dwarf_Addr bias;
};

struct units *units_new(struct entries_budget *budget)
{
    struct units *units = g_new0(struct units, 1);
    units->budget = budget;
    return units;
}

void units_free(struct units *units)
{
    if (units->ranges) {
        g_array_unref(units->ranges);
    }
    g_free(units);
}

static void add_unit(struct units *units, Dwarf_Die *unit)
{
    struct range range = {.unit = unit};
    Dwarf_Addr base;
    ptrdiff_t next = 0;
    while ((next = dwarf_ranges(unit, next, &base, &range.low, &range.high)) > 0 &&
           entries_take_range(units->budget)) {
        if (range.low >= FIRST_ADDRESS && range.low < range.high) {
            g_array_append_val(units->ranges, range);
        }
    }
}

static gint by_address(gconstpointer a, gconstpointer b)
{
    const struct range *x = a, *y = b;
    return (x->low > y->low) - (x->low < y->low);
}

static void ask_all(struct units *units, Dwfl_Module *module)
{
    Dwarf_Die *unit = NULL;
    units->ranges = g_array_new(FALSE, FALSE, sizeof(struct range));
    while (entries_take_step(units->budget) &&
           (unit = dwfl_module_nextcu(module, unit, &units->bias)) != NULL) {
        add_unit(units, unit);
    }
    g_array_sort(units->ranges, by_address);
}

Dwarf_Die *units_find(struct units *units, Dwfl_Module *module, GElf_Addr address, Dwarf_Addr *bias)
{
    if (!units->ranges) {
        ask_all(units, module);
    }
    guint low = 0, high = units->ranges->len;
    *bias = units->bias;
    address -= units->bias;
    while (low < high) {
        guint middle = low + (high - low) / 2;
        bool before = g_array_index(units->ranges, struct range, middle).low <= address;
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    const struct range *last = low ? &g_array_index(units->ranges, struct range, low - 1) : NULL;
    return last && address < last->high ? last->unit : NULL;
}
