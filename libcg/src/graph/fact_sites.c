/*
 * Sites as facts: their JSON shape, their order, and uniting them.
 *
 * What most sites have, a place, is four numbers. What few have is a string of its own, which sites
 * that have the same share.
 */
#include "graph/fact_sites.h"

#include "graph/graph.h"

#include "base/digits.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "json/json.h"
#include "json/scanner.h"

#include <stdlib.h>

static const struct fact_site_more nothing = {
    CG_NO_STRING, CG_NO_STRING, CG_NO_STRING, CG_NO_STRING,
    FACT_ABSENT,  CG_NO_STRING, CG_NO_STRING, 0,
    CG_NO_STRING};

struct fact_site_more fact_site_more(const struct cg_pool *pool, const struct fact_site *site)
{
    struct fact_site_more more = nothing;
    if (site->more != CG_NO_STRING) {
        memcpy(&more, cg_pool_string(pool, site->more), sizeof more);
    }
    return more;
}

bool fact_site_set_more(struct fact_site *site, struct cg_pool *pool,
                        const struct fact_site_more *more)
{
    site->more = CG_NO_STRING;
    if (memcmp(more, &nothing, sizeof nothing) != 0) {
        struct {
            struct fact_site_more more;
            char mark[FACT_MARK_ROOM];
        } stored = {.more = *more};
        site->more = fact_intern(pool, &stored, sizeof stored.more, FACT_MARK_MORE);
        return site->more != CG_NO_STRING;
    }
    return true;
}

/* Decoding */

/** The members of a site: strings, and numbers; in byte order of their keys. */
static const struct site_member {
    const char *key;
    const char *quoted; /**< as all writers write it, with its colon */
    uint8_t length;
    bool number;
    bool place;     /**< of struct fact_site, not of what few have */
    uint8_t offset; /**< there */
} members[] = {
#define STRING(key, where, in_place, member)                                                       \
    {key, "\"" key "\":", sizeof key - 1, false, in_place, offsetof(struct where, member)}
#define NUMBER(key, where, in_place, member)                                                       \
    {key, "\"" key "\":", sizeof key - 1, true, in_place, offsetof(struct where, member)}
    NUMBER("column", fact_site, true, column),
    STRING("file", fact_site, true, file),
    STRING("kind", fact_site_more, false, kind),
    NUMBER("line", fact_site, true, line),
    NUMBER("loops", fact_site_more, false, loops),
    STRING("reason", fact_site_more, false, reason),
    STRING("receiver", fact_site_more, false, receiver),
    NUMBER("slot", fact_site_more, false, slot),
    STRING("through", fact_site_more, false, through),
    STRING("type", fact_site_more, false, type),
    STRING("unknown", fact_site_more, false, unknown),
#undef STRING
#undef NUMBER
};
#define MEMBER_COUNT (sizeof members / sizeof *members)

/** A site being decoded. */
struct decoding {
    struct cg_graph *graph;
    struct cg_error *error;
    struct fact_site site;
    struct fact_site_more more;
    struct cg_text other; /**< members that nobody knows */
};

static const struct site_member *find_member(const struct cg_value *key)
{
    for (size_t i = 0; i < MEMBER_COUNT; i++) {
        if (key->length == members[i].length + 2u &&
            memcmp(key->text + 1, members[i].key, members[i].length) == 0) {
            return &members[i];
        }
    }
    for (size_t i = 0; i < MEMBER_COUNT && memchr(key->text, '\\', key->length); i++) {
        if (json_string_is(key, members[i].key, members[i].length)) {
            return &members[i];
        }
    }
    return NULL;
}

static int decode_number(uint32_t *out, const struct site_member *member,
                         const struct cg_value *value, struct cg_error *error)
{
    uint64_t number;
    if (!cg_read_digits(&number, value->text, value->length, FACT_ABSENT - 1)) {
        bool digits = cg_digits(value->text, value->length) == value->length;
        return cg_fail(error, CG_E_FORMAT, "has a member \"%s\" that is %s", member->key,
                       digits ? "too large" : "no number from 0 on");
    }
    *out = (uint32_t)number;
    return CG_OK;
}

