/* Inlined functions at addresses: see scopes.h. Used by symbols.c. */
#include "symbols/scopes.h"

#include <dwarf.h>

/** Levels of blocks and inlined functions; real ones have some dozen. */
#define DEEPEST 256

/** Code of a function. */
struct extent {
    Dwarf_Addr low;
    Dwarf_Addr high; /**< behind it */
    Dwarf_Die function;
};

struct scopes {
    struct entries_budget *budget;
    GHashTable *units; /**< address of the unit's entry: GArray of struct extent, sorted */
};

struct scopes *scopes_new(struct entries_budget *budget)
{
    struct scopes *scopes = g_new(struct scopes, 1);
    scopes->budget = budget;
    scopes->units =
        g_hash_table_new_full(g_direct_hash, g_direct_equal, NULL, (GDestroyNotify)g_array_unref);
    return scopes;
}

void scopes_free(struct scopes *scopes)
{
    g_hash_table_unref(scopes->units);
    g_free(scopes);
}

/** Functions of a unit that are collected. */
struct collecting {
    struct entries_budget *budget;
    GArray *extents;
};

static void add_function(Dwarf_Die *function, void *user)
{
    const struct collecting *collecting = user;
    Dwarf_Addr base;
    struct extent extent = {.function = *function};
    ptrdiff_t next = 0;
    while ((next = dwarf_ranges(function, next, &base, &extent.low, &extent.high)) > 0 &&
           entries_take_range(collecting->budget)) {
        g_array_append_val(collecting->extents, extent);
    }
}

static gint by_address(gconstpointer a, gconstpointer b)
{
    const struct extent *x = a, *y = b;
    return (x->low > y->low) - (x->low < y->low);
}

static GArray *extents_of(struct scopes *scopes, Dwarf_Die *unit)
{
    GArray *extents = g_hash_table_lookup(scopes->units, unit->addr);
    if (!extents) {
        extents = g_array_new(FALSE, FALSE, sizeof(struct extent));
        struct collecting collecting = {scopes->budget, extents};
        entries_functions(scopes->budget, unit, add_function, &collecting);
        g_array_sort(extents, by_address);
        g_hash_table_insert(scopes->units, unit->addr, extents);
    }
    return extents;
}

/* The last that begins at the address or before. */
static struct extent *find_extent(GArray *extents, Dwarf_Addr address)
{
    guint low = 0, high = extents->len;
    while (low < high) {
        guint middle = low + (high - low) / 2;
        bool before = g_array_index(extents, struct extent, middle).low <= address;
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    struct extent *last = low ? &g_array_index(extents, struct extent, low - 1) : NULL;
    return last && address < last->high ? last : NULL;
}

static bool is_scope(Dwarf_Die *die)
{
    int tag = dwarf_tag(die);
    return tag == DW_TAG_inlined_subroutine || tag == DW_TAG_lexical_block ||
           tag == DW_TAG_try_block || tag == DW_TAG_catch_block;
}

/* The block or inlined function in a scope that has the address. */
static bool find_inner(struct entries_budget *budget, Dwarf_Die *inner, Dwarf_Die *scope,
                       Dwarf_Addr address)
{
    bool more = dwarf_child(scope, inner) == 0;
    while (more && !(is_scope(inner) && entries_have(budget, inner, address))) {
        more = entries_take_step(budget) && dwarf_siblingof(inner, inner) == 0;
    }
    return more;
}

GArray *scopes_inlined(struct scopes *scopes, Dwarf_Die *unit, Dwarf_Addr address)
{
    GArray *found = g_array_new(FALSE, FALSE, sizeof(Dwarf_Die));
    struct extent *extent = find_extent(extents_of(scopes, unit), address);
    Dwarf_Die scope = extent ? extent->function : (Dwarf_Die){0}, inner;
    for (unsigned depth = 0;
         extent && depth < DEEPEST && find_inner(scopes->budget, &inner, &scope, address);
         depth++) {
        scope = inner;
        if (dwarf_tag(&scope) == DW_TAG_inlined_subroutine) {
            g_array_append_val(found, scope);
        }
    }
    return found;
}
