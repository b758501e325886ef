/* Writing nodes and the metadata that hangs on them. */
#include "file/writer.h"

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

/* The other members of an object that had some of its members taken into the graph. */
static void put_rest(struct writer *w, const struct cg_value *text, const char *separator)
{
    struct json_walk walk;
    struct cg_value key, value;
    if (!text || !json_walk_start(&walk, text, '{')) {
        return;
    }
    while (json_walk_next(&walk, &key, &value)) {
        cg_text_add(&w->out, separator);
        cg_text_append(&w->out, key.text, key.length);
        cg_text_add(&w->out, ":");
        cg_text_append(&w->out, value.text, value.length);
        separator = ",";
    }
}

static void put_override_md(struct writer *w, uint32_t node, const struct cg_value *text)
{
    cg_text_add(&w->out, "{\"overriddenBy\":");
    writer_overridden_by(w, node, NULL);
    cg_text_add(&w->out, ",\"overrides\":");
    writer_overrides(w, node, NULL);
    put_rest(w, text, ",");
    cg_text_add(&w->out, "}");
}

/* Version 2 keeps the origin in `fileProperties`, whose `systemInclude` MetaCG cannot do without. */
static bool has_file_properties(const struct writer *w, uint32_t node)
{
    return w->graph->nodes[node].origin != CG_NO_STRING;
}

static void put_file_properties(struct writer *w, uint32_t node, const struct cg_value *text)
{
    struct cg_value ignored;
    const char *origin = cg_node_origin(w->graph, node);
    cg_text_add(&w->out, "{\"origin\":");
    writer_string(w, origin ? origin : "");
    if (!text || !json_member(&ignored, text, "systemInclude")) {
        cg_text_add(&w->out, ",\"systemInclude\":false");
    }
    put_rest(w, text, ",");
    cg_text_add(&w->out, "}");
}

static const struct fixed meta_4[] = {
    {"linkage", has_linkage, put_linkage},
    {"overrideMD", is_virtual, put_override_md},
};

static const struct fixed meta_2[] = {
    {"edgeMetadata", writer_has_edge_metadata, writer_edge_metadata},
    {"fileProperties", has_file_properties, put_file_properties},
    {"linkage", has_linkage, put_linkage},
};

/* Version 2 says null for no metadata. */
static void put_meta(struct writer *w, uint32_t node, const struct cg_value *text)
{
    (void)text;
    bool two = w->version == 2;
    size_t start = w->out.length;
    cg_text_add(&w->out, "{");
    size_t count = writer_members(w, CG_ON_NODE, node, false, two ? meta_2 : meta_4,
                                  two ? sizeof meta_2 / sizeof *meta_2
                                      : sizeof meta_4 / sizeof *meta_4);
    cg_text_add(&w->out, "}");
    if (two && !count && !w->out.failed) {
        w->out.length = start;
        cg_text_add(&w->out, "null");
    }
}

void writer_node(struct writer *w, cg_node node)
{
    static const struct fixed node_4[] = {
        {"callees", NULL, writer_callees}, {"functionName", NULL, put_name},
        {"hasBody", NULL, put_has_body},   {"meta", NULL, put_meta},
        {"origin", NULL, put_origin},
    };
    static const struct fixed node_2[] = {
        {"callees", NULL, writer_callees},
        {"callers", NULL, writer_callers},
        {"doesOverride", NULL, put_does_override},
        {"hasBody", NULL, put_has_body},
        {"isVirtual", NULL, put_is_virtual},
        {"meta", NULL, put_meta},
        {"overriddenBy", NULL, writer_overridden_by},
        {"overrides", NULL, writer_overrides},
    };
    bool two = w->version == 2;
    cg_text_add(&w->out, "{");
    writer_members(w, CG_ON_NODE, node, true, two ? node_2 : node_4,
                   two ? sizeof node_2 / sizeof *node_2 : sizeof node_4 / sizeof *node_4);
    cg_text_add(&w->out, "}");
}