/* Sites come mostly from one file after the other. */
static uint32_t decode_string(struct decoding *d, const struct site_member *member,
                              const struct cg_value *value)
{
    struct cg_graph *graph = d->graph;
    bool is_file = member->place;
    uint32_t last = graph->last_file;
    if (is_file && last != CG_NO_STRING &&
        cg_pool_length(&graph->pool, last) == value->length - 2 &&
        memcmp(graph_string(graph, last), value->text + 1, value->length - 2) == 0) {
        return last;
    }
    uint32_t string = fact_intern_string(graph, value);
    graph->last_file = is_file ? string : last;
    return string;
}

static int decode_member(struct decoding *d, const struct site_member *member,
                         const struct cg_value *value)
{
    char *base = member->place ? (char *)&d->site : (char *)&d->more;
    uint32_t result = CG_NO_STRING;
    if (member->number) {
        int status = decode_number(&result, member, value, d->error);
        if (status) {
            return status;
        }
    } else if (*value->text != '"') {
        return cg_fail(d->error, CG_E_FORMAT, "has a member \"%s\" that is no string", member->key);
    } else if ((result = decode_string(d, member, value)) == CG_NO_STRING) {
        return cg_fail_memory(d->error);
    }
    memcpy(base + member->offset, &result, sizeof result);
    return CG_OK;
}

static void keep_other(struct decoding *d, const struct cg_value *key, const struct cg_value *value)
{
    cg_text_add(&d->other, d->other.length ? "," : "");
    cg_text_put(&d->other, key->text, key->length);
    cg_text_put(&d->other, ":", 1);
    json_compact(&d->other, value);
}

/* What is said without effect is not kept: equal sites have equal bytes. */
static int finish(struct decoding *d)
{
    struct cg_pool *pool = &d->graph->pool;
    if (d->more.kind != CG_NO_STRING && strcmp(cg_pool_string(pool, d->more.kind), "direct") == 0) {
        d->more.kind = CG_NO_STRING;
    }
    if (d->other.length) {
        d->more.other = cg_pool_intern(pool, d->other.bytes, d->other.length);
    }
    uint32_t last = d->graph->last_more;
    if (last != CG_NO_STRING && memcmp(cg_pool_string(pool, last), &d->more, sizeof d->more) == 0) {
        d->site.more = last;
        return CG_OK;
    }
    bool ok = !d->other.failed && (!d->other.length || d->more.other != CG_NO_STRING) &&
              fact_site_set_more(&d->site, pool, &d->more);
    d->graph->last_more = ok ? d->site.more : last;
    return ok ? CG_OK : cg_fail_memory(d->error);
}

static void begin_site(struct decoding *d)
{
    d->site = (struct fact_site){CG_NO_STRING, FACT_ABSENT, FACT_ABSENT, CG_NO_STRING};
    d->more = nothing;
    cg_text_clear(&d->other);
}

static int decode_site(struct decoding *d, const struct cg_value *object)
{
    struct json_walk walk;
    struct cg_value key, value;
    int status = CG_OK;
    begin_site(d);
    if (!json_walk_start(&walk, object, '{')) {
        return cg_fail(d->error, CG_E_FORMAT, "holds more than objects");
    }
    while (!status && json_walk_next(&walk, &key, &value)) {
        const struct site_member *member = find_member(&key);
        if (!member) {
            keep_other(d, &key, &value);
        } else if (*value.text != 'n') { /* null is as good as nothing */
            status = decode_member(d, member, &value);
        }
    }
    return status ? status : finish(d);
}

/* Whether a byte of a string stands for itself whatever is around it. */
static bool is_plain(char c)
{
    return c >= ' ' && c != '"' && c != '\\' && (unsigned char)c < 0x80;
}

