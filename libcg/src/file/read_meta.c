/* Reading metadata: decodes what the graph itself holds; the rest stays text. */
#include "file/graph_reader.h"
#include "file/properties.h"
#include "graph/graph_facts.h"

#include "base/memory.h"
#include "json/json_walk.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool reader_intern_keys(struct reader *r)
{
    r->keys.num_statements = reader_intern(r, "numStatements", 13);
    r->keys.edge_metadata = reader_intern(r, "edgeMetadata", 12);
    r->keys.call_type = reader_intern(r, "callType", 8);
    r->keys.linkage = reader_intern(r, "linkage", 7);
    r->keys.override_md = reader_intern(r, "overrideMD", 10);
    return !r->scan.status;
}

void reader_warn(struct reader *r, struct place place, const char *format, ...)
{
    if (!r->options.warn) {
        return;
    }
    struct cg_error where = {.line = place.line, .column = place.column};
    snprintf(where.file, sizeof where.file, "%s", r->scan.name);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(where.text, sizeof where.text, format, arguments);
    va_end(arguments);
    r->options.warn(r->options.user, &where);
}

static bool set_string(struct reader *r, enum cg_place place, uint32_t number, uint32_t key,
                       uint32_t value)
{
    uint32_t there = graph_add_attribute(r->graph, place, number, key, value);
    if (there == CG_NO_STRING) {
        return reader_out_of_memory(r);
    }
    return !there || scanner_fail(&r->scan, CG_E_FORMAT, "a second value for \"%s\"",
                                  graph_string(r->graph, key & ~ATTRIBUTE_OUTSIDE));
}

/* Where a value is attached, for a message: " of FUNCTION" or " of CALLER -> CALLEE". */
static void name_place(char *text, size_t size, const struct reader *r, enum cg_place place,
                       uint32_t number)
{
    const struct cg_graph *graph = r->graph;
    cg_node node = place == CG_ON_EDGE ? graph->callers[number] : number;
    bool named = place != CG_ON_GRAPH && graph->nodes[node].name != CG_NO_STRING;
    cg_node callee = place == CG_ON_EDGE ? graph->callees[number] : CG_NONE;
    bool call = callee != CG_NONE && graph->nodes[callee].name != CG_NO_STRING;
    snprintf(text, size, "%s%.100s%s%.100s", named ? " of " : "",
             named ? cg_node_name(graph, node) : "", named && call ? " -> " : "",
             named && call ? cg_node_name(graph, callee) : "");
}

/* The string that represents a value; CG_NO_STRING after a failure. */
static uint32_t decode(struct reader *r, enum cg_place place, uint32_t number, uint32_t key,
                       const struct slice *value, struct place at)
{
    uint32_t string = CG_NO_STRING;
    const struct cg_value text = {value->text, value->length};
    struct cg_error error = {0};
    enum fact_form form = fact_form(place, key);
    if (form == FACT_TEXT) {
        string = reader_intern(r, value->text, value->length);
        bool ok = string != CG_NO_STRING && check_value(r, place, key, string, at);
        return ok ? string : CG_NO_STRING;
    }
    int status = fact_decode(&string, r->graph, form, &text, &error);
    if (status == CG_E_FORMAT) {
        char where[256];
        name_place(where, sizeof where, r, place, number);
        scanner_fail_at(&r->scan, at, CG_E_FORMAT, "metadata \"%s\"%s %s",
                        graph_string(r->graph, key), where, error.text);
    } else if (status) {
        reader_out_of_memory(r);
    }
    return status ? CG_NO_STRING : string;
}

bool set_raw(struct reader *r, enum cg_place place, uint32_t number, uint32_t key,
             const struct slice *value, struct place at)
{
    uint32_t string = decode(r, place, number, key, value, at);
    return string != CG_NO_STRING && set_string(r, place, number, key, string);
}

bool read_raw(struct reader *r, enum cg_place place, uint32_t number, uint32_t key)
{
    struct slice value;
    scanner_peek(&r->scan);
    struct place at = scanner_place(&r->scan);
    return scanner_value(&r->scan, &value) && set_raw(r, place, number, key, &value, at);
}

