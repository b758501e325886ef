/* Lists of metadata values. */
#include "graph/graph.h"
#include "graph/graph_facts.h"
#include "graph/signposts.h"

#include <libcg/json.h>
#include <libcg/validate.h>
#include <libcg/value.h>

#include "base/error.h"
#include "base/memory.h"
#include "strings/text.h"
#include "strings/utf8.h"
#include "json/json_walk.h"
#include "json/scanner.h"

#include <math.h>

/** Head of the list at a place (attribute + 1), or NULL if it has none and `create` is false, or
 *  memory is exhausted. */
static uint32_t *list_at(struct cg_graph *graph, enum cg_place place, uint32_t number, bool create)
{
    if (place == CG_ON_GRAPH) {
        return &graph->graph_attributes;
    }
    if (place == CG_ON_NODE) {
        return &graph->nodes[number].attributes;
    }
    size_t old = graph->edge_attributes_capacity;
    if (number >= old) {
        if (!create || !cg_grow(&graph->edge_attributes, &graph->edge_attributes_capacity,
                                graph->edge_count, sizeof *graph->edge_attributes)) {
            return NULL;
        }
        memset(graph->edge_attributes + old, 0,
               (graph->edge_attributes_capacity - old) * sizeof *graph->edge_attributes);
    }
    return &graph->edge_attributes[number];
}

uint32_t graph_first_attribute(const struct cg_graph *graph, enum cg_place place, uint32_t number)
{
    switch (place) {
    case CG_ON_GRAPH:
        return graph->graph_attributes;
    case CG_ON_NODE:
        return graph->nodes[number].attributes;
    default:
        return number < graph->edge_attributes_capacity ? graph->edge_attributes[number] : 0;
    }
}

uint32_t graph_get_attribute(const struct cg_graph *graph, enum cg_place place, uint32_t number,
                             uint32_t key)
{
    for (uint32_t i = graph_first_attribute(graph, place, number); i;
         i = graph->attributes[i - 1].next) {
        if (graph->attributes[i - 1].key == key) {
            return graph->attributes[i - 1].value;
        }
    }
    return CG_NO_STRING;
}

int graph_compare_keys(const struct cg_graph *graph, uint32_t a, uint32_t b)
{
    if (a == b) {
        return 0;
    }
    int order = strcmp(graph_string(graph, a & ~ATTRIBUTE_OUTSIDE),
                       graph_string(graph, b & ~ATTRIBUTE_OUTSIDE));
    return order ? order : a < b ? -1 : 1;
}

static bool room_for_attribute(struct cg_graph *graph)
{
    return graph->attribute_count < UINT32_MAX - 1 &&
           cg_grow(&graph->attributes, &graph->attribute_capacity,
                   (size_t)graph->attribute_count + 1, sizeof *graph->attributes);
}

bool graph_insert_attribute(struct cg_graph *graph, enum cg_place place, uint32_t number,
                            uint32_t *before, uint32_t key, uint32_t value)
{
    if (!room_for_attribute(graph)) {
        return false;
    }
    uint32_t *link =
        *before ? &graph->attributes[*before - 1].next : list_at(graph, place, number, true);
    if (!link) {
        return false;
    }
    graph->attributes[graph->attribute_count] = (struct attribute){key, value, *link};
    *link = ++graph->attribute_count;
    *before = graph->attribute_count;
    return true;
}

/* Where a key is in the list of a place, or belongs: the link that leads to it. Long lists are
 * entered at signposts, which each walk sets where it went far without one. */
static uint32_t *find_link(struct cg_graph *graph, enum cg_place place, uint32_t number,
                           uint32_t key)
{
    size_t post = signposts_before(graph, place, number, key), steps = 0;
    uint32_t *link = post ? &graph->attributes[graph->signposts.items[post - 1] - 1].next
                          : list_at(graph, place, number, true);
    while (link && *link && graph_compare_keys(graph, graph->attributes[*link - 1].key, key) < 0) {
        uint32_t passed = *link;
        if (++steps % SIGNPOST_DISTANCE == 0 &&
            !signposts_set(graph, place, number, &post, passed)) {
            return NULL;
        }
        link = &graph->attributes[passed - 1].next;
    }
    return link;
}

