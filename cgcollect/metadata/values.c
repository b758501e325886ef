#include "values.h"

void value_add_string(GString *out, const char *text)
{
    g_string_append_c(out, '"');
    for (const char *at = text; *at; at++) {
        if (*at == '"' || *at == '\\') {
            g_string_append_c(out, '\\');
            g_string_append_c(out, *at);
        } else if ((unsigned char)*at < ' ') {
            g_string_append_printf(out, "\\u%04x", (unsigned char)*at);
        } else {
            g_string_append_c(out, *at);
        }
    }
    g_string_append_c(out, '"');
}

const char *value_keep(struct unit *unit, CXString text)
{
    const char *given = clang_getCString(text);
    bool usable = given && given[0] && g_utf8_validate(given, -1, NULL);
    const char *kept = usable ? unit_string(unit, given) : NULL;
    clang_disposeString(text);
    return kept;
}

int write_values(const struct rendering *r, const char *key,
                 void (*append)(GString *out, const struct rendering *r, unit_id function),
                 struct cg_error *error)
{
    GString *text = g_string_new(NULL);
    int status = CG_OK;
    for (unit_id i = 0; i < r->unit->functions->len && !status; i++) {
        g_string_truncate(text, 0);
        append(text, r, i);
        if (text->len > 0) {
            status = cg_metadata_set(r->graph, CG_ON_NODE, r->nodes[i], key, text->str, text->len,
                                     error);
        }
    }
    g_string_free(text, TRUE);
    return status;
}
