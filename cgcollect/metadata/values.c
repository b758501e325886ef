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

/* There is one of each type, which its first pointer is, qualifiers and names for it included. */
const char *value_spelling(struct unit *unit, CXType type)
{
    const char *known = g_hash_table_lookup(unit->spellings, type.data[0]);
    if (!known) {
        CXString spelling = clang_getTypeSpelling(type);
        const char *text = clang_getCString(spelling);
        known = unit_string(unit, text ? text : "");
        g_hash_table_insert(unit->spellings, type.data[0], (char *)known);
        clang_disposeString(spelling);
    }
    return known;
}

const char *value_type(struct unit *unit, CXType type)
{
    const char *text = value_spelling(unit, type);
    return text[0] && g_utf8_validate(text, -1, NULL) ? text : NULL;
}

bool value_is_written(CXCursor definition)
{
    CXSourceLocation at = clang_getCursorLocation(definition);
    CXCursor around = clang_getCursorSemanticParent(definition);
    return !clang_CXXMethod_isDefaulted(definition) ||
           !clang_equalLocations(at, clang_getCursorLocation(around));
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
