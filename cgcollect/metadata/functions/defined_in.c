/*
 * The kind `definedIn`: the position of the name in the definition.
 */
#include "metadata/functions/function_kinds.h"

#include "metadata/common/seen_declaration.h"
#include "metadata/common/sites.h"
#include "source/cursors.h"

static void look_at_declaration(struct unit *unit, struct unit_function *function,
                                const struct seen_declaration *seen)
{
    (void)unit;
    if (seen->defines && cursor_is_written(seen->cursor)) {
        CXSourceLocation at = clang_getCursorLocation(seen->cursor);
        clang_getExpansionLocation(at, NULL, &function->declared.line, &function->declared.column,
                                   NULL);
    }
}

/** A template instance has the place of its template. The IR has no columns for other functions;
 *  files that see the source would give another place for them, so they get none. */
static struct unit_place place_of(const struct unit *unit, unit_id function)
{
    const struct unit_function *f = unit_function_at(unit, function);
    const struct unit_body *body = unit_body_of(unit, function);
    struct unit_place place = {f->origin, f->declared.line, f->declared.column};
    if (!(f->defined & UNIT_AST) && body && body->file == f->origin) {
        place.line = body->line;
        place.column = body->column;
    }
    return place;
}

static void add_site(GArray *sites, cg_node node, const struct unit_place *place)
{
    const struct placed_site site = {node, site_at(place)};
    if (place->file && place->line) {
        g_array_append_val(sites, site);
    }
}

static int write_defined_in(const struct rendering *r, struct cg_error *error)
{
    GArray *sites = g_array_new(FALSE, FALSE, sizeof(struct placed_site));
    for (unit_id i = 0; i < r->unit->functions->len; i++) {
        struct unit_place place = place_of(r->unit, i);
        const struct unit_function *function = unit_function_at(r->unit, i);
        if (function->defined) {
            add_site(sites, r->nodes[i], &place);
            add_site(sites, r->nodes[i], &function->declared.written);
        }
    }
    int status = write_sites(r->graph, CG_KEY_DEFINED_IN, sites, error);
    g_array_free(sites, TRUE);
    return status;
}

const struct collected_kind kind_defined_in = {
    .key = CG_KEY_DEFINED_IN,
    .description = "position of its name in its definition; several after merging",
    .places = CG_ON_NODE,
    .of_bodies = true,
    .look = look_at_declaration,
    .write = write_defined_in,
};
