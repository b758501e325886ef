/* Values of metadata as people read them: told from their shape alone, so that all kinds can be
 * shown. */
#include "show.h"

#include <jansson.h>
#include <string.h>

enum {
    MOST_ITEMS = 8,   /* of a list, unless all are asked for */
    MOST_WIDTH = 100, /* of what stands on one line */
    MOST_BYTES = 4096 /* of what is taken apart, unless all is asked for */
};

char *show_one_line(const char *text)
{
    GString *line = g_string_new(NULL);
    bool quoted = false;
    for (const char *c = text; *c; c++) {
        if (quoted && *c == '\\' && c[1]) {
            g_string_append_c(line, *c++);
        } else if (*c == '"') {
            quoted = !quoted;
        }
        if (quoted || !strchr(" \t\r\n", *c)) {
            g_string_append_c(line, *c);
        }
    }
    return g_string_free(line, FALSE);
}

/* Control characters would garble a terminal. */
static bool is_plain(const char *text)
{
    bool plain = *text != '\0';
    for (; *text && plain; text++) {
        plain = (unsigned char)*text >= ' ' && *text != 0x7f;
    }
    return plain;
}

static char *text_of(const json_t *value)
{
    const char *string = json_string_value(value);
    if (string && is_plain(string)) {
        return g_strdup(string);
    }
    char *dumped = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_SORT_KEYS |
                                         JSON_REAL_PRECISION(15));
    char *text = g_strdup(dumped ? dumped : "?");
    free(dumped);
    return text;
}

/* Places in source */

static bool is_site(const json_t *value)
{
    return json_is_integer(json_object_get(value, "line")) &&
           json_is_integer(json_object_get(value, "column"));
}

static char *site_text(json_t *value)
{
    static const char *const place[] = {"file", "line", "column"};
    const struct cg_site site = {
        .file = json_string_value(json_object_get(value, "file")),
        .line = (uint32_t)json_integer_value(json_object_get(value, "line")),
        .column = (uint32_t)json_integer_value(json_object_get(value, "column")),
    };
    char *start = site_place(&site);
    GString *text = g_string_new(start);
    const char *key;
    json_t *member;
    g_free(start);
    json_object_foreach(value, key, member)
    {
        if (!g_strv_contains((const char *const[]){place[0], place[1], place[2], NULL}, key)) {
            char *shown = text_of(member);
            g_string_append_printf(text, ", %s %s", key, shown);
            g_free(shown);
        }
    }
    return g_string_free(text, FALSE);
}

/* Items */

static char *members_text(json_t *object)
{
    GString *text = g_string_new(NULL);
    const char *key;
    json_t *member;
    json_object_foreach(object, key, member)
    {
        char *shown = text_of(member);
        g_string_append_printf(text, "%s%s %s", text->len ? ", " : "", key, shown);
        g_free(shown);
    }
    return g_string_free(text, FALSE);
}

static char *item_text(json_t *value)
{
    if (is_site(value)) {
        return site_text(value);
    }
    return json_object_size(value) ? members_text(value) : text_of(value);
}

/* The elements of an array, or the members of an object. */
static GPtrArray *items_of(json_t *value)
{
    GPtrArray *items = g_ptr_array_new_with_free_func(g_free);
    const char *key;
    json_t *member;
    size_t i;
    json_array_foreach(value, i, member)
    {
        g_ptr_array_add(items, item_text(member));
    }
    json_object_foreach(value, key, member)
    {
        char *shown = text_of(member);
        g_ptr_array_add(items, g_strdup_printf("%s %s", key, shown));
        g_free(shown);
    }
    return items;
}

static size_t width_of(const GPtrArray *items)
{
    size_t width = 0;
    for (guint i = 0; i < items->len; i++) {
        width += strlen(items->pdata[i]) + 2;
    }
    return width;
}

static void print_in_line(const GPtrArray *items)
{
    for (guint i = 0; i < items->len; i++) {
        printf("%s%s", i ? ", " : "", (const char *)items->pdata[i]);
    }
    putchar('\n');
}

static void print_below(const GPtrArray *items, int indent, bool whole)
{
    guint shown = whole ? items->len : MIN(items->len, MOST_ITEMS);
    printf("%u\n", items->len);
    for (guint i = 0; i < shown; i++) {
        printf("%*s%s\n", indent, "", (const char *)items->pdata[i]);
    }
    if (shown < items->len) {
        printf("%*s… %u more\n", indent, "", items->len - shown);
    }
}

/* Whether items have commas of their own, so that a line of several would not show where one ends.
 */
static bool are_simple(const json_t *value)
{
    bool simple = true;
    size_t i;
    json_t *element;
    json_array_foreach(value, i, element)
    {
        simple = simple && !json_is_object(element);
    }
    return simple;
}

static void print_items(json_t *value, int indent, bool whole)
{
    GPtrArray *items = items_of(value);
    if (!items->len) {
        puts("none");
    } else if (items->len == 1 || (are_simple(value) && width_of(items) <= MOST_WIDTH)) {
        print_in_line(items);
    } else {
        print_below(items, indent, whole);
    }
    g_ptr_array_unref(items);
}

void show_print_value(const char *text, int indent, bool whole)
{
    size_t length = strlen(text);
    if (!whole && length > MOST_BYTES) {
        printf("%zu bytes\n", length);
        return;
    }
    /* Numbers stay as they are written, however long. */
    json_t *json = strchr("[{\"", *text) ? json_loads(text, JSON_DECODE_ANY, NULL) : NULL;
    if (json_is_array(json) || json_is_object(json)) {
        print_items(json, indent, whole);
    } else {
        char *line = json ? text_of(json) : show_one_line(text);
        puts(line);
        g_free(line);
    }
    json_decref(json);
}
