/*
 * Decoding the JSON text of sites: text as the library writes it in one pass in place, any other
 * member by member.
 */
#include "graph/fact_sites.h"

#include "graph/graph.h"

#include "base/error.h"
#include "strings/digits.h"
#include "strings/text.h"
#include "json/json_walk.h"
#include "json/scanner.h"

#include <stdlib.h>

/** A site being decoded. */
struct decoding {
    struct cg_graph *graph;
    struct cg_error *error;
    struct fact_site site;
    struct site_members members;
    struct cg_text other; /**< unknown members */
};

/* The member of a key, as written; SITE_OTHER: unknown. */
static enum site_member find_member(const struct cg_value *key)
{
    bool escaped = memchr(key->text, '\\', key->length);
    for (int i = 0; i < SITE_OTHER; i++) {
        size_t length = site_keys[i].length - 1u; /* with its quotes */
        if (escaped ? json_string_is(key, site_keys[i].quoted + 1, length - 2)
                    : key->length == length && !memcmp(key->text, site_keys[i].quoted, length)) {
            return (enum site_member)i;
        }
    }
    return SITE_OTHER;
}

static int fail_member(struct decoding *d, enum site_member member, const char *what)
{
    return cg_fail(d->error, CG_E_FORMAT, "has a member %.*s that is %s",
                   site_keys[member].length - 1, site_keys[member].quoted, what);
}

static int decode_number(struct decoding *d, enum site_member member, const struct cg_value *value)
{
    uint64_t number;
    if (!cg_read_digits(&number, value->text, value->length, SITE_ABSENT - 1)) {
        bool digits = cg_digits(value->text, value->length) == value->length;
        return fail_member(d, member, digits ? "too large" : "not a number of at least 0");
    }
    d->members.of[member] = (uint32_t)number;
    return CG_OK;
}

static bool is_string(const struct cg_pool *pool, uint32_t string, const struct cg_value *value)
{
    return string != CG_NO_STRING && cg_pool_length(pool, string) == value->length - 2 &&
           memcmp(cg_pool_string(pool, string), value->text + 1, value->length - 2) == 0;
}

/* Consecutive sites are mostly from one file. */
static int decode_string(struct decoding *d, enum site_member member, const struct cg_value *value)
{
    struct cg_graph *graph = d->graph;
    if (*value->text != '"') {
        return fail_member(d, member, "no string");
    }
    bool again = member == SITE_FILE && is_string(&graph->pool, graph->last_file, value);
    uint32_t string = again ? graph->last_file : fact_intern_string(graph, value);
    if (member == SITE_FILE) {
        graph->last_file = string;
    }
    d->members.of[member] = string;
    return string == CG_NO_STRING ? cg_fail_memory(d->error) : CG_OK;
}

static int decode_member(struct decoding *d, enum site_member member, const struct cg_value *value)
{
    return site_keys[member].is_number ? decode_number(d, member, value)
                                       : decode_string(d, member, value);
}

static void keep_other(struct decoding *d, const struct cg_value *key, const struct cg_value *value)
{
    cg_text_add(&d->other, d->other.length ? "," : "");
    cg_text_put(&d->other, key->text, key->length);
    cg_text_put(&d->other, ":", 1);
    json_compact(&d->other, value);
}

static void begin_site(struct decoding *d)
{
    memset(&d->members, 0xff, sizeof d->members);
    cg_text_clear(&d->other);
}

static int finish_site(struct decoding *d)
{
    if (d->other.length) {
        d->members.of[SITE_OTHER] =
            cg_pool_intern(&d->graph->pool, d->other.bytes, d->other.length);
    }
    bool ok = !d->other.failed && (!d->other.length || d->members.of[SITE_OTHER] != CG_NO_STRING) &&
              fact_site_store(&d->site, d->graph, &d->members);
    return ok ? CG_OK : cg_fail_memory(d->error);
}

static int decode_site(struct decoding *d, const struct cg_value *object)
{
    struct json_walk walk;
    struct cg_value key, value;
    int status = CG_OK;
    begin_site(d);
    if (!json_walk_start(&walk, object, '{')) {
        return cg_fail(d->error, CG_E_FORMAT, "has an element that is not an object");
    }
    while (!status && json_walk_next(&walk, &key, &value)) {
        enum site_member member = find_member(&key);
        if (member == SITE_OTHER) {
            keep_other(d, &key, &value);
        } else if (*value.text != 'n') { /* null counts as absent */
            status = decode_member(d, member, &value);
        }
    }
    return status ? status : finish_site(d);
}

bool fact_site_is_other(const char *text)
{
    struct cg_text object = {0};
    struct json_walk walk;
    struct cg_value key, value;
    cg_text_add(&object, "{");
    cg_text_add(&object, text);
    cg_text_add(&object, "}");
    const struct cg_value whole = {object.bytes, object.length};
    bool ok = !object.failed && json_check(object.bytes, object.length, NULL) == CG_OK &&
              json_walk_start(&walk, &whole, '{');
    while (ok && json_walk_next(&walk, &key, &value)) {
        ok = find_member(&key) == SITE_OTHER;
    }
    cg_text_free(&object);
    return ok;
}

/* As the library writes them */