/* Data that the graph itself holds may, like all other, occur once at each place. */
enum {
    TOOK_LINKAGE = 1,
    TOOK_OVERRIDES = 2,
    TOOK_FILE_PROPERTIES = 4,
    TOOK_CALL_TYPE = 8,
    TOOK_CALL_KINDS = 16,
    TOOK_ENTRY = 32,
};

static bool once(struct reader *r, unsigned kind, const char *key)
{
    if (r->taken & kind) {
        return scanner_fail(&r->scan, CG_E_FORMAT, "a second value for \"%s\"", key);
    }
    r->taken |= kind;
    return true;
}

/* Of nodes */

static bool read_linkage(struct reader *r, cg_node node, const struct slice *name)
{
    (void)name;
    static const char *const words[] = {"", "\"external\"", "\"weak\"", "\"internal\""};
    struct slice value;
    scanner_peek(&r->scan);
    struct place place = scanner_place(&r->scan);
    if (!once(r, TOOK_LINKAGE, "linkage") || !scanner_value(&r->scan, &value)) {
        return false;
    }
    for (size_t i = 1; i < sizeof words / sizeof *words; i++) {
        if (slice_is(&value, words[i])) {
            r->graph->nodes[node].linkage = (uint8_t)i;
            return true;
        }
    }
    return scanner_fail_at(&r->scan, place, CG_E_FORMAT,
                           "the linkage is not \"external\", \"weak\" or \"internal\"");
}

static bool take_base(struct reader *r, cg_node node, cg_node base)
{
    return cg_graph_add_override(r->graph, node, base, NULL) == CG_OK || reader_out_of_memory(r);
}

static bool take_derived(struct reader *r, cg_node node, cg_node derived)
{
    return cg_graph_add_override(r->graph, derived, node, NULL) == CG_OK || reader_out_of_memory(r);
}

/* Begin or continue the object of members that are kept as text. */
static bool keep_member(struct reader *r, struct cg_text *rest, const struct slice *key)
{
    struct slice value;
    cg_text_add(rest, rest->length ? ",\"" : "{\"");
    cg_text_append(rest, key->text, key->length);
    cg_text_add(rest, "\":");
    if (!scanner_value(&r->scan, &value)) {
        return false;
    }
    return cg_text_append(rest, value.text, value.length) == CG_OK || reader_out_of_memory(r);
}

/* Store the collected text, if there is any. */
static bool set_text(struct reader *r, cg_node node, uint32_t key, const struct cg_text *text,
                     struct place at)
{
    struct slice value = {text->bytes, text->length, false};
    if (text->failed) {
        return reader_out_of_memory(r);
    }
    return !text->length || set_raw(r, CG_ON_NODE, node, key, &value, at);
}

static bool read_override_md(struct reader *r, cg_node node, const struct slice *name)
{
    (void)name;
    bool first = true, ok = true;
    struct slice key;
    struct cg_text rest = {0};
    struct place at = scanner_place(&r->scan);
    r->graph->nodes[node].is_virtual = true;
    if (!once(r, TOOK_OVERRIDES, "overrideMD")) {
        return false;
    }
    if (scanner_null(&r->scan)) {
        return true;
    }
    if (r->scan.status || !scanner_expect(&r->scan, '{', "the overrides, an object,")) {
        return false;
    }
    while (ok && scanner_next_raw_key(&r->scan, &first, &key)) {
        if (slice_is(&key, "overrides")) {
            ok = read_node_list(r, "an array", take_base, node);
        } else if (slice_is(&key, "overriddenBy")) {
            ok = read_node_list(r, "an array", take_derived, node);
        } else {
            ok = keep_member(r, &rest, &key);
        }
    }
    ok = ok && !r->scan.status;
    cg_text_add(&rest, rest.length ? "}" : "");
    ok = ok && set_text(r, node, r->keys.override_md, &rest, at);
    cg_text_free(&rest);
    return ok;
}