/* The value of a member that begins at p: a number, or a string of plain bytes. */
static bool find_simple(struct cg_value *value, const struct site_member *member, const char *p,
                        const char *end)
{
    const char *stop = p;
    if (member->number) {
        stop += cg_digits(p, (size_t)(end - p));
        *value = (struct cg_value){p, (size_t)(stop - p)};
        bool is_number = stop > p && (*p != '0' || stop == p + 1);
        return is_number && stop < end && (*stop == ',' || *stop == '}');
    }
    do {
        stop++;
    } while (stop < end && is_plain(*stop));
    *value = (struct cg_value){p, (size_t)(stop + 1 - p)};
    return *p == '"' && stop < end && *stop == '"';
}

/* A site as all writers of this library write it: without white space, its keys in order, nothing
 * that is not known. @return what follows it; NULL: it is none */
static const char *take_usual_site(struct decoding *d, const char *p, const char *end)
{
    bool any = false;
    begin_site(d);
    if (*p++ != '{') {
        return NULL;
    }
    for (size_t i = 0; i < MEMBER_COUNT && p < end && *p != '}'; i++) {
        const struct site_member *member = &members[i];
        const char *key = p + any;
        size_t length = member->length + 3u;
        struct cg_value value;
        if ((any && *p != ',') || (size_t)(end - key) <= length || key[1] != member->key[0] ||
            memcmp(key, member->quoted, length) != 0) {
            continue;
        }
        if (!find_simple(&value, member, key + length, end) || decode_member(d, member, &value)) {
            return NULL;
        }
        p = value.text + value.length;
        any = true;
    }
    return p < end && *p == '}' && finish(d) == CG_OK ? p + 1 : NULL;
}

/** Sites being put together. Most values have a few. */
struct site_array {
    struct fact_site few[8 + 1]; /* and room for a mark, as in memory of its own */
    struct fact_site *sites;     /**< `few`, or memory of its own */
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

/* The sites of a value as all writers of this library write it. @return what follows it; NULL: it
 * is none, or does not end before `end` */
static const char *take_usual(struct decoding *d, struct site_array *array, const char *p,
                              const char *end)
{
    if (p >= end || *p++ != '[') {
        return NULL;
    }
    while (p && p < end && *p == '{') {
        p = take_usual_site(d, p, end);
        if (!p || !append_site(array, &d->site)) {
            return NULL;
        }
        p += p + 1 < end && *p == ',' && p[1] == '{';
    }
    return p && p < end && *p == ']' ? p + 1 : NULL;
}

static void begin_array(struct site_array *array)
{
    array->sites = array->few;
    array->capacity = sizeof array->few / sizeof *array->few - 1;
    array->count = 0;
}

/* Intern and release. */
static uint32_t finish_array(struct site_array *array, struct cg_graph *graph)
{
    uint32_t value = fact_intern(&graph->pool, array->sites, array->count * sizeof *array->sites,
                                 FACT_MARK_SITES);
    if (array->sites != array->few) {
        free(array->sites);
    }
    return value;
}

const char *fact_sites_take(uint32_t *out, struct cg_graph *graph, const char *at, const char *end)
{
    struct cg_error ignored;
    struct decoding d = {.graph = graph, .error = &ignored};
    struct site_array array;
    begin_array(&array);
    const char *after = take_usual(&d, &array, at, end);
    *out = finish_array(&array, graph);
    return *out == CG_NO_STRING ? NULL : after;
}

static int decode_any(struct decoding *d, struct site_array *array, const struct cg_value *text)
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
    int status = decode_any(&d, &array, text);
    *out = finish_array(&array, graph);
    cg_text_free(&d.other);
    return status || *out != CG_NO_STRING ? status : cg_fail_memory(error);
}

/* Encoding */

static void put_string(struct cg_text *out, const struct cg_pool *pool, const char *key,
                       uint32_t string)
{
    if (string != CG_NO_STRING) {
        cg_text_add(out, key);
        cg_text_add_json_string(out, cg_pool_string(pool, string), cg_pool_length(pool, string));
    }
}

