/*
 * Takes file, line and column out of an element once; elements that agree in these compare by their
 * text.
 */
#include "kinds/site_order.h"

#include "strings/digits.h"

#include <string.h>

/* Whole numbers that a place may have; any other value sorts as 0. */
static uint64_t place_member(const struct cg_value *object, const char *key)
{
    struct cg_value value;
    uint64_t number = 0;
    bool found = json_member(&value, object, key) &&
                 cg_read_digits(&number, value.text, value.length, UINT64_MAX);
    return found ? number : 0;
}

struct site_element site_element(const struct cg_value *text)
{
    struct site_element element = {*text, {text->text, 0}, 0, 0};
    if (text->length && text->text[0] == '{') {
        if (!json_member(&element.file, text, "file")) {
            element.file.length = 0;
        }
        element.line = place_member(text, "line");
        element.column = place_member(text, "column");
    }
    return element;
}

int site_compare(const void *a, const void *b)
{
    const struct site_element *x = a, *y = b;
    bool placed = x->file.length || y->file.length;
    int order = placed ? json_compare_bytes(&x->file, &y->file) : 0;
    if (!order && x->line != y->line) {
        order = x->line < y->line ? -1 : 1;
    }
    if (!order && x->column != y->column) {
        order = x->column < y->column ? -1 : 1;
    }
    return order ? order : json_compare_bytes(&x->text, &y->text);
}