/* A null origin means none. */
static bool take_origin(struct reader *r, cg_node node)
{
    struct slice origin;
    if (r->graph->nodes[node].origin != CG_NO_STRING) {
        return scanner_fail(&r->scan, CG_E_FORMAT, "a second value for \"origin\"");
    }
    scanner_peek(&r->scan);
    if (scanner_null(&r->scan)) {
        return true;
    }
    if (r->scan.status || !scanner_name(&r->scan, &r->inner_scratch, &origin)) {
        return false;
    }
    if (origin.length) {
        r->graph->nodes[node].origin = reader_intern(r, origin.text, origin.length);
    }
    return !r->scan.status;
}

/* The value of version 4, if there is one; all other members repeat parts of it. */
static bool take_whole(struct reader *r, struct cg_text *whole)
{
    struct slice slice;
    struct json_walk walk;
    struct cg_value element = {0}, second;
    scanner_peek(&r->scan);
    struct place at = scanner_place(&r->scan);
    if (!scanner_wrapped_value(&r->scan, &slice)) {
        return false;
    }
    const struct cg_value array = {slice.text, slice.length};
    if (!json_walk_start(&walk, &array, '[') ||
        (json_walk_next(&walk, NULL, &element) && json_walk_next(&walk, NULL, &second))) {
        return scanner_fail_at(&r->scan, at, CG_E_FORMAT,
                               "\"" FILE_PROPERTIES_WHOLE
                               "\" is not an array of at most one value");
    }
    cg_text_clear(whole);
    return cg_text_append(whole, element.text, element.length) == CG_OK || reader_out_of_memory(r);
}

/* Version 2 stores the origin inside this kind. */
static bool read_file_properties(struct reader *r, cg_node node, const struct slice *name)
{
    bool first = true, ok = true, has_origin = false, has_whole = false;
    struct slice key;
    struct cg_text rest = {0}, whole = {0};
    uint32_t kind = reader_intern(r, name->text, name->length);
    if (kind == CG_NO_STRING || !once(r, TOOK_FILE_PROPERTIES, "fileProperties")) {
        return false;
    }
    if (scanner_peek(&r->scan) != '{') {
        return read_raw(r, CG_ON_NODE, node, kind);
    }
    struct place at = scanner_place(&r->scan);
    r->scan.at++;
    while (ok && scanner_next_raw_key(&r->scan, &first, &key)) {
        bool is_origin = slice_is(&key, "origin"), is_whole = slice_is(&key, FILE_PROPERTIES_WHOLE);
        has_origin |= is_origin;
        has_whole |= is_whole;
        ok = is_origin  ? take_origin(r, node)
             : is_whole ? take_whole(r, &whole)
                        : keep_member(r, &rest, &key);
    }
    if (ok && (rest.length || !has_origin)) {
        cg_text_add(&rest, rest.length ? "}" : "{}");
    }
    ok = ok && !r->scan.status && set_text(r, node, kind, has_whole ? &whole : &rest, at);
    cg_text_free(&whole);
    cg_text_free(&rest);
    return ok;
}

/* Keep the metadata of a node's edges until these are known. */
static bool read_edge_texts(struct reader *r, cg_node node)
{
    scanner_peek(&r->scan);
    struct place place = scanner_place(&r->scan);
    if (!cg_grow(&r->edge_texts, &r->edge_text_capacity, r->edge_text_count + 1,
                 sizeof *r->edge_texts)) {
        return reader_out_of_memory(r);
    }
    r->edge_texts[r->edge_text_count++] = (struct edge_text){node, place};
    struct slice value;
    return scanner_wrapped_value(&r->scan, &value) &&
           set_raw(r, CG_ON_NODE, node, r->keys.edge_metadata, &value, place);
}

static bool read_edge_metadata(struct reader *r, cg_node node, const struct slice *name)
{
    (void)name;
    return read_edge_texts(r, node);
}

/* Of edges */

static unsigned kinds_of_call_type(const struct slice *value)
{
    return slice_is(value, "\"DIRECT\"")     ? CG_EDGE_DIRECT
           : slice_is(value, "\"INDIRECT\"") ? CG_EDGE_POINTER
           : slice_is(value, "\"VIRTUAL\"")  ? CG_EDGE_VIRTUAL
                                             : 0;
}

