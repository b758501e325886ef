#include "class_model.h"

#include <libcg/link.h>

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILE_NAME "dir \"x\"/a.cc"

/* Making one */

static void inherit(struct class_model *model, int class, int base)
{
    struct model_class *c = &model->classes[class];
    const struct model_class *b = &model->classes[base];
    c->bases[base] = true;
    for (int i = 0; i < CLASSES; i++) {
        c->bases[i] = c->bases[i] || b->bases[i];
    }
    if (c->primary < 0) {
        c->primary = base;
        memcpy(c->slots, b->slots, sizeof c->slots);
        c->slot_count = b->slot_count;
    }
}

static bool has_slot(const struct model_class *c, int method)
{
    for (int i = 0; i < c->slot_count; i++) {
        if (c->slots[i] == method) {
            return true;
        }
    }
    return false;
}

static void define(struct model_class *c, int method, bool pure)
{
    c->defines[method] = true;
    c->pure[method] = pure;
    if (!has_slot(c, method)) {
        c->slots[c->slot_count++] = method;
    }
}

struct class_model random_classes(struct random *random)
{
    struct class_model model = {.library = chance(random, 20)};
    for (int i = 0; i < CLASSES; i++) {
        struct model_class *c = &model.classes[i];
        c->primary = -1;
        for (int bases = (int)draw(random, 3); i && bases > 0; bases--) {
            inherit(&model, i, (int)draw(random, (uint32_t)i));
        }
        for (int m = 0; m < METHODS; m++) {
            if (chance(random, 40)) {
                define(c, m, chance(random, 20));
            }
        }
        if (c->slot_count == 0) { /* others have no tables */
            define(c, 0, false);
        }
        c->is_system = chance(random, 15);
        c->is_internal = chance(random, 20);
        c->has_table = chance(random, 90);
    }
    return model;
}

/* Asking it */

bool model_is_a(const struct class_model *model, int class, int base)
{
    return class == base || model->classes[class].bases[base];
}

int model_overrider(const struct class_model *model, int class, int method)
{
    for (int i = class; i >= 0; i--) {
        const struct model_class *c = &model->classes[i];
        if (model_is_a(model, class, i) && c->defines[method]) {
            return c->pure[method] ? -1 : i;
        }
    }
    return -1;
}

bool model_is_open(const struct class_model *model, int class)
{
    const struct model_class *c = &model->classes[class];
    return !c->is_internal && (model->library || c->is_system || !c->has_table);
}

int model_chain(const struct class_model *model, int class, int chain[CLASSES])
{
    int count = 0;
    for (; class >= 0; class = model->classes[class].primary) {
        chain[count++] = class;
    }
    return count;
}

/* Telling it */

cg_node model_method(int class, int method)
{
    return (cg_node)(class * (METHODS + 1) + method);
}

cg_node model_constructor(int class)
{
    return model_method(class, METHODS);
}

static const char *class_name(const struct class_model *model, const char *prefix, int class)
{
    static char text[64];
    bool internal = model->classes[class].is_internal;
    snprintf(text, sizeof text, "%s2C%d%s", prefix, class, internal ? "|" FILE_NAME : "");
    return text;
}

const char *model_type(const struct class_model *model, int class)
{
    return class_name(model, "_ZTS", class);
}

/* Methods of internal classes are internal functions, all of one name. */
static const char *function_name(const struct class_model *model, int class, int method)
{
    static char text[64];
    snprintf(text, sizeof text,
             model->classes[class].is_internal ? "_ZN2CX1m%dEv" : "_ZN2C%d1m%dEv",
             model->classes[class].is_internal ? method : class, method);
    return text;
}

static const char *origin_of(int class)
{
    static char text[64];
    snprintf(text, sizeof text, "%d " FILE_NAME, class);
    return text;
}

static json_t *entry_of(const struct class_model *model, int class, int method)
{
    int from = model_overrider(model, class, method);
    if (from < 0) {
        return json_null();
    }
    const char *name = function_name(model, from, method);
    return model->classes[from].is_internal ? json_sprintf("%s|%s", name, origin_of(from))
                                            : json_string(name);
}

/* One part of a table: what serves for a base, and for those whose tables begin it. */
static void add_part(const struct class_model *model, int class, int base, json_t *points,
                     json_t *entries)
{
    int chain[CLASSES];
    int count = model_chain(model, base, chain);
    json_array_append_new(entries, json_null());
    json_array_append_new(entries, json_null());
    for (int i = 0; i < count; i++) {
        json_array_append_new(
            points, json_pack("[si]", model_type(model, chain[i]), (int)json_array_size(entries)));
    }
    for (int s = 0; s < model->classes[base].slot_count; s++) {
        json_array_append_new(entries, entry_of(model, class, model->classes[base].slots[s]));
    }
}

static json_t *table_of(const struct class_model *model, int class)
{
    json_t *points = json_array();
    json_t *entries = json_array();
    int chain[CLASSES];
    bool done[CLASSES] = {false};
    for (int base = class; base >= 0; base--) { /* derived ones first */
        if (!model_is_a(model, class, base) || done[base]) {
            continue;
        }
        add_part(model, class, base, points, entries);
        int count = model_chain(model, base, chain);
        for (int i = 0; i < count; i++) {
            done[chain[i]] = true;
        }
    }
    return json_pack("[ssoob]", "table", class_name(model, "_ZTV", class), points, entries,
                     (int)model->classes[class].is_system);
}

static void set_json(struct cg_graph *graph, enum cg_place place, cg_node node, json_t *json)
{
    char *text = json_dumps(json, JSON_COMPACT);
    set(graph, place, node, CG_KEY_CLASSES, text);
    free(text);
    json_decref(json);
}

static void add_functions(const struct class_model *model, struct cg_graph *graph)
{
    for (int c = 0; c < CLASSES; c++) {
        bool internal = model->classes[c].is_internal;
        for (int m = 0; m <= METHODS; m++) {
            cg_node node =
                add_node(graph, function_name(model, c, m), internal ? origin_of(c) : NULL, true,
                         internal ? CG_LINKAGE_INTERNAL : CG_LINKAGE_WEAK);
            ck_assert_uint_eq(node, model_method(c, m));
            set(graph, CG_ON_NODE, node, "unresolvedCalls", "[]");
            cg_node_set_virtual(graph, node, m < METHODS);
        }
    }
}

struct cg_graph *model_graph(const struct class_model *model)
{
    struct cg_graph *graph = new_graph();
    json_t *tables = json_array();
    add_functions(model, graph);
    for (int c = 0; c < CLASSES; c++) {
        if (!model->classes[c].has_table) {
            continue;
        }
        if (c % 2) {
            set_json(graph, CG_ON_NODE, model_method(c, 0), json_pack("[o]", table_of(model, c)));
        } else {
            json_array_append_new(tables, table_of(model, c));
        }
        set_json(graph, CG_ON_NODE, model_constructor(c),
                 json_pack("[[ss]]", "installs", class_name(model, "_ZTV", c)));
    }
    set_json(graph, CG_ON_GRAPH, 0, tables);
    return graph;
}