uint32_t graph_add_attribute(struct cg_graph *graph, enum cg_place place, uint32_t number,
                             uint32_t key, uint32_t value)
{
    uint32_t *link = room_for_attribute(graph) ? find_link(graph, place, number, key) : NULL;
    if (!link) {
        return CG_NO_STRING;
    }
    if (*link && graph->attributes[*link - 1].key == key) {
        return *link;
    }
    graph->attributes[graph->attribute_count] = (struct attribute){key, value, *link};
    *link = ++graph->attribute_count;
    return 0;
}

bool graph_set_attribute(struct cg_graph *graph, enum cg_place place, uint32_t number, uint32_t key,
                         uint32_t value)
{
    uint32_t there = graph_add_attribute(graph, place, number, key, value);
    if (there && there != CG_NO_STRING) {
        graph->attributes[there - 1].value = value;
    }
    return there != CG_NO_STRING;
}

bool graph_is_place(const struct cg_graph *graph, enum cg_place place, uint32_t number)
{
    return place == CG_ON_GRAPH || (place == CG_ON_NODE && number < graph->node_count) ||
           (place == CG_ON_EDGE && number < graph->edge_count);
}

static int check_key(const char *key, struct cg_error *error)
{
    if (!*key || !utf8_valid(key)) {
        return cg_fail(error, CG_E_ARGUMENT, "a metadata key is empty or not UTF-8");
    }
    return strlen(key) <= CG_LIMIT_NAME ? CG_OK
                                        : cg_fail(error, CG_E_LIMIT, "a metadata key is too long");
}

/* Callers often set one kind at many functions in a row: then its key is the last one. */
static int intern_key(uint32_t *out, struct cg_graph *graph, const char *key,
                      struct cg_error *error)
{
    if (graph->last_key >= graph->pool.count ||
        strcmp(graph_string(graph, graph->last_key), key) != 0) {
        int status = check_key(key, error);
        if (status) {
            return status;
        }
        graph->last_key = cg_pool_intern(&graph->pool, key, strlen(key));
    }
    *out = graph->last_key;
    return *out == CG_NO_STRING ? cg_fail_memory(error) : CG_OK;
}

/* Data that the graph holds itself have their own setters. */
static int check_held(enum cg_place place, const char *key, struct cg_error *error)
{
    static const struct {
        enum cg_place place;
        const char *key;
        const char *setter;
    } held[] = {
        {CG_ON_NODE, "linkage", "cg_node_set_linkage"},
        {CG_ON_NODE, "overrideMD", "cg_graph_add_override"},
        {CG_ON_NODE, "edgeMetadata", "cg_metadata_set on the edge"},
        {CG_ON_EDGE, "callType", "cg_graph_add_edge"},
        {CG_ON_EDGE, "callKinds", "cg_graph_add_edge"},
        {CG_ON_GRAPH, "entryFunction", "cg_graph_set_entry"},
    };
    for (size_t i = 0; i < sizeof held / sizeof *held; i++) {
        if (held[i].place == place && strcmp(held[i].key, key) == 0) {
            return cg_fail(error, CG_E_ARGUMENT, "\"%s\" is not metadata in memory: use %s", key,
                           held[i].setter);
        }
    }
    return CG_OK;
}

/* Put the key before the message about its value. */
static int fail_value(struct cg_error *error, const char *key, int status)
{
    if (error && status == CG_E_FORMAT) {
        const struct cg_error inner = *error;
        cg_fail(error, CG_E_FORMAT, "\"%.100s\" %s", key, inner.text);
    }
    return status;
}

int cg_metadata_set(struct cg_graph *graph, enum cg_place place, uint32_t number, const char *key,
                    const struct cg_value *value, struct cg_error *error)
{
    if (!graph_is_place(graph, place, number)) {
        return cg_fail(error, CG_E_ARGUMENT, "no such node or edge");
    }
    uint32_t name = CG_NO_STRING, stored = CG_NO_STRING;
    int status = check_held(place, key, error);
    status = status ? status : intern_key(&name, graph, key, error);
    status = status ? status : json_check(value->text, value->length, error);
    if (status) {
        return status;
    }
    const struct cg_value trimmed = json_trim(value->text, value->length);
    status = fact_decode(&stored, graph, fact_form(place, name), &trimmed, error);
    if (status) {
        return fail_value(error, key, status);
    }
    return graph_set_attribute(graph, place, number, name, stored) ? CG_OK : cg_fail_memory(error);
}