static bool read_call_type(struct reader *r, cg_edge edge, const struct slice *name)
{
    (void)name;
    struct slice value;
    scanner_peek(&r->scan);
    struct place at = scanner_place(&r->scan);
    if (!once(r, TOOK_CALL_TYPE, "callType") || !scanner_value(&r->scan, &value)) {
        return false;
    }
    unsigned kinds = kinds_of_call_type(&value);
    if (!(r->taken & TOOK_CALL_KINDS)) {
        r->graph->kinds[edge] = (uint8_t)kinds;
    }
    return kinds || set_raw(r, CG_ON_EDGE, edge, r->keys.call_type, &value, at);
}

/* `callKinds` refines `callType`: if present, it alone counts. */
static bool read_call_kinds(struct reader *r, cg_edge edge, const struct slice *name)
{
    (void)name;
    bool first = true;
    struct slice word;
    unsigned kinds = 0;
    if (!once(r, TOOK_CALL_KINDS, "callKinds") ||
        !scanner_expect(&r->scan, '[', "the kinds of a call, an array,")) {
        return false;
    }
    while (scanner_next(&r->scan, &first, ']')) {
        struct place place = scanner_place(&r->scan);
        if (!scanner_name(&r->scan, &r->inner_scratch, &word)) {
            return false;
        }
        char name[16] = "";
        memcpy(name, word.text, word.length < sizeof name ? word.length : 0);
        unsigned kind = cg_edge_kind_from_name(name);
        if (!kind) {
            return scanner_fail_at(&r->scan, place, CG_E_FORMAT, "an unknown kind of call");
        }
        kinds |= kind;
    }
    r->graph->kinds[edge] = (uint8_t)kinds;
    return !r->scan.status;
}

/* On the graph */

static bool read_entry(struct reader *r, uint32_t number, const struct slice *name)
{
    (void)number, (void)name;
    struct slice id;
    scanner_peek(&r->scan);
    r->entry_place = scanner_place(&r->scan);
    if (!once(r, TOOK_ENTRY, "entryFunction")) {
        return false;
    }
    if (scanner_null(&r->scan)) {
        return true;
    }
    if (r->scan.status || !scanner_name(&r->scan, &r->inner_scratch, &id)) {
        return false;
    }
    cg_text_clear(&r->entry);
    return cg_text_append(&r->entry, id.text, id.length) == CG_OK || reader_out_of_memory(r);
}

/* Everywhere */

#define IN_ANY (1u << LAYOUT_OPEN | 1u << LAYOUT_1 | 1u << LAYOUT_2 | 1u << LAYOUT_4)

read_held *reader_held(const struct reader *r, enum cg_place place, const struct slice *key)
{
    static const struct {
        enum cg_place place;
        unsigned layouts;
        const char *key;
        read_held *read;
    } held[] = {
        {CG_ON_NODE, IN_ANY, "linkage", read_linkage},
        {CG_ON_NODE, IN_ANY, "overrideMD", read_override_md},
        {CG_ON_NODE, IN_ANY & ~(1u << LAYOUT_4), "fileProperties", read_file_properties},
        {CG_ON_NODE, 1u << LAYOUT_2, "edgeMetadata", read_edge_metadata},
        {CG_ON_EDGE, IN_ANY, "callType", read_call_type},
        {CG_ON_EDGE, IN_ANY, "callKinds", read_call_kinds},
        {CG_ON_GRAPH, IN_ANY, "entryFunction", read_entry},
    };
    for (size_t i = 0; i < sizeof held / sizeof *held; i++) {
        if (held[i].place == place && (held[i].layouts & 1u << r->layout) &&
            slice_is(key, held[i].key)) {
            return held[i].read;
        }
    }
    return NULL;
}

/* Take the last value of the key, if it occurs again. */
static bool take_last(struct reader *r, const struct habit *habit)
{
    const struct cg_pool *pool = &r->graph->pool;
    struct scanner *s = &r->scan;
    if (habit->value == CG_NO_STRING) {
        return false;
    }
    bool is_fact = habit->fact.length > 0;
    size_t length = is_fact ? habit->fact.length : cg_pool_length(pool, habit->value);
    if (!scanner_take(s, is_fact ? habit->fact.bytes : cg_pool_string(pool, habit->value),
                      length)) {
        return false;
    }
    if (*s->at == ',' || *s->at == '}') {
        return true;
    }
    s->at -= length; /* part of a longer number */
    return false;
}

