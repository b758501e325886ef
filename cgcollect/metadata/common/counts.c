/*
 * Writes the kinds that are one number for each body.
 */
#include "metadata/common/counts.h"

#include "metadata/common/node_values.h"

int write_counts(const struct rendering *r, const char *key,
                 int64_t (*count)(const struct unit_body *body), struct cg_error *error)
{
    int status = CG_OK;
    GString *text = g_string_new(NULL);
    for (unit_id i = 0; i < r->unit->functions->len && !status; i++) {
        const struct unit_body *body = unit_body_of(r->unit, i);
        if (body) {
            g_string_truncate(text, 0);
            value_add_number(text, count(body));
            status = cg_metadata_set(r->graph, CG_ON_NODE, r->nodes[i], key,
                                     &(struct cg_value){text->str, text->len}, error);
        }
    }
    g_string_free(text, TRUE);
    return status;
}