static void put_number(struct cg_text *out, const char *key, uint32_t number, uint32_t absent)
{
    if (number != absent) {
        cg_text_add(out, key);
        cg_text_add_number(out, number);
    }
}

/* Keys in byte order, as all writers of the format put them; what nobody knows comes last. */
static void put_site(struct cg_text *out, const struct cg_pool *pool, const struct fact_site *site)
{
    const struct fact_site_more more = fact_site_more(pool, site);
    size_t start = out->length;
    put_number(out, ",\"column\":", site->column, FACT_ABSENT);
    put_string(out, pool, ",\"file\":", site->file);
    put_string(out, pool, ",\"kind\":", more.kind);
    put_number(out, ",\"line\":", site->line, FACT_ABSENT);
    put_number(out, ",\"loops\":", more.loops, 0);
    put_string(out, pool, ",\"reason\":", more.reason);
    put_string(out, pool, ",\"receiver\":", more.receiver);
    put_number(out, ",\"slot\":", more.slot, FACT_ABSENT);
    put_string(out, pool, ",\"through\":", more.through);
    put_string(out, pool, ",\"type\":", more.type);
    put_string(out, pool, ",\"unknown\":", more.unknown);
    if (more.other != CG_NO_STRING) {
        cg_text_put(out, ",", 1);
        cg_text_put(out, cg_pool_string(pool, more.other), cg_pool_length(pool, more.other));
    }
    if (!out->failed && out->length > start) {
        out->bytes[start] = '{';
    } else {
        cg_text_put(out, "{", 1);
    }
    cg_text_put(out, "}", 1);
}

void fact_sites_encode(struct cg_text *out, const struct cg_pool *pool, uint32_t value)
{
    size_t count = fact_count(pool, FACT_SITES, value);
    cg_text_put(out, "[", 1);
    for (size_t i = 0; i < count; i++) {
        const struct fact_site site = fact_site_at(pool, value, i);
        cg_text_put(out, ",", i > 0);
        put_site(out, pool, &site);
    }
    cg_text_put(out, "]", 1);
}

static const char *string_of(const struct cg_pool *pool, uint32_t string)
{
    return string == CG_NO_STRING ? NULL : cg_pool_string(pool, string);
}

struct cg_site fact_site_show(const struct cg_pool *pool, const struct fact_site *site)
{
    const struct fact_site_more more = fact_site_more(pool, site);
    bool has_slot = more.receiver != CG_NO_STRING && more.slot != FACT_ABSENT;
    return (struct cg_site){
        .file = string_of(pool, site->file),
        .line = site->line == FACT_ABSENT ? 0 : site->line,
        .column = site->column == FACT_ABSENT ? 0 : site->column,
        .kind = string_of(pool, more.kind),
        .type = string_of(pool, more.type),
        .reason = string_of(pool, more.reason),
        /* A slot taken for another would name the wrong callees: without one nothing is known. */
        .receiver = has_slot ? string_of(pool, more.receiver) : NULL,
        .slot = has_slot ? more.slot : 0,
        .unknown = string_of(pool, more.unknown),
        .through = string_of(pool, more.through),
        .loops = more.loops,
        .other = string_of(pool, more.other),
    };
}

/* What a caller hands over goes to files: it must be members, and none of those that are known. */
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
        ok = !find_member(&key);
    }
    cg_text_free(&object);
    return ok;
}

/* Moving */

static uint32_t move_more(struct fact_move *move, uint32_t string)
{
    struct {
        struct fact_site_more more;
        char mark[FACT_MARK_ROOM];
    } moved;
    struct fact_site_more *more = &moved.more;
    if (string == CG_NO_STRING) {
        return CG_NO_STRING;
    }
    memcpy(more, cg_pool_string(move->from, string), sizeof *more);
    uint32_t *const inside[] = {&more->kind,    &more->type,    &more->reason, &more->receiver,
                                &more->unknown, &more->through, &more->other};
    for (size_t i = 0; i < sizeof inside / sizeof *inside; i++) {
        *inside[i] = fact_move_string(move, *inside[i]);
    }
    return fact_intern(move->to, &moved, sizeof *more, FACT_MARK_MORE);
}

