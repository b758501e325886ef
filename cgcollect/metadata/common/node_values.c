/*
 * Writes the values of kinds that have one for each function, as JSON text.
 */
#include "metadata/common/node_values.h"

void value_add_string(GString *out, const char *text)
{
    g_string_append_c(out, '"');
    for (const char *at = text; *at; at++) {
        const char *plain = at;
        while ((unsigned char)*at >= ' ' && *at != '"' && *at != '\\') {
            at++;
        }
        g_string_append_len(out, plain, at - plain);
        if (*at == '\0') {
            break;
        }
        g_string_append_printf(out, *at < ' ' ? "\\u%04x" : "\\%c", *at);
    }
    g_string_append_c(out, '"');
}

/* There are many numbers, and printf is slow. */
void value_add_number(GString *out, int64_t number)
{
    char digits[24];
    size_t begin = sizeof digits;
    uint64_t left = number < 0 ? -(uint64_t)number : (uint64_t)number;
    do {
        digits[--begin] = (char)('0' + left % 10);
        left /= 10;
    } while (left > 0);
    if (number < 0) {
        digits[--begin] = '-';
    }
    g_string_append_len(out, digits + begin, (gssize)(sizeof digits - begin));
}

void value_add_member(GString *out, const char *name, int64_t number)
{
    g_string_append_c(out, '"');
    g_string_append(out, name);
    g_string_append(out, "\":");
    value_add_number(out, number);
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
            status = cg_metadata_set(r->graph, CG_ON_NODE, r->nodes[i], key,
                                     &(struct cg_value){text->str, text->len}, error);
        }
    }
    g_string_free(text, TRUE);
    return status;
}
