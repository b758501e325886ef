/*
 * The kind `definedIn`: where the name stands in the definition.
 */
#include "metadata/functions/function_kinds.h"

#include "metadata/common/node_values.h"
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

/** What the compiler made of a template is where that is. Of others that it alone knows it says no
 *  column: files that also see the source would say the same place otherwise, so nothing is said.
 */
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

static int write_kind(const struct rendering *r, struct cg_error *error)
{
    GArray *sites = g_array_new(FALSE, FALSE, sizeof(struct placed_site));
    for (unit_id i = 0; i < r->unit->functions->len; i++) {
        struct unit_place place = place_of(r->unit, i);
        if (unit_function_at(r->unit, i)->defined && place.file && place.line) {
            struct placed_site site = {r->nodes[i], site_at(&place)};
            g_array_append_val(sites, site);
        }
    }
    int status = write_sites(r->graph, CG_KEY_DEFINED_IN, sites, error);
    g_array_free(sites, TRUE);
    return status;
}

const struct collected_kind kind_defined_in = {
    .key = CG_KEY_DEFINED_IN,
    .description = "where its name stands in its definition; several when files are merged",
    .places = CG_ON_NODE,
    .of_bodies = true,
    .look = look_at_declaration,
    .write = write_kind,
};