int cg_metadata_make(struct cg_graph *graph, enum cg_place place, uint32_t number, const char *key,
                     const struct cg_metadata_writer *writer, struct cg_error *error)
{
    struct cg_text text = {0};
    int status = writer->write(&text, writer->user, error);
    if (!status && text.failed) {
        status = cg_fail_memory(error);
    }
    if (!status && text.length) {
        status = cg_metadata_set(graph, place, number, key,
                                 &(struct cg_value){text.bytes, text.length}, error);
    }
    cg_text_free(&text);
    return status;
}

void graph_remove_attribute(struct cg_graph *graph, enum cg_place place, uint32_t number,
                            uint32_t key)
{
    uint32_t *link = list_at(graph, place, number, false);
    while (link && *link) {
        struct attribute *attribute = &graph->attributes[*link - 1];
        if (attribute->key == key) {
            graph->signposts.count = 0;
            *link = attribute->next;
            return;
        }
        link = &attribute->next;
    }
}

void cg_metadata_remove(struct cg_graph *graph, enum cg_place place, uint32_t number,
                        const char *key)
{
    uint32_t name = cg_pool_find(&graph->pool, key, strlen(key));
    if (name != CG_NO_STRING && graph_is_place(graph, place, number)) {
        graph_remove_attribute(graph, place, number, name);
    }
}

/* The value of a key of a given length: a string of the pool, or CG_NO_STRING. */
static uint32_t find_value(const struct cg_graph *graph, enum cg_place place, uint32_t number,
                           const char *key, size_t length)
{
    uint32_t name = cg_pool_find(&graph->pool, key, length);
    if (name == CG_NO_STRING || !graph_is_place(graph, place, number)) {
        return CG_NO_STRING;
    }
    return graph_get_attribute(graph, place, number, name);
}

/* The form of the value that find_value finds. */
static enum fact_form form_of(const struct cg_graph *graph, enum cg_place place, const char *key,
                              size_t length)
{
    return fact_form(place, cg_pool_find(&graph->pool, key, length));
}

bool cg_metadata_has(const struct cg_graph *graph, enum cg_place place, uint32_t number,
                     const char *key)
{
    return find_value(graph, place, number, key, strlen(key)) != CG_NO_STRING;
}

const char *cg_metadata_get(const struct cg_graph *graph, enum cg_place place, uint32_t number,
                            const char *key)
{
    uint32_t value = find_value(graph, place, number, key, strlen(key));
    enum fact_form form = form_of(graph, place, key, strlen(key));
    return value == CG_NO_STRING || fact_is_decoded(form) ? NULL : graph_string(graph, value);
}

char *cg_metadata_text(const struct cg_graph *graph, enum cg_place place, uint32_t number,
                       const char *key)
{
    uint32_t value = find_value(graph, place, number, key, strlen(key));
    struct cg_text text = {0};
    if (value == CG_NO_STRING) {
        return NULL;
    }
    fact_encode(&text, graph, form_of(graph, place, key, strlen(key)), value);
    cg_text_put(&text, "", 1);
    if (text.failed) {
        cg_text_free(&text);
    }
    return text.bytes;
}

/* The text of a value; the text of a decoded one is made in *buffer. */
static struct cg_value text_of(const struct cg_graph *graph, enum fact_form form, uint32_t value,
                               char **buffer)
{
    if (!fact_is_decoded(form)) {
        return (struct cg_value){graph_string(graph, value), cg_pool_length(&graph->pool, value)};
    }
    struct cg_text text = {0};
    fact_encode(&text, graph, form, value);
    cg_text_put(&text, "", 1);
    if (text.failed) {
        cg_text_free(&text);
        return (struct cg_value){NULL, 0};
    }
    free(*buffer);
    *buffer = text.bytes;
    return (struct cg_value){text.bytes, text.length - 1};
}

/* What a path leads to in a value. The metrics of a profile are also found without "metrics". */
static bool find_part(struct cg_value *out, const struct cg_value *value, const char *key,
                      const char *path)
{
    static const char profile[] = CG_KEY_PROFILE ".";
    struct cg_value metrics;
    return cg_value_at(out, value, path) ||
           (path && strncmp(key, profile, sizeof profile - 1) == 0 &&
            cg_value_member(&metrics, value, "metrics") && cg_value_at(out, &metrics, path));
}

