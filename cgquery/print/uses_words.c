/* Writes ways of using something as JSON. */
#include "print/uses_words.h"

#include <glib.h>

void json_ways(struct json *json, const char *key, unsigned ways)
{
    static const char *const words[] = {"read", "write", "address", "expand", "declare", "hold",
                                        "cast", "size",  "call",    "define", "override"};
    json_open_line(json, key, '[');
    for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
        if (ways & 1u << i) {
            json_text(json, NULL, words[i]);
        }
    }
    json_close(json, ']');
}
