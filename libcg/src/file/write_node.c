/* Writing nodes and their metadata. */
#include "file/graph_writer.h"
#include "file/properties.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static void put_bool(struct writer *w, bool value)
{
    cg_text_add(&w->out, value ? "true" : "false");
}

static void put_has_body(struct writer *w, uint32_t node, const struct cg_value *text)
{
    (void)text;
    put_bool(w, w->graph->nodes[node].has_body);
}

static void put_name(struct writer *w, uint32_t node, const struct cg_value *text)
{
    (void)text;
    uint32_t name = w->graph->nodes[node].name;
    cg_text_add_json_string(&w->out, graph_string(w->graph, name),
                            cg_pool_length(&w->graph->pool, name));
}

static void put_origin(struct writer *w, uint32_t node, const struct cg_value *text)
{
    (void)text;
    const char *origin = cg_node_origin(w->graph, node);
    if (origin) {
        writer_string(w, origin);
    } else {
        cg_text_add(&w->out, "null");
    }
}

static void put_is_virtual(struct writer *w, uint32_t node, const struct cg_value *text)
{
    (void)text;
    put_bool(w, w->graph->nodes[node].is_virtual);
}

static void put_does_override(struct writer *w, uint32_t node, const struct cg_value *text)
{
    (void)text;
    put_bool(w, writer_does_override(w, node));
}

/* Kinds */

static bool has_linkage(const struct writer *w, uint32_t node)
{
    return w->graph->nodes[node].linkage != CG_LINKAGE_UNKNOWN;
}

static void put_linkage(struct writer *w, uint32_t node, const struct cg_value *text)
{
    (void)text;
    writer_string(w, cg_linkage_name((enum cg_linkage)w->graph->nodes[node].linkage));
}

static bool is_virtual(const struct writer *w, uint32_t node)
{
    return w->graph->nodes[node].is_virtual;
}

/* Objects with some members in the graph and the others in text. */

struct member {
    struct cg_value key; /**< as written, without its quotes */
    struct cg_value value;
    void (*put)(struct writer *w, uint32_t node, const struct cg_value *text); /**< or `value` */
};

static int by_key(const void *a, const void *b)
{
    const struct member *x = a, *y = b;
    int order = json_compare_bytes(&x->key, &y->key);
    /* For a repeated key: the order in the text. */
    return order ? order : (x->key.text > y->key.text) - (x->key.text < y->key.text);
}

static bool is_held(const struct cg_value *key, const struct member *held, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (json_same(key, &held[i].key)) {
            return true;
        }
    }
    return false;
}

/* Collect all members. Those in the graph are the first `held` ones, those of the text follow.
 * Returns the number of members, 0 when memory is exhausted. */
static size_t gather(struct member **members, size_t held, const struct cg_value *text)
{
    size_t capacity = 0, count = held;
    struct member *all = NULL, next = {0};
    struct json_walk walk;
    bool walking = text && json_walk_start(&walk, text, '{');
    if (!cg_grow(&all, &capacity, held, sizeof *all)) {
        return 0;
    }
    memcpy(all, *members, held * sizeof *all);
    *members = all;
    while (walking && json_walk_next(&walk, &next.key, &next.value)) {
        next.key = (struct cg_value){next.key.text + 1, next.key.length - 2};
        if (is_held(&next.key, all, held)) {
            continue;
        }
        if (!cg_grow(&all, &capacity, count + 1, sizeof *all)) {
            return 0;
        }
        *members = all;
        all[count++] = next;
    }
    return count;
}

static void put_object(struct writer *w, uint32_t node, const struct member *held, size_t count,
                       const struct cg_value *text)
{
    struct member *members = (struct member *)held;
    size_t all = gather(&members, count, text);
    if (all) {
        qsort(members, all, sizeof *members, by_key);
    }
    w->out.failed |= !all;
    for (size_t i = 0; i < all; i++) {
        cg_text_add(&w->out, i ? ",\"" : "{\"");
        cg_text_append(&w->out, members[i].key.text, members[i].key.length);
        cg_text_add(&w->out, "\":");
        if (members[i].put) {
            members[i].put(w, node, NULL);
        } else {
            cg_text_append(&w->out, members[i].value.text, members[i].value.length);
        }
    }
    cg_text_add(&w->out, "}");
    if (members != held) {
        free(members);
    }
}

static void put_override_md(struct writer *w, uint32_t node, const struct cg_value *text)
{
    static const struct member held[] = {
        {.key = {"overriddenBy", 12}, .put = writer_overridden_by},
        {.key = {"overrides", 9}, .put = writer_overrides},
    };
    put_object(w, node, held, 2, text);
}

