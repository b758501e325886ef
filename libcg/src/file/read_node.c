/* Reading nodes and their edges. */
#include "file/graph_reader.h"
#include "file/numbered.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum field {
    FIELD_CALLEES,
    FIELD_CALLERS,
    FIELD_HAS_BODY,
    FIELD_NAME,
    FIELD_ORIGIN,
    FIELD_META,
    FIELD_VIRTUAL,
    FIELD_DOES_OVERRIDE,
    FIELD_OVERRIDES,
    FIELD_OVERRIDDEN_BY,
    FIELD_STATEMENTS,
    FIELD_UNKNOWN,
};

#define IN_1 (1u << LAYOUT_1)
#define IN_2 (1u << LAYOUT_2)
#define IN_4 (1u << LAYOUT_4)

static const struct {
    const char *key;
    enum field field;
    unsigned layouts;  /**< layouts in which the key has this meaning */
    unsigned required; /**< layouts in which a node must have it */
} fields[] = {
    {"callees", FIELD_CALLEES, IN_1 | IN_2 | IN_4, 0},
    {"functionName", FIELD_NAME, IN_4, IN_4},
    {"hasBody", FIELD_HAS_BODY, IN_1 | IN_2 | IN_4, IN_1 | IN_2 | IN_4},
    {"meta", FIELD_META, IN_2 | IN_4, IN_2 | IN_4},
    {"origin", FIELD_ORIGIN, IN_4, IN_4},
    {"callers", FIELD_CALLERS, IN_2, 0},
    {"isVirtual", FIELD_VIRTUAL, IN_1 | IN_2, IN_2},
    {"doesOverride", FIELD_DOES_OVERRIDE, IN_1 | IN_2, 0},
    {"overrides", FIELD_OVERRIDES, IN_2, 0},
    {"overriddenBy", FIELD_OVERRIDDEN_BY, IN_1 | IN_2, 0},
    {"parents", FIELD_CALLERS, IN_1, 0},
    {"overriddenFunctions", FIELD_OVERRIDES, IN_1, 0},
    {"numStatements", FIELD_STATEMENTS, IN_1, 0},
};
#define FIELD_COUNT (sizeof fields / sizeof *fields)

/** A node being read. */
struct reading {
    cg_node node;
    unsigned seen; /**< set of fields */
    struct place place;
};

/* Edges */

static bool too_many_edges(struct reader *r)
{
    return scanner_fail(&r->scan, CG_E_MEMORY, "out of memory, or too many edges");
}

static bool take_callee(struct reader *r, cg_node node, cg_node callee)
{
    if (r->seen_by[callee] == node + 1) {
        return true;
    }
    r->seen_by[callee] = node + 1;
    return graph_append_edge(r->graph, node, callee, 0) != CG_NONE || too_many_edges(r);
}

static bool take_caller(struct reader *r, cg_node node, cg_node caller)
{
    if (!cg_grow(&r->listed, &r->listed_capacity, r->listed_count + 1, sizeof *r->listed)) {
        return reader_out_of_memory(r);
    }
    r->listed[r->listed_count++] = (struct listed_caller){node, caller};
    return true;
}

static bool take_overridden(struct reader *r, cg_node node, cg_node base)
{
    return cg_graph_add_override(r->graph, node, base, NULL) == CG_OK || reader_out_of_memory(r);
}

static bool take_overrider(struct reader *r, cg_node node, cg_node derived)
{
    return cg_graph_add_override(r->graph, derived, node, NULL) == CG_OK || reader_out_of_memory(r);
}

/* `callees` of version 4: an object of ids, each with the edge's metadata. */
static bool read_callee_object(struct reader *r, cg_node node)
{
    bool first = true;
    struct slice id;
    if (!scanner_expect(&r->scan, '{', "the callees, an object,")) {
        return false;
    }
    while (scanner_next_key(&r->scan, &first, &r->scratch, &id)) {
        cg_node callee = reader_node(r, &id);
        if (callee == CG_NONE) {
            return false;
        }
        if (r->seen_by[callee] == node + 1) {
            return scanner_fail(&r->scan, CG_E_FORMAT, "a callee is listed twice");
        }
        cg_edge edge = r->graph->edge_count;
        if (!take_callee(r, node, callee) || !read_edge_meta(r, edge)) {
            return false;
        }
    }
    return !r->scan.status;
}