uint32_t fact_sites_move(struct fact_move *move, uint32_t value)
{
    size_t count = fact_count(move->from, FACT_SITES, value);
    char *moved = (char *)fact_move_scratch(move, count * sizeof(struct fact_site));
    for (size_t i = 0; moved && i < count; i++) {
        struct fact_site site = fact_site_at(move->from, value, i);
        bool has_more = site.more != CG_NO_STRING;
        if (has_more && move->facts[site.more] == CG_NO_STRING) {
            move->facts[site.more] = move_more(move, site.more);
        }
        site.file = fact_move_string(move, site.file);
        site.more = has_more ? move->facts[site.more] : CG_NO_STRING;
        if (has_more && site.more == CG_NO_STRING) {
            return CG_NO_STRING;
        }
        memcpy(moved + i * sizeof site, &site, sizeof site);
    }
    return moved ? fact_intern(move->to, moved, count * sizeof(struct fact_site), FACT_MARK_SITES)
                 : CG_NO_STRING;
}

/* Order */

static int compare_numbers(uint32_t a, uint32_t b)
{
    return (a > b) - (a < b);
}

static int compare_more(const struct cg_pool *pool, const struct fact_site *a,
                        const struct fact_site *b)
{
    const struct fact_site_more x = fact_site_more(pool, a), y = fact_site_more(pool, b);
    int order = fact_compare_strings(pool, x.kind, y.kind);
    order = order ? order : fact_compare_strings(pool, x.reason, y.reason);
    order = order ? order : fact_compare_strings(pool, x.receiver, y.receiver);
    order = order ? order : compare_numbers(x.slot, y.slot);
    order = order ? order : fact_compare_strings(pool, x.type, y.type);
    order = order ? order : fact_compare_strings(pool, x.unknown, y.unknown);
    order = order ? order : fact_compare_strings(pool, x.through, y.through);
    order = order ? order : compare_numbers(x.loops, y.loops);
    return order ? order : fact_compare_strings(pool, x.other, y.other);
}

/* By file, line and column, then by the rest. Places that are not given come first. */
static int compare_sites(const void *a, const void *b, void *pool)
{
    const struct fact_site *x = a, *y = b;
    int order = fact_compare_strings(pool, x->file, y->file);
    order = order ? order : compare_numbers(x->line + 1, y->line + 1);
    order = order ? order : compare_numbers(x->column + 1, y->column + 1);
    return order || x->more == y->more ? order : compare_more(pool, x, y);
}

size_t fact_sites_sort(const struct cg_pool *pool, struct fact_site *sites, size_t count)
{
    size_t left = 0;
    if (count) {
        qsort_r(sites, count, sizeof *sites, compare_sites, (void *)pool);
    }
    for (size_t i = 0; i < count; i++) {
        if (!left || memcmp(&sites[left - 1], &sites[i], sizeof *sites) != 0) {
            sites[left++] = sites[i];
        }
    }
    return left;
}

uint32_t fact_sites_unite(struct cg_graph *graph, uint32_t a, uint32_t b)
{
    struct cg_pool *pool = &graph->pool;
    size_t first = fact_count(pool, FACT_SITES, a), second = fact_count(pool, FACT_SITES, b);
    struct fact_site *sites = malloc((first + second + 1) * sizeof *sites);
    if (!sites) {
        return CG_NO_STRING;
    }
    memcpy(sites, cg_pool_string(pool, a), first * sizeof *sites);
    memcpy(sites + first, cg_pool_string(pool, b), second * sizeof *sites);
    size_t count = fact_sites_sort(pool, sites, first + second);
    uint32_t united = fact_intern(pool, sites, count * sizeof *sites, FACT_MARK_SITES);
    free(sites);
    return united;
}
