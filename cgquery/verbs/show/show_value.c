/* Prints metadata values for people, by their shape alone, so that it works for all kinds. */
#include "verbs/show/show.h"

#include <jansson.h>
#include <string.h>

enum {
    MOST_ITEMS = 8,       /* of a list, unless all are wanted */
    MOST_WIDTH = 100,     /* of what goes on one line together */
    MOST_LENGTH = 160,    /* of an item, unless all is wanted */
    MOST_BYTES = 1 << 20, /* of what is split up, unless all is wanted */
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

static char *text_of(const json_t *value)
{
    const char *string = json_string_value(value);
    if (string && *string && cli_is_printable(string)) {
        return g_strdup(string);
    }
    char *dumped = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_SORT_KEYS |
                                         JSON_REAL_PRECISION(15));
    char *text = g_strdup(dumped ? dumped : "?");
    free(dumped);
    return text;
}

/* Print an item or its begin, in whole characters. */
static void print_item(const char *text, bool whole)
{
    char *shown = cli_printable(text); /* keys and file names of sites may have any bytes */
    size_t length = strlen(shown);
    if (whole || length <= MOST_LENGTH) {
        fputs(shown, stdout);
    } else {
        for (length = MOST_LENGTH; ((unsigned char)shown[length] & 0xc0) == 0x80;) {
            length--;
        }
        printf("%.*s…", (int)length, shown);
    }
    g_free(shown);
}

/* Places in source */

static bool is_site(const json_t *value)
{
    return json_is_integer(json_object_get(value, "line")) &&
           json_is_integer(json_object_get(value, "column"));
}

/* Members of sites and their text; others are printed with their key. */
static const struct {
    const char *key;
    const char *before; /**< NULL: it is part of the place */
    const char *after;
} site_members[] = {
    {"file", NULL, NULL},   {"line", NULL, NULL},         {"column", NULL, NULL},
    {"type", " ", ""},      {"reason", " ", ""},          {"kind", " ", ""},
    {"unknown", " (", ")"}, {"through", " through ", ""}, {"loops", " loops ", ""},
};

static bool is_site_member(const char *key)
{
    bool is = false;
    for (size_t i = 0; i < G_N_ELEMENTS(site_members); i++) {
        is = is || strcmp(key, site_members[i].key) == 0;
    }
    return is;
}

static void append_member(GString *text, const char *before, const json_t *member,
                          const char *after)
{
    if (before && member) {
        char *shown = text_of(member);
        g_string_append_printf(text, "%s%s%s", before, shown, after);
        g_free(shown);
    }
}

/* Places without a file are in the function's file. */
static char *place_text(const json_t *value)
{
    const struct cg_site site = {
        .file = json_string_value(json_object_get(value, "file")),
        .line = (uint32_t)json_integer_value(json_object_get(value, "line")),
        .column = (uint32_t)json_integer_value(json_object_get(value, "column")),
    };
    return site.file ? site_place(&site) : g_strdup_printf("%u:%u", site.line, site.column);
}

static char *site_text(json_t *value)
{
    char *place = place_text(value);
    GString *text = g_string_new(place);
    const char *key;
    json_t *member;
    g_free(place);
    for (size_t i = 0; i < G_N_ELEMENTS(site_members); i++) {
        append_member(text, site_members[i].before, json_object_get(value, site_members[i].key),
                      site_members[i].after);
    }
    json_object_foreach(value, key, member)
    {
        if (!is_site_member(key)) {
            g_string_append_printf(text, " %s ", key);
            append_member(text, "", member, "");
        }
    }
    return g_string_free(text, FALSE);
}

/* Items */

/* A place, the members of an object, or the value itself; deeper values are printed as JSON. */
static char *item_text(json_t *value)
{
    if (is_site(value)) {
        return site_text(value);
    }
    if (!json_object_size(value)) {
        return text_of(value);
    }
    GString *text = g_string_new(NULL);
    const char *key;
    json_t *member;
    json_object_foreach(value, key, member)
    {
        char *shown = text_of(member);
        g_string_append_printf(text, "%s%s %s", text->len ? ", " : "", key, shown);
        g_free(shown);
    }
    return g_string_free(text, FALSE);
}

static char *member_text(const char *key, json_t *member)
{
    char *shown = item_text(member);
    char *text = g_strdup_printf("%s %s", key, shown);
    g_free(shown);
    return text;
}

/* Members that are objects are printed member by member. */
static void add_members(GPtrArray *items, const char *before, json_t *object)
{
    const char *key;
    json_t *member;
    json_object_foreach(object, key, member)
    {
        char *name = g_strconcat(before, key, NULL);
        g_ptr_array_add(items, member_text(name, member));
        g_free(name);
    }
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
        if (json_object_size(member) && !is_site(member)) {
            char *before = g_strconcat(key, " ", NULL);
            add_members(items, before, member);
            g_free(before);
        } else {
            g_ptr_array_add(items, member_text(key, member));
        }
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

static void print_in_line(const GPtrArray *items, bool whole)
{
    for (guint i = 0; i < items->len; i++) {
        fputs(i ? ", " : "", stdout);
        print_item(items->pdata[i], whole);
    }
    putchar('\n');
}

static void print_below(const GPtrArray *items, int indent, bool whole)
{
    guint shown = whole ? items->len : MIN(items->len, MOST_ITEMS);
    printf("%u\n", items->len);
    for (guint i = 0; i < shown; i++) {
        printf("%*s", indent, "");
        print_item(items->pdata[i], whole);
        putchar('\n');
    }
    if (shown < items->len) {
        printf("%*sand %u more\n", indent, "", items->len - shown);
    }
}

/* Whether items contain commas, so that several on one line could not be separated. */
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
        print_in_line(items, whole);
    } else {
        print_below(items, indent, whole);
    }
    g_ptr_array_unref(items);
}

void show_print_raw(const char *text, bool whole)
{
    char *line = show_one_line(text);
    print_item(line, whole);
    putchar('\n');
    g_free(line);
}

void show_print_value(const char *text, int indent, bool whole)
{
    size_t length = strlen(text);
    if (!whole && length > MOST_BYTES) {
        printf("%zu byte%s\n", length, cli_s(length));
        return;
    }
    /* Numbers stay as written, however long. */
    json_t *json = strchr("[{\"", *text) ? json_loads(text, JSON_DECODE_ANY, NULL) : NULL;
    if (json_is_array(json) || json_is_object(json)) {
        print_items(json, indent, whole);
    } else if (json) {
        char *line = text_of(json);
        print_item(line, whole);
        putchar('\n');
        g_free(line);
    } else {
        show_print_raw(text, whole);
    }
    json_decref(json);
}