static bool read_callees(struct reader *r, cg_node node)
{
    if (scanner_null(&r->scan)) {
        return true;
    }
    if (r->scan.status) {
        return false;
    }
    return r->layout == LAYOUT_4 ? read_callee_object(r, node)
                                 : read_node_list(r, "the callees, an array,", take_callee, node);
}

/* Other fields */

static bool read_name(struct reader *r, cg_node node)
{
    struct slice name;
    struct place place = scanner_place(&r->scan);
    if (!scanner_name(&r->scan, &r->inner_scratch, &name)) {
        return false;
    }
    if (!name.length) {
        return scanner_fail_at(&r->scan, place, CG_E_FORMAT, "an empty function name");
    }
    uint32_t string = reader_intern(r, name.text, name.length);
    return string != CG_NO_STRING &&
           (graph_name_node(r->graph, node, string) || reader_out_of_memory(r));
}

static bool read_origin(struct reader *r, cg_node node)
{
    struct slice origin;
    struct place place = scanner_place(&r->scan);
    if (scanner_null(&r->scan)) {
        return true;
    }
    if (r->scan.status || !scanner_name(&r->scan, &r->inner_scratch, &origin)) {
        return false;
    }
    if (!origin.length) {
        if (!r->warned_origin) {
            reader_warn(r, place, "an empty origin counts as unknown");
        }
        r->warned_origin = true;
        return true;
    }
    uint32_t string = reader_intern(r, origin.text, origin.length);
    r->graph->nodes[node].origin = string;
    return string != CG_NO_STRING;
}

static bool read_virtual(struct reader *r, cg_node node)
{
    bool is_virtual;
    if (!scanner_bool(&r->scan, &is_virtual)) {
        return false;
    }
    r->graph->nodes[node].is_virtual |= is_virtual;
    return true;
}

/* Version 1 has the number of statements outside `meta`; -1 for a declaration. */
static bool read_statements(struct reader *r, cg_node node)
{
    struct slice value;
    scanner_peek(&r->scan);
    struct place at = scanner_place(&r->scan);
    if (!scanner_value(&r->scan, &value)) {
        return false;
    }
    return slice_is(&value, "-1") ||
           set_raw(r, CG_ON_NODE, node, r->keys.num_statements, &value, at);
}

static bool read_field(struct reader *r, enum field field, cg_node node)
{
    bool ignored;
    switch (field) {
    case FIELD_CALLEES:
        return read_callees(r, node);
    case FIELD_CALLERS:
        return read_node_list(r, "the callers, an array,", take_caller, node);
    case FIELD_HAS_BODY:
        return scanner_bool(&r->scan, &r->graph->nodes[node].has_body);
    case FIELD_NAME:
        return read_name(r, node);
    case FIELD_ORIGIN:
        return read_origin(r, node);
    case FIELD_META:
        return read_node_meta(r, node);
    case FIELD_VIRTUAL:
        return read_virtual(r, node);
    case FIELD_DOES_OVERRIDE:
        return scanner_bool(&r->scan, &ignored);
    case FIELD_OVERRIDES:
        return read_node_list(r, "the overridden methods, an array,", take_overridden, node);
    case FIELD_OVERRIDDEN_BY:
        return read_node_list(r, "the overriding methods, an array,", take_overrider, node);
    default:
        return read_statements(r, node);
    }
}

/* Which entry of `fields` a key is, FIELD_COUNT if none. */
static size_t find_field(const struct reader *r, const struct slice *key)
{
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        if ((fields[i].layouts & 1u << r->layout) && slice_is(key, fields[i].key)) {
            return i;
        }
    }
    return FIELD_COUNT;
}

bool reader_hold_key(struct reader *r, struct slice *key)
{
    cg_text_clear(&r->top_key);
    cg_text_append(&r->top_key, key->text, key->length);
    if (cg_text_append(&r->top_key, "", 1)) {
        return reader_out_of_memory(r);
    }
    *key = (struct slice){r->top_key.bytes, key->length, false};
    return true;
}

