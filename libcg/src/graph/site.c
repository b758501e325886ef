/* Sites of functions and calls: the public functions to read and set them. */
#include "graph/fact_sites.h"
#include "graph/graph.h"

#include "base/error.h"
#include "strings/utf8.h"

#include <libcg/link.h>
#include <libcg/site.h>

#include <stdlib.h>
#include <string.h>

struct cg_site_list {
    size_t count;
    struct cg_site sites[];
};

/* The key of sites, and the kind of place; CG_NO_STRING for other keys. */
static uint32_t find_key(const char *key, enum cg_place *place)
{
    uint32_t found = facts_find_key(key);
    *place = found == FACT_CALL_SITES ? CG_ON_EDGE : CG_ON_NODE;
    return found != CG_NO_STRING && fact_form(*place, found) == FACT_SITES ? found : CG_NO_STRING;
}

int cg_sites_read(struct cg_site_list **out, const struct cg_graph *graph, uint32_t number,
                  const char *key, struct cg_error *error)
{
    enum cg_place place;
    uint32_t string = find_key(key, &place);
    if (string == CG_NO_STRING) {
        return cg_fail(error, CG_E_ARGUMENT, "\"%s\" is not a key of sites", key);
    }
    uint32_t value = graph_is_place(graph, place, number)
                         ? graph_get_attribute(graph, place, number, string)
                         : CG_NO_STRING;
    size_t count = value == CG_NO_STRING ? 0 : fact_count(&graph->pool, FACT_SITES, value);
    struct cg_site_list *list = calloc(1, sizeof *list + count * sizeof *list->sites);
    if (!list) {
        return cg_fail_memory(error);
    }
    for (size_t i = 0; i < count; i++) {
        const struct fact_site site = fact_site_at(&graph->pool, value, i);
        list->sites[list->count++] = fact_site_show(&graph->pool, &site);
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
    free(list);
}

size_t cg_site_count(const struct cg_graph *graph, uint32_t number, const char *key)
{
    enum cg_place place;
    uint32_t string = find_key(key, &place);
    uint32_t value = string != CG_NO_STRING && graph_is_place(graph, place, number)
                         ? graph_get_attribute(graph, place, number, string)
                         : CG_NO_STRING;
    return value == CG_NO_STRING ? 0 : fact_count(&graph->pool, FACT_SITES, value);
}

/* Setting */

/* Whether files can hold a site. */
static bool is_storable(const struct cg_site *site)
{
    const char *const strings[] = {site->file,    site->kind,    site->type,     site->reason,
                                   site->unknown, site->through, site->receiver, site->causes};
    for (size_t i = 0; i < sizeof strings / sizeof *strings; i++) {
        if (strings[i] && !utf8_valid(strings[i])) {
            return false;
        }
    }
    bool numbers = site->loops != SITE_ABSENT && (!site->receiver || site->slot != SITE_ABSENT);
    return numbers && (!site->other || !*site->other || fact_site_is_other(site->other));
}

static uint32_t intern(struct cg_pool *pool, const char *string, bool *ok)
{
    uint32_t result = string ? cg_pool_intern(pool, string, strlen(string)) : CG_NO_STRING;
    *ok = *ok && (!string || result != CG_NO_STRING);
    return result;
}

/* A number above the largest that files can hold becomes the largest. */
static uint32_t within(uint32_t number)
{
    return number == SITE_ABSENT ? SITE_ABSENT - 1 : number;
}

static bool store(struct fact_site *out, struct cg_graph *graph, const struct cg_site *site)
{
    struct cg_pool *pool = &graph->pool;
    bool ok = true;
    const struct site_members members = {{
        [SITE_COLUMN] = within(site->column),
        [SITE_FILE] = intern(pool, site->file, &ok),
        [SITE_KIND] = intern(pool, site->kind, &ok),
        [SITE_LINE] = within(site->line),
        [SITE_LOOPS] = site->loops,
        [SITE_REASON] = intern(pool, site->reason, &ok),
        [SITE_RECEIVER] = intern(pool, site->receiver, &ok),
        [SITE_SLOT] = site->receiver ? site->slot : SITE_ABSENT,
        [SITE_THROUGH] = intern(pool, site->through, &ok),
        [SITE_TYPE] = intern(pool, site->type, &ok),
        [SITE_UNKNOWN] = intern(pool, site->unknown, &ok),
        [SITE_CAUSES] = intern(pool, site->causes, &ok),
        [SITE_OTHER] = intern(pool, site->other && *site->other ? site->other : NULL, &ok),
    }};
    return ok && fact_site_store(out, graph, &members);
}

int cg_sites_write(struct cg_graph *graph, uint32_t number, const char *key,
                   const struct cg_site *sites, size_t count, struct cg_error *error)
{
    enum cg_place place;
    uint32_t string = find_key(key, &place);
    if (string == CG_NO_STRING) {
        return cg_fail(error, CG_E_ARGUMENT, "\"%s\" is not a key of sites", key);
    }
    if (!graph_is_place(graph, place, number)) {
        return cg_fail(error, CG_E_ARGUMENT, "no such node or edge");
    }
    struct fact_site *stored = calloc(count + 1, sizeof *stored);
    bool ok = stored != NULL;
    for (size_t i = 0; i < count && ok; i++) {
        if (!is_storable(&sites[i])) {
            free(stored);
            return cg_fail(
                error, CG_E_ARGUMENT,
                "a site is not UTF-8, has a number that is too large, or malformed other members");
        }
        ok = store(&stored[i], graph, &sites[i]);
    }
    if (ok) {
        size_t left = fact_sites_sort(&graph->pool, stored, count);
        uint32_t value = fact_intern(&graph->pool, stored, left * sizeof *stored, FACT_MARK_SITES);
        ok = value != CG_NO_STRING && graph_set_attribute(graph, place, number, string, value);
    }
    free(stored);
    return ok ? CG_OK : cg_fail_memory(error);
}

/* Causes */

static const struct {
    const char *cause;
    enum cg_open_extent extent;
} causes[] = {
    {CG_UNKNOWN_NOT_COLLECTED, CG_OPEN_OUTSIDE}, {CG_UNKNOWN_LIBRARY, CG_OPEN_OUTSIDE},
    {CG_UNKNOWN_TYPE, CG_OPEN_OUTSIDE},          {CG_UNKNOWN_CROWD, CG_OPEN_OUTSIDE},
    {CG_UNKNOWN_UNSEEN, CG_OPEN_OUTSIDE},        {CG_UNKNOWN_DLSYM, CG_OPEN_NAMED},
};

static enum cg_open_extent extent_of_cause(const char *cause, size_t length)
{
    for (size_t i = 0; i < sizeof causes / sizeof *causes; i++) {
        if (strlen(causes[i].cause) == length && memcmp(causes[i].cause, cause, length) == 0) {
            return causes[i].extent;
        }
    }
    return CG_OPEN_ANYTHING;
}

/* They are separated by ", ". */
enum cg_open_extent site_unknown_extent(const char *unknown)
{
    enum cg_open_extent extent = CG_OPEN_OUTSIDE;
    for (const char *end; unknown; unknown = end ? end + 2 : NULL) {
        end = strstr(unknown, ", ");
        enum cg_open_extent own =
            extent_of_cause(unknown, end ? (size_t)(end - unknown) : strlen(unknown));
        extent = own > extent ? own : extent;
    }
    return extent;
}
