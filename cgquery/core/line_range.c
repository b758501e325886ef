/* Splits at the last colon, as paths may have others. */
#include "core/line_range.h"

#include <glib.h>
#include <string.h>

char *line_range(uint32_t *first, uint32_t *last, const char *text)
{
    const char *colon = strrchr(text, ':');
    char *end;
    if (!colon || colon == text || !g_ascii_isdigit(colon[1])) {
        return NULL;
    }
    guint64 from = g_ascii_strtoull(colon + 1, &end, 10), to = from;
    if (*end == '-' && g_ascii_isdigit(end[1])) {
        to = g_ascii_strtoull(end + 1, &end, 10);
    }
    if (*end || from == 0 || to < from || to >= UINT32_MAX) {
        return NULL;
    }
    *first = (uint32_t)from;
    *last = (uint32_t)to;
    return g_strndup(text, (gsize)(colon - text));
}