bool cg_metadata_at(struct cg_value *out, const struct cg_graph *graph, enum cg_place place,
                    uint32_t number, const char *path, char **buffer)
{
    size_t length = strlen(path);
    uint32_t found = find_value(graph, place, number, path, length);
    if (found == CG_NO_STRING) {
        length = strcspn(path, ".");
        found = find_value(graph, place, number, path, length);
    }
    if (found == CG_NO_STRING) {
        return false;
    }
    const struct cg_value value =
        text_of(graph, form_of(graph, place, path, length), found, buffer);
    if (!value.text) {
        *out = value;
        return true;
    }
    return find_part(out, &value, path, path[length] ? path + length + 1 : NULL);
}

/* A list counts its elements. */
static double element_count(const struct cg_value *list)
{
    struct cg_value_walk walk;
    struct cg_value element;
    double count = 0;
    cg_value_walk_start(&walk, list);
    while (cg_value_walk_next(&walk, NULL, &element)) {
        count++;
    }
    return count;
}

bool cg_metadata_number(double *out, const struct cg_graph *graph, enum cg_place place,
                        uint32_t number, const char *path, char **buffer)
{
    struct cg_value value;
    if (!cg_metadata_at(&value, graph, place, number, path, buffer)) {
        return false;
    }
    if (!value.text) {
        *out = NAN;
        return true;
    }
    switch (cg_value_type(&value)) {
    case CG_VALUE_BOOLEAN:
        *out = cg_value_is_true(&value);
        return true;
    case CG_VALUE_ARRAY:
        *out = element_count(&value);
        return true;
    default:
        return cg_value_number(out, &value);
    }
}

static bool next_value(struct cg_metadata_walk *walk, const struct cg_graph *graph,
                       enum cg_place place, uint32_t number, uint32_t outside)
{
    uint32_t next = walk->state ? graph->attributes[walk->state - 1].next
                    : graph_is_place(graph, place, number)
                        ? graph_first_attribute(graph, place, number)
                        : 0;
    while (next && (graph->attributes[next - 1].key & ATTRIBUTE_OUTSIDE) != outside) {
        next = graph->attributes[next - 1].next;
    }
    if (!next) {
        free(walk->buffer);
        walk->buffer = NULL;
        return false;
    }
    const struct attribute *attribute = &graph->attributes[next - 1];
    walk->state = next;
    walk->place = place;
    walk->key = graph_string(graph, attribute->key & ~ATTRIBUTE_OUTSIDE);
    return true;
}

struct cg_value cg_metadata_walk_value(struct cg_metadata_walk *walk, const struct cg_graph *graph)
{
    const struct attribute *attribute = &graph->attributes[walk->state - 1];
    return text_of(graph, fact_form(walk->place, attribute->key), attribute->value, &walk->buffer);
}

void cg_metadata_walk_end(struct cg_metadata_walk *walk)
{
    free(walk->buffer);
    *walk = (struct cg_metadata_walk){0};
}

bool cg_metadata_next(struct cg_metadata_walk *walk, const struct cg_graph *graph,
                      enum cg_place place, uint32_t number)
{
    return next_value(walk, graph, place, number, 0);
}

bool cg_unknown_member_next(struct cg_metadata_walk *walk, const struct cg_graph *graph,
                            enum cg_place place, uint32_t number)
{
    return next_value(walk, graph, place, number, ATTRIBUTE_OUTSIDE);
}

int cg_metadata_json(json_t **out, const struct cg_graph *graph, enum cg_place place,
                     uint32_t number, const char *key, struct cg_error *error)
{
    *out = NULL;
    if (!cg_metadata_has(graph, place, number, key)) {
        return CG_OK;
    }
    char *text = cg_metadata_text(graph, place, number, key);
    json_error_t reason;
    if (!text) {
        return cg_fail_memory(error);
    }
    *out = json_loads(text, JSON_DECODE_ANY | JSON_ALLOW_NUL, &reason);
    free(text);
    return *out ? CG_OK : cg_fail(error, CG_E_FORMAT, "value of \"%s\": %s", key, reason.text);
}