static bool attach(struct reader *r, enum cg_place place, uint32_t number, uint32_t key,
                   uint32_t value)
{
    if (!r->in_order) {
        return set_string(r, place, number, key, value);
    }
    return graph_insert_attribute(r->graph, place, number, &r->last_kind, key, value) ||
           reader_out_of_memory(r);
}

/** Longer texts of facts are not kept: they rarely repeat. */
#define LONGEST_HABIT 64

/* The graph does not keep the text of a fact, so the habit keeps it if it is short. */
static void keep_habit(struct habit *habit, enum fact_form form, const struct slice *text,
                       uint32_t value)
{
    habit->value = value;
    cg_text_clear(&habit->fact);
    if (fact_is_decoded(form)) {
        bool kept = text->length <= LONGEST_HABIT &&
                    cg_text_append(&habit->fact, text->text, text->length) == CG_OK;
        habit->value = kept ? value : CG_NO_STRING;
    }
}

/* A value that spans lines is read each time, since lines are counted. */
static bool read_new_value(struct reader *r, enum cg_place place, uint32_t number,
                           struct habit *habit)
{
    struct scanner *s = &r->scan;
    enum fact_form form = fact_form(place, habit->key);
    uint32_t value = CG_NO_STRING;
    scanner_peek(s);
    struct place at = scanner_place(s);
    struct slice text = {s->at, 0, false};
    const char *after =
        form == FACT_SITES ? fact_sites_take(&value, r->graph, s->at, s->end) : NULL;
    if (after) {
        text.length = (size_t)(after - s->at);
        s->at = after;
    } else {
        value = scanner_value(s, &text) ? decode(r, place, number, habit->key, &text, at)
                                        : CG_NO_STRING;
        if (value == CG_NO_STRING) {
            return false;
        }
    }
    keep_habit(habit, form, &text, at.line == s->line ? value : CG_NO_STRING);
    return attach(r, place, number, habit->key, value);
}

static bool read_kind(struct reader *r, enum cg_place place, uint32_t number, struct habit *habit)
{
    return take_last(r, habit) ? attach(r, place, number, habit->key, habit->value)
                               : read_new_value(r, place, number, habit);
}

/* Data that the graph holds may leave a rest, which is stored as metadata. */
static bool read_structure(struct reader *r, uint32_t number, const struct habit *habit)
{
    const char *name = graph_string(r->graph, habit->key);
    struct slice key = {name, cg_pool_length(&r->graph->pool, habit->key), false};
    uint32_t attributes = r->graph->attribute_count;
    bool ok = habit->held(r, number, &key);
    r->in_order = r->in_order && attributes == r->graph->attribute_count;
    return ok;
}

/* The members of `meta` at a place: object or null. */
static bool read_kinds(struct reader *r, const char *what, enum cg_place place, uint32_t number,
                       struct habits *habits)
{
    bool first = true;
    uint32_t habit = 0;
    r->taken = 0;
    r->last_kind = 0;
    r->in_order = !graph_first_attribute(r->graph, place, number);
    if (scanner_null(&r->scan)) {
        return true;
    }
    if (r->scan.status || !scanner_expect(&r->scan, '{', what)) {
        return false;
    }
    while (habits_next(r, habits, place, &first, &habit)) {
        struct habit *found = &habits->items[habit];
        if (!(found->held ? read_structure(r, number, found)
                          : read_kind(r, place, number, found))) {
            return false;
        }
    }
    return !r->scan.status;
}

bool read_node_meta(struct reader *r, cg_node node)
{
    return read_kinds(r, "the metadata, an object,", CG_ON_NODE, node, &r->node_habits);
}

bool read_edge_meta(struct reader *r, cg_edge edge)
{
    return read_kinds(r, "the call's metadata, an object,", CG_ON_EDGE, edge, &r->edge_habits);
}

bool read_graph_meta(struct reader *r)
{
    return read_kinds(r, "the graph's metadata, an object,", CG_ON_GRAPH, 0, &r->graph_habits);
}