static bool read_member(struct reader *r, struct reading *reading, const struct slice *key)
{
    size_t i = find_field(r, key);
    if (i == FIELD_COUNT) {
        uint32_t name = reader_intern(r, key->text, key->length);
        return name != CG_NO_STRING &&
               read_raw(r, CG_ON_NODE, reading->node, name | ATTRIBUTE_OUTSIDE);
    }
    if (reading->seen & 1u << i) {
        return scanner_fail(&r->scan, CG_E_FORMAT, "a second \"%s\" of one function",
                            fields[i].key);
    }
    reading->seen |= 1u << i;
    return read_field(r, fields[i].field, reading->node);
}

static bool check_required(struct reader *r, const struct reading *reading)
{
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        if ((fields[i].required & 1u << r->layout) && !(reading->seen & 1u << i)) {
            return scanner_fail_at(&r->scan, reading->place, CG_E_FORMAT,
                                   "this function has no \"%s\"", fields[i].key);
        }
    }
    return true;
}

static bool define(struct reader *r, const struct slice *key, struct reading *reading)
{
    if (!key->length && r->layout != LAYOUT_4) {
        return scanner_fail_at(&r->scan, reading->place, CG_E_FORMAT, "an empty function name");
    }
    r->has_numbered |= r->layout != LAYOUT_4 && numbered_base(key->text, key->length);
    reading->node = reader_node(r, key);
    if (reading->node == CG_NONE) {
        return false;
    }
    struct node_fact *fact = &r->facts[reading->node];
    if (fact->defined) {
        return scanner_fail_at(&r->scan, reading->place, CG_E_FORMAT,
                               "a second function with this %s",
                               r->layout == LAYOUT_4 ? "id" : "name");
    }
    fact->defined = true;
    fact->line = (unsigned)reading->place.line;
    fact->column = (unsigned)reading->place.column;
    return true;
}

static bool read_members(struct reader *r, struct reading *reading, bool first)
{
    struct slice key;
    while (scanner_next_key(&r->scan, &first, &r->scratch, &key)) {
        if (!read_member(r, reading, &key)) {
            return false;
        }
    }
    return !r->scan.status && check_required(r, reading);
}

bool read_node_from(struct reader *r, const char *name, const struct slice *inner)
{
    struct slice key = {name, strlen(name), false};
    struct reading reading = {.place = scanner_place(&r->scan)};
    return define(r, &key, &reading) && read_member(r, &reading, inner) &&
           read_members(r, &reading, false);
}

/* The layout that a node's first member implies, LAYOUT_OPEN if undecided. `next` is the first byte
 * of its value. */
static enum layout layout_of(const struct slice *inner, int next)
{
    if (slice_is(inner, "callees")) {
        return next == '[' ? LAYOUT_2 : LAYOUT_4;
    }
    if (slice_is(inner, "functionName") || slice_is(inner, "origin")) {
        return LAYOUT_4;
    }
    if (slice_is(inner, "hasBody") || slice_is(inner, "meta")) {
        return LAYOUT_OPEN;
    }
    return LAYOUT_2;
}

/* The first node of a file whose header comes later. */
static bool read_first_node(struct reader *r, const struct slice *key)
{
    struct slice inner;
    bool first = true;
    cg_text_clear(&r->held_node);
    cg_text_append(&r->held_node, key->text, key->length);
    if (cg_text_append(&r->held_node, "", 1)) {
        return reader_out_of_memory(r);
    }
    struct place place = scanner_place(&r->scan);
    if (!scanner_expect(&r->scan, '{', "a function's object") ||
        !scanner_next_key(&r->scan, &first, &r->scratch, &inner)) {
        return !r->scan.status && scanner_fail_at(&r->scan, place, CG_E_FORMAT,
                                                  "an empty object where a function should be");
    }
    if (!reader_hold_key(r, &inner)) {
        return false;
    }
    r->layout = layout_of(&inner, scanner_peek(&r->scan));
    if (r->layout == LAYOUT_OPEN) {
        return scanner_fail_at(&r->scan, place, CG_E_FORMAT,
                               "cannot determine the version: put \"_MetaCG\" first, or "
                               "\"callees\" first in each function");
    }
    return read_node_from(r, r->held_node.bytes, &inner);
}

bool read_node(struct reader *r, const struct slice *key)
{
    if (r->layout == LAYOUT_OPEN) {
        return read_first_node(r, key);
    }
    struct reading reading = {.place = scanner_place(&r->scan)};
    return define(r, key, &reading) && scanner_expect(&r->scan, '{', "a function's object") &&
           read_members(r, &reading, true);
}
