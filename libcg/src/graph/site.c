/* Places in source as metadata: the one place that knows their JSON shape. */
#include "graph/graph.h"

#include "base/error.h"
#include "base/text.h"
#include "base/utf8.h"

#include <libcg/site.h>

#include <stdlib.h>

struct cg_site_list {
    json_t *json; /**< owns the strings */
    size_t count;
    struct cg_site sites[];
};

static enum cg_place place_of(const char *key)
{
    return strcmp(key, CG_KEY_CALL_SITES) == 0 ? CG_ON_EDGE : CG_ON_NODE;
}

static uint32_t number_of(const json_t *object, const char *key)
{
    json_int_t number = json_integer_value(json_object_get(object, key));
    return number > 0 && number < UINT32_MAX ? (uint32_t)number : 0;
}

/* A slot taken for another would name the wrong callees: without a good one, nothing is known. */
static void read_receiver(struct cg_site *site, const json_t *object)
{
    const json_t *slot = json_object_get(object, "slot");
    json_int_t number = json_integer_value(slot);
    if (json_is_integer(slot) && number >= 0 && number <= UINT32_MAX) {
        site->receiver = json_string_value(json_object_get(object, "receiver"));
        site->slot = site->receiver ? (uint32_t)number : 0;
    }
}

static struct cg_site site_of(const json_t *object)
{
    struct cg_site site = {
        .file = json_string_value(json_object_get(object, "file")),
        .line = number_of(object, "line"),
        .column = number_of(object, "column"),
        .kind = json_string_value(json_object_get(object, "kind")),
        .type = json_string_value(json_object_get(object, "type")),
        .reason = json_string_value(json_object_get(object, "reason")),
        .unknown = json_string_value(json_object_get(object, "unknown")),
        .through = json_string_value(json_object_get(object, "through")),
        .loops = number_of(object, "loops"),
    };
    read_receiver(&site, object);
    return site;
}

/* Nothing and null are as good as an empty array. */
static int check_sites(const json_t *json, const char *key, struct cg_error *error)
{
    if (json && !json_is_array(json) && !json_is_null(json)) {
        return cg_fail(error, CG_E_FORMAT, "\"%s\" is not an array", key);
    }
    for (size_t i = 0; i < json_array_size(json); i++) {
        if (!json_is_object(json_array_get(json, i))) {
            return cg_fail(error, CG_E_FORMAT, "\"%s\" holds more than objects", key);
        }
    }
    return CG_OK;
}

int cg_sites_read(struct cg_site_list **out, const struct cg_graph *graph, uint32_t number,
                  const char *key, struct cg_error *error)
{
    json_t *json;
    int status = cg_metadata_json(&json, graph, place_of(key), number, key, error);
    if (status) {
        return status;
    }
    status = check_sites(json, key, error);
    if (status) {
        json_decref(json);
        return status;
    }
    size_t count = json_array_size(json);
    struct cg_site_list *list = calloc(1, sizeof *list + count * sizeof *list->sites);
    if (!list) {
        json_decref(json);
        return cg_fail_memory(error);
    }
    list->json = json;
    for (size_t i = 0; i < count; i++) {
        list->sites[list->count++] = site_of(json_array_get(json, i));
    }
    *out = list;
    return CG_OK;
}

size_t cg_site_list_count(const struct cg_site_list *list)
{
    return list->count;
}

const struct cg_site *cg_site_list_at(const struct cg_site_list *list, size_t i)
{
    return &list->sites[i];
}

void cg_site_list_free(struct cg_site_list *list)
{
    if (list) {
        json_decref(list->json);
        free(list);
    }
}

static int compare_strings(const char *a, const char *b)
{
    return a == b ? 0 : !a ? -1 : !b ? 1 : strcmp(a, b);
}

/* The kind as it is written: that of a direct call is not. */
static const char *written_kind(const struct cg_site *site)
{
    return site->kind && strcmp(site->kind, "direct") == 0 ? NULL : site->kind;
}

static int compare_receivers(const struct cg_site *x, const struct cg_site *y)
{
    int order = compare_strings(x->receiver, y->receiver);
    return order || !x->receiver ? order : (x->slot > y->slot) - (x->slot < y->slot);
}

static int compare_sites(const void *a, const void *b)
{
    const struct cg_site *x = a, *y = b;
    int order = compare_strings(x->file, y->file);
    if (!order && x->line != y->line) {
        return x->line < y->line ? -1 : 1;
    }
    if (!order && x->column != y->column) {
        return x->column < y->column ? -1 : 1;
    }
    order = order ? order : compare_strings(written_kind(x), written_kind(y));
    order = order ? order : compare_strings(x->reason, y->reason);
    order = order ? order : compare_receivers(x, y);
    order = order ? order : compare_strings(x->type, y->type);
    order = order ? order : compare_strings(x->unknown, y->unknown);
    order = order ? order : compare_strings(x->through, y->through);
    return order ? order : (x->loops > y->loops) - (x->loops < y->loops);
}

static void add_string_member(struct cg_text *text, const char *key, const char *value)
{
    if (value) {
        cg_text_add(text, key);
        cg_text_add_json_string(text, value, strlen(value));
    }
}

/* Keys in byte order, as all writers of the format put them. */
static void add_site(struct cg_text *text, const struct cg_site *site)
{
    cg_text_add(text, "{\"column\":");
    cg_text_add_number(text, site->column);
    add_string_member(text, ",\"file\":", site->file);
    add_string_member(text, ",\"kind\":", written_kind(site));
    cg_text_add(text, ",\"line\":");
    cg_text_add_number(text, site->line);
    if (site->loops) {
        cg_text_add(text, ",\"loops\":");
        cg_text_add_number(text, site->loops);
    }
    add_string_member(text, ",\"reason\":", site->reason);
    add_string_member(text, ",\"receiver\":", site->receiver);
    if (site->receiver) {
        cg_text_add(text, ",\"slot\":");
        cg_text_add_number(text, site->slot);
    }
    add_string_member(text, ",\"through\":", site->through);
    add_string_member(text, ",\"type\":", site->type);
    add_string_member(text, ",\"unknown\":", site->unknown);
    cg_text_add(text, "}");
}

static bool are_utf8(const struct cg_site *sites, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *const strings[] = {sites[i].file,   sites[i].kind,     sites[i].type,
                                       sites[i].reason, sites[i].receiver, sites[i].unknown,
                                       sites[i].through};
        for (size_t s = 0; s < sizeof strings / sizeof *strings; s++) {
            if (strings[s] && !utf8_valid(strings[s])) {
                return false;
            }
        }
    }
    return true;
}

int cg_sites_write(struct cg_graph *graph, uint32_t number, const char *key, struct cg_site *sites,
                   size_t count, struct cg_error *error)
{
    struct cg_text text = {0};
    if (!are_utf8(sites, count)) {
        return cg_fail(error, CG_E_ARGUMENT, "a place in source is not UTF-8");
    }
    if (count) {
        qsort(sites, count, sizeof *sites, compare_sites);
    }
    cg_text_add(&text, "[");
    for (size_t i = 0; i < count; i++) {
        if (i && compare_sites(&sites[i - 1], &sites[i]) == 0) {
            continue;
        }
        cg_text_add(&text, i ? "," : "");
        add_site(&text, &sites[i]);
    }
    cg_text_add(&text, "]");
    int status = text.failed ? cg_fail_memory(error)
                             : cg_metadata_set(graph, place_of(key), number, key, text.bytes,
                                               text.length, error);
    cg_text_free(&text);
    return status;
}
