/* Reading nodes and their edges. */
#include "file/reader.h"

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
    unsigned layouts;  /**< where the key means this */
    unsigned required; /**< where a node must have it */
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

static struct node_fact *fact_of(struct reader *r, cg_node node)
{
    size_t old = r->fact_capacity;
    if (!cg_grow(&r->facts, &r->fact_capacity, (size_t)node + 1, sizeof *r->facts)) {
        reader_out_of_memory(r);
        return NULL;
    }
    if (old != r->fact_capacity) {
        memset(r->facts + old, 0, (r->fact_capacity - old) * sizeof *r->facts);
    }
    return &r->facts[node];
}

static cg_node new_node(struct reader *r, uint32_t name)
{
    cg_node node = graph_new_node(r->graph, name);
    struct node_fact *fact = node == CG_NONE ? NULL : fact_of(r, node);
    if (!fact) {
        scanner_fail(&r->scan, CG_E_MEMORY, "out of memory, or too many functions");
        return CG_NONE;
    }
    struct place place = scanner_place(&r->scan);
    fact->line = (unsigned)place.line;
    fact->column = (unsigned)place.column;
    return node;
}

static cg_node node_of_string(struct reader *r, uint32_t string)
{
    struct cg_graph *graph = r->graph;
    if (string == CG_NO_STRING) {
        reader_out_of_memory(r);
        return CG_NONE;
    }
    if (string < graph->chain_capacity && graph->chains[string].first) {
        return graph->chains[string].first - 1;
    }
    return new_node(r, string);
}

static cg_node node_by_name(struct reader *r, const struct slice *name)
{
    return node_of_string(r, cg_pool_intern(&r->graph->pool, name->text, name->length));
}

/* Ids are nearly always the numbers 0 .. count-1: those index an array. The array grows only in
 * proportion to the nodes there are, so that an id of 999999999 does not cost gigabytes; ids beyond
 * it, and those that are no numbers, are looked up. */
static bool dense_id(const struct reader *r, const struct slice *id, size_t *number)
{
    size_t value = 0;
    if (!id->length || id->length > 9 || (id->text[0] == '0' && id->length > 1)) {
        return false;
    }
    for (size_t i = 0; i < id->length; i++) {
        unsigned digit = (unsigned char)id->text[i] - (unsigned)'0';
        if (digit > 9) {
            return false;
        }
        value = value * 10 + digit;
    }
    *number = value;
    return value < 65536 + 16 * (size_t)r->graph->node_count;
}

/* Entry of an array of nodes that grows on demand; NULL after failing. */
static cg_node *entry(struct reader *r, cg_node **nodes, size_t *capacity, size_t i)
{
    size_t old = *capacity;
    if (!cg_grow(nodes, capacity, i + 1, sizeof **nodes)) {
        reader_out_of_memory(r);
        return NULL;
    }
    if (old != *capacity) {
        memset(*nodes + old, 0xff, (*capacity - old) * sizeof **nodes);
    }
    return &(*nodes)[i];
}

static cg_node *looked_up_id(struct reader *r, const struct slice *id)
{
    uint32_t string = cg_pool_intern(&r->ids, id->text, id->length);
    if (string == CG_NO_STRING) {
        reader_out_of_memory(r);
        return NULL;
    }
    return entry(r, &r->id_nodes, &r->id_capacity, string);
}

static cg_node node_by_id(struct reader *r, const struct slice *id)
{
    size_t number;
    bool dense = dense_id(r, id, &number);
    cg_node *found =
        dense ? entry(r, &r->dense_nodes, &r->dense_capacity, number) : looked_up_id(r, id);
    if (!found) {
        return CG_NONE;
    }
    if (dense && *found == CG_NONE && r->ids.count) {
        /* It may have come when the array was too short for it. */
        uint32_t string = cg_pool_find(&r->ids, id->text, id->length);
        *found = string == CG_NO_STRING ? CG_NONE : r->id_nodes[string];
    }
    if (*found == CG_NONE) {
        *found = new_node(r, CG_NO_STRING);
    }
    return *found;
}

cg_node reader_node(struct reader *r, const struct slice *id)
{
    return r->layout == LAYOUT_4 ? node_by_id(r, id) : node_by_name(r, id);
}

/* Names of a list that wait to be looked up together. Each look-up in a large graph misses the
 * cache twice; a batch lets the misses overlap. */
#define BATCH 16u
struct batch {
    unsigned count;
    size_t start[BATCH]; /**< from scan.keep */
    size_t length[BATCH];
    uint32_t hash[BATCH];
};