/* Version 2 stores the origin in `fileProperties`, and MetaCG needs both the origin and
 * `systemInclude` there. */
static bool has_file_properties(const struct writer *w, uint32_t node)
{
    return w->graph->nodes[node].origin != CG_NO_STRING ||
           cg_metadata_has(w->graph, CG_ON_NODE, node, "fileProperties");
}

static void put_known_origin(struct writer *w, uint32_t node, const struct cg_value *text)
{
    (void)text;
    const char *origin = cg_node_origin(w->graph, node);
    writer_string(w, origin ? origin : "");
}

/* Whether reading restores the text after it is taken apart and the origin is added. */
static bool survives(struct writer *w, const struct member *held, const struct cg_value *text)
{
    struct cg_value ignored;
    size_t start = w->out.length;
    put_object(w, 0, held, 1, text);
    const struct cg_value found = {w->out.bytes + start, w->out.length - start};
    bool same = !w->out.failed && json_same(&found, text);
    w->out.length = w->out.failed ? w->out.length : start;
    return same && !json_member(&ignored, text, "origin") &&
           !json_member(&ignored, text, FILE_PROPERTIES_WHOLE);
}

static void put_whole(struct writer *w, uint32_t node, const struct cg_value *text)
{
    (void)text;
    const char *value = cg_metadata_get(w->graph, CG_ON_NODE, node, "fileProperties");
    cg_text_add(&w->out, "[");
    cg_text_add(&w->out, value ? value : "");
    cg_text_add(&w->out, "]");
}

static void put_file_properties(struct writer *w, uint32_t node, const struct cg_value *text)
{
    struct cg_value system = {"false", 5};
    if (text) {
        json_member(&system, text, "systemInclude");
    }
    const struct member held[] = {
        {.key = {"systemInclude", 13}, .value = system},
        {.key = {"origin", 6}, .put = put_known_origin},
        {.key = {FILE_PROPERTIES_WHOLE, strlen(FILE_PROPERTIES_WHOLE)}, .put = put_whole},
    };
    put_object(w, node, held, text && survives(w, held, text) ? 2 : 3, text);
}

static const struct fixed meta_4[] = {
    FIXED("linkage", has_linkage, put_linkage),
    FIXED("overrideMD", is_virtual, put_override_md),
};

static const struct fixed meta_2[] = {
    FIXED("edgeMetadata", writer_has_edge_metadata, writer_edge_metadata),
    FIXED("fileProperties", has_file_properties, put_file_properties),
    FIXED("linkage", has_linkage, put_linkage),
};

/* Version 2 writes null for no metadata. */
static void put_meta(struct writer *w, uint32_t node, const struct cg_value *text)
{
    (void)text;
    bool two = w->version == 2;
    size_t start = w->out.length;
    cg_text_add(&w->out, "{");
    size_t count =
        writer_members(w, CG_ON_NODE, node, false, two ? meta_2 : meta_4,
                       two ? sizeof meta_2 / sizeof *meta_2 : sizeof meta_4 / sizeof *meta_4);
    cg_text_add(&w->out, "}");
    if (two && !count && !w->out.failed) {
        w->out.length = start;
        cg_text_add(&w->out, "null");
    }
}

void writer_node(struct writer *w, cg_node node)
{
    static const struct fixed node_4[] = {
        FIXED("callees", NULL, writer_callees), FIXED("functionName", NULL, put_name),
        FIXED("hasBody", NULL, put_has_body),   FIXED("meta", NULL, put_meta),
        FIXED("origin", NULL, put_origin),
    };
    static const struct fixed node_2[] = {
        FIXED("callees", NULL, writer_callees),
        FIXED("callers", NULL, writer_callers),
        FIXED("doesOverride", NULL, put_does_override),
        FIXED("hasBody", NULL, put_has_body),
        FIXED("isVirtual", NULL, put_is_virtual),
        FIXED("meta", NULL, put_meta),
        FIXED("overriddenBy", NULL, writer_overridden_by),
        FIXED("overrides", NULL, writer_overrides),
    };
    bool two = w->version == 2;
    cg_text_add(&w->out, "{");
    writer_members(w, CG_ON_NODE, node, true, two ? node_2 : node_4,
                   two ? sizeof node_2 / sizeof *node_2 : sizeof node_4 / sizeof *node_4);
    cg_text_add(&w->out, "}");
}
