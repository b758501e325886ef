/*
 * Writes the values of kinds that have one for each function, as JSON text.
 */
#include "metadata/common/node_values.h"

static void append_value(GString *out, const struct rendering *r, const struct collected_kind *kind,
                         unit_id function)
{
    const struct unit_body *body = kind->body_value ? unit_body_of(r->unit, function) : NULL;
    if (body) {
        kind->body_value(out, body);
    }
    if (kind->value) {
        kind->value(out, r, function);
    }
}

int write_values(const struct rendering *r, const struct collected_kind *kind,
                 struct cg_error *error)
{
    bool any = kind->value || kind->body_value;
    GString *text = g_string_new(NULL);
    int status = CG_OK;
    for (unit_id i = 0; any && i < r->unit->functions->len && !status; i++) {
        g_string_truncate(text, 0);
        append_value(text, r, kind, i);
        if (text->len > 0) {
            status = cg_metadata_set(r->graph, CG_ON_NODE, r->nodes[i], kind->key,
                                     &(struct cg_value){text->str, text->len}, error);
        }
    }
    g_string_free(text, TRUE);
    return status;
}