static bool flush_batch(struct reader *r, struct batch *batch, take_node *take, cg_node node)
{
    struct cg_pool *pool = &r->graph->pool;
    const char *base = r->scan.keep;
    bool ok = true;
    for (unsigned i = 0; i < batch->count; i++) {
        cg_pool_prefetch_bytes(pool, batch->hash[i]);
    }
    for (unsigned i = 0; i < batch->count && ok; i++) {
        uint32_t string =
            cg_pool_intern_hashed(pool, batch->hash[i], base + batch->start[i], batch->length[i]);
        cg_node element = node_of_string(r, string);
        ok = element != CG_NONE && take(r, node, element);
    }
    batch->count = 0;
    r->scan.keep = NULL;
    return ok;
}

static void add_to_batch(struct reader *r, struct batch *batch, const struct slice *name)
{
    const struct cg_pool *pool = &r->graph->pool;
    unsigned i = batch->count++;
    if (!i) {
        r->scan.keep = name->text;
    }
    batch->start[i] = (size_t)(name->text - r->scan.keep);
    batch->length[i] = name->length;
    batch->hash[i] = cg_pool_hash(pool, name->text, name->length);
    cg_pool_prefetch(pool, batch->hash[i]);
}

/* The elements of an array of names, its bracket taken. */
static bool read_names(struct reader *r, take_node *take, cg_node node)
{
    struct batch batch;
    struct slice name;
    bool first = true;
    batch.count = 0;
    while (scanner_next(&r->scan, &first, ']')) {
        if (!scanner_name(&r->scan, &r->inner_scratch, &name)) {
            return false;
        }
        bool decoded = name.text == r->inner_scratch.bytes;
        if ((decoded || batch.count == BATCH) && !flush_batch(r, &batch, take, node)) {
            return false;
        }
        if (decoded) {
            cg_node element = node_by_name(r, &name);
            if (element == CG_NONE || !take(r, node, element)) {
                return false;
            }
        } else {
            add_to_batch(r, &batch, &name);
        }
    }
    return flush_batch(r, &batch, take, node) && !r->scan.status;
}

static bool read_ids(struct reader *r, take_node *take, cg_node node)
{
    struct slice id;
    bool first = true;
    while (scanner_next(&r->scan, &first, ']')) {
        cg_node element =
            scanner_name(&r->scan, &r->inner_scratch, &id) ? node_by_id(r, &id) : CG_NONE;
        if (element == CG_NONE || !take(r, node, element)) {
            return false;
        }
    }
    return !r->scan.status;
}

bool read_node_list(struct reader *r, const char *what, take_node *take, cg_node node)
{
    if (scanner_null(&r->scan)) {
        return true;
    }
    if (r->scan.status || !scanner_expect(&r->scan, '[', what)) {
        return false;
    }
    return r->layout == LAYOUT_4 ? read_ids(r, take, node) : read_names(r, take, node);
}

/* Edges */

static bool too_many_edges(struct reader *r)
{
    return scanner_fail(&r->scan, CG_E_MEMORY, "out of memory, or too many edges");
}

static bool take_callee(struct reader *r, cg_node node, cg_node callee)
{
    struct node_fact *fact = &r->facts[callee];
    if (fact->seen_by == node + 1) {
        return true;
    }
    fact->seen_by = node + 1;
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
        if (r->facts[callee].seen_by == node + 1) {
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
            reader_warn(r, place, "an empty origin is taken for an unknown one");
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

/* Version 1 keeps the number of statements beside the rest; -1 for a declaration. */
static bool read_statements(struct reader *r, cg_node node)
{
    struct slice value;
    if (!scanner_value(&r->scan, &value)) {
        return false;
    }
    return slice_is(&value, "-1") || set_raw(r, CG_ON_NODE, node, r->keys.num_statements, &value);
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

bool reader_is_field_2(const struct slice *key)
{
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        if ((fields[i].layouts & IN_2) && slice_is(key, fields[i].key)) {
            return true;
        }
    }
    return false;
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

/* Is this a name that writers of version 2 give to one of several functions that share one? */
static bool is_numbered(const struct slice *name)
{
    size_t at = name->length;
    while (at && name->text[at - 1] >= '0' && name->text[at - 1] <= '9') {
        at--;
    }
    return at > 1 && at < name->length && name->text[at - 1] == '#';
}

static bool define(struct reader *r, const struct slice *key, struct reading *reading)
{
    if (!key->length && r->layout != LAYOUT_4) {
        return scanner_fail_at(&r->scan, reading->place, CG_E_FORMAT, "an empty function name");
    }
    r->has_numbered |= r->layout != LAYOUT_4 && is_numbered(key);
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

/* The layout a node's first member tells, LAYOUT_OPEN if it does not. `next` is the first byte of
 * its value. */
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
                               "cannot tell which version this is: put \"_MetaCG\" first, or "
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