/* Whether a byte of a string represents itself in any context. */
static bool is_plain(char c)
{
    return c >= ' ' && c != '"' && c != '\\' && (unsigned char)c < 0x80;
}

/* The value of a member that begins at p: a number, or a string of plain bytes. */
static bool find_simple(struct cg_value *value, bool is_number, const char *p, const char *end)
{
    const char *stop = p;
    if (is_number) {
        stop += cg_digits(p, (size_t)(end - p));
        *value = (struct cg_value){p, (size_t)(stop - p)};
        bool well_formed = stop > p && (*p != '0' || stop == p + 1);
        return well_formed && stop < end && (*stop == ',' || *stop == '}');
    }
    do {
        stop++;
    } while (stop < end && is_plain(*stop));
    *value = (struct cg_value){p, (size_t)(stop + 1 - p)};
    return *p == '"' && stop < end && *stop == '"';
}

/* A site without white space and unknown members, its keys in order. @return its end; NULL: it is
 * not of this form */
static const char *take_site(struct decoding *d, const char *p, const char *end)
{
    bool any = false;
    begin_site(d);
    if (*p++ != '{') {
        return NULL;
    }
    for (int i = 0; i < SITE_OTHER && p < end && *p != '}'; i++) {
        const struct site_key *wanted = &site_keys[i];
        const char *key = p + any;
        struct cg_value value;
        if ((any && *p != ',') || end - key <= wanted->length || key[1] != wanted->quoted[1] ||
            memcmp(key, wanted->quoted, wanted->length) != 0) {
            continue;
        }
        if (!find_simple(&value, wanted->is_number, key + wanted->length, end) ||
            decode_member(d, (enum site_member)i, &value)) {
            return NULL;
        }
        p = value.text + value.length;
        any = true;
    }
    return p < end && *p == '}' && finish_site(d) == CG_OK ? p + 1 : NULL;
}

/* All sites of a value */

/** Sites being collected. Most values have a few. */
struct site_array {
    struct fact_site few[8 + 1]; /* plus room for a mark, as in allocated memory */
    struct fact_site *sites;     /**< `few`, or allocated memory */
    size_t capacity;
    size_t count;
};

static bool append_site(struct site_array *array, const struct fact_site *site)
{
    if (array->count == array->capacity) {
        size_t capacity = 2 * array->capacity;
        bool own = array->sites != array->few;
        struct fact_site *more = realloc(own ? array->sites : NULL, (capacity + 1) * sizeof *more);
        if (!more) {
            return false;
        }
        if (!own) {
            memcpy(more, array->few, sizeof array->few);
        }
        array->sites = more;
        array->capacity = capacity;
    }
    array->sites[array->count++] = *site;
    return true;
}

static void begin_array(struct site_array *array)
{
    array->sites = array->few;
    array->capacity = sizeof array->few / sizeof *array->few - 1;
    array->count = 0;
}

static uint32_t intern_array(const struct site_array *array, struct cg_graph *graph)
{
    return fact_intern(&graph->pool, array->sites, array->count * sizeof *array->sites,
                       FACT_MARK_SITES);
}

static void free_array(struct site_array *array)
{
    if (array->sites != array->few) {
        free(array->sites);
    }
}

static const char *take_sites(struct decoding *d, struct site_array *array, const char *p,
                              const char *end)
{
    if (p >= end || *p++ != '[') {
        return NULL;
    }
    while (p && p < end && *p == '{') {
        p = take_site(d, p, end);
        if (!p || !append_site(array, &d->site)) {
            return NULL;
        }
        p += p + 1 < end && *p == ',' && p[1] == '{';
    }
    return p && p < end && *p == ']' ? p + 1 : NULL;
}

const char *fact_sites_take(uint32_t *out, struct cg_graph *graph, const char *at, const char *end)
{
    struct cg_error ignored;
    struct decoding d = {.graph = graph, .error = &ignored};
    struct site_array array;
    begin_array(&array);
    const char *after = take_sites(&d, &array, at, end);
    *out = after ? intern_array(&array, graph) : CG_NO_STRING;
    free_array(&array);
    return *out == CG_NO_STRING ? NULL : after;
}

static int decode_sites(struct decoding *d, struct site_array *array, const struct cg_value *text)
{
    struct json_walk walk;
    struct cg_value element;
    int status = CG_OK;
    if (!json_walk_start(&walk, text, '[')) {
        return cg_fail(d->error, CG_E_FORMAT, "is not an array");
    }
    while (!status && json_walk_next(&walk, NULL, &element)) {
        status = decode_site(d, &element);
        if (!status && !append_site(array, &d->site)) {
            status = cg_fail_memory(d->error);
        }
    }
    return status;
}

int fact_sites_decode(uint32_t *out, struct cg_graph *graph, const struct cg_value *text,
                      struct cg_error *error)
{
    struct decoding d = {.graph = graph, .error = error};
    struct site_array array;
    begin_array(&array);
    int status = decode_sites(&d, &array, text);
    if (!status) {
        *out = intern_array(&array, graph);
        status = *out == CG_NO_STRING ? cg_fail_memory(error) : CG_OK;
    }
    free_array(&array);
    cg_text_free(&d.other);
    return status;
}
