/*
 * Sites as facts: storing them, writing their JSON text, ordering, uniting and moving them.
 */
#include "graph/fact_sites.h"

#include "graph/graph.h"

#include "base/compare.h"
#include "strings/text.h"

#include <stdlib.h>

#define KEY(key, is_number) {"\"" key "\":", sizeof "\"" key "\":" - 1, is_number}
const struct site_key site_keys[SITE_OTHER] = {
    [SITE_CAUSES] = KEY("causes", false), [SITE_COLUMN] = KEY("column", true),
    [SITE_FILE] = KEY("file", false),     [SITE_KIND] = KEY("kind", false),
    [SITE_LINE] = KEY("line", true),      [SITE_LOOPS] = KEY("loops", true),
    [SITE_REASON] = KEY("reason", false), [SITE_RECEIVER] = KEY("receiver", false),
    [SITE_SLOT] = KEY("slot", true),      [SITE_THROUGH] = KEY("through", false),
    [SITE_TYPE] = KEY("type", false),     [SITE_UNKNOWN] = KEY("unknown", false),
};
#undef KEY

static bool is_number(int member)
{
    return member != SITE_OTHER && site_keys[member].is_number;
}

/* Storing */

/** The interned members of sites other than their places. */
struct stored_more {
    struct site_members members;
    char mark[FACT_MARK_ROOM];
};

struct site_members fact_site_members(const struct cg_pool *pool, const struct fact_site *site)
{
    struct site_members members;
    memset(&members, 0xff, sizeof members);
    if (site->more != SITE_ABSENT) {
        memcpy(&members, cg_pool_string(pool, site->more), sizeof members);
    }
    members.of[SITE_FILE] = site->file;
    members.of[SITE_LINE] = site->line;
    members.of[SITE_COLUMN] = site->column;
    return members;
}

static bool is_empty(const struct site_members *members)
{
    bool empty = true;
    for (int i = 0; i < SITE_MEMBERS && empty; i++) {
        empty = members->of[i] == SITE_ABSENT;
    }
    return empty;
}

/* Most sites with other members have the same ones as the last such site. */
static uint32_t store_more(struct cg_graph *graph, struct stored_more *more)
{
    uint32_t last = graph->last_more;
    if (last == CG_NO_STRING ||
        memcmp(graph_string(graph, last), &more->members, sizeof more->members) != 0) {
        graph->last_more = fact_intern(&graph->pool, more, sizeof more->members, FACT_MARK_MORE);
    }
    return graph->last_more;
}

bool fact_site_store(struct fact_site *out, struct cg_graph *graph,
                     const struct site_members *members)
{
    struct stored_more more = {.members = *members};
    uint32_t *of = more.members.of;
    *out = (struct fact_site){of[SITE_FILE], of[SITE_LINE], of[SITE_COLUMN], SITE_ABSENT};
    of[SITE_FILE] = of[SITE_LINE] = of[SITE_COLUMN] = SITE_ABSENT;
    of[SITE_LOOPS] = of[SITE_LOOPS] ? of[SITE_LOOPS] : SITE_ABSENT;
    if (of[SITE_KIND] != SITE_ABSENT && strcmp(graph_string(graph, of[SITE_KIND]), "direct") == 0) {
        of[SITE_KIND] = SITE_ABSENT;
    }
    if (!is_empty(&more.members)) {
        out->more = store_more(graph, &more);
        return out->more != CG_NO_STRING;
    }
    return true;
}

/* Encoding */

static void put_member(struct cg_text *out, const struct cg_pool *pool, int member, uint32_t value)
{
    if (member == SITE_OTHER) {
        cg_text_put(out, cg_pool_string(pool, value), cg_pool_length(pool, value));
        return;
    }
    cg_text_put(out, site_keys[member].quoted, site_keys[member].length);
    if (site_keys[member].is_number) {
        cg_text_add_number(out, value);
    } else {
        cg_text_add_json_string(out, cg_pool_string(pool, value), cg_pool_length(pool, value));
    }
}

static void put_site(struct cg_text *out, const struct cg_pool *pool, const struct fact_site *site)
{
    const struct site_members members = fact_site_members(pool, site);
    const char *before = "{";
    for (int i = 0; i < SITE_MEMBERS; i++) {
        if (members.of[i] != SITE_ABSENT) {
            cg_text_put(out, before, 1);
            put_member(out, pool, i, members.of[i]);
            before = ",";
        }
    }
    cg_text_put(out, "{}", *before == '{' ? 2 : 0);
    cg_text_put(out, "}", *before == '{' ? 0 : 1);
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

static uint32_t number_of(uint32_t number)
{
    return number == SITE_ABSENT ? 0 : number;
}

/* A receiver without a slot is dropped: a wrong slot would name the wrong callees. */
struct cg_site fact_site_show(const struct cg_pool *pool, const struct fact_site *site)
{
    const struct site_members members = fact_site_members(pool, site);
    const uint32_t *of = members.of;
    bool has_slot = of[SITE_RECEIVER] != SITE_ABSENT && of[SITE_SLOT] != SITE_ABSENT;
    return (struct cg_site){
        .file = string_of(pool, of[SITE_FILE]),
        .line = number_of(of[SITE_LINE]),
        .column = number_of(of[SITE_COLUMN]),
        .kind = string_of(pool, of[SITE_KIND]),
        .type = string_of(pool, of[SITE_TYPE]),
        .reason = string_of(pool, of[SITE_REASON]),
        .receiver = has_slot ? string_of(pool, of[SITE_RECEIVER]) : NULL,
        .slot = has_slot ? of[SITE_SLOT] : 0,
        .unknown = string_of(pool, of[SITE_UNKNOWN]),
        .causes = string_of(pool, of[SITE_CAUSES]),
        .through = string_of(pool, of[SITE_THROUGH]),
        .loops = number_of(of[SITE_LOOPS]),
        .other = string_of(pool, of[SITE_OTHER]),
    };
}

/* Moving */

static uint32_t move_more(struct fact_move *move, uint32_t string)
{
    struct stored_more more;
    memcpy(&more.members, cg_pool_string(move->from, string), sizeof more.members);
    for (int i = 0; i < SITE_MEMBERS; i++) {
        if (!is_number(i) && !fact_move_string(move, &more.members.of[i])) {
            return CG_NO_STRING;
        }
    }
    return fact_intern(move->to, &more, sizeof more.members, FACT_MARK_MORE);
}

static bool move_site(struct fact_move *move, struct fact_site *site)
{
    if (site->more != SITE_ABSENT) {
        uint32_t *known = &move->facts[site->more];
        *known = *known == CG_NO_STRING ? move_more(move, site->more) : *known;
        site->more = *known;
        if (site->more == CG_NO_STRING) {
            return false;
        }
    }
    return fact_move_string(move, &site->file);
}

uint32_t fact_sites_move(struct fact_move *move, uint32_t value)
{
    size_t count = fact_count(move->from, FACT_SITES, value);
    struct fact_site *sites = (struct fact_site *)fact_move_scratch(move, count * sizeof *sites);
    if (!sites) {
        return CG_NO_STRING;
    }
    for (size_t i = 0; i < count; i++) {
        sites[i] = fact_site_at(move->from, value, i);
        if (!move_site(move, &sites[i])) {
            return CG_NO_STRING;
        }
    }
    return fact_intern(move->to, sites, count * sizeof *sites, FACT_MARK_SITES);
}

/* Order */

/* Absent ones come first. */
static int compare_numbers(uint32_t a, uint32_t b)
{
    return numeric_order(a + 1, b + 1);
}

static int compare_more(const struct cg_pool *pool, const struct fact_site *a,
                        const struct fact_site *b)
{
    static const uint8_t order_of[] = {SITE_KIND,   SITE_REASON,  SITE_RECEIVER, SITE_SLOT,
                                       SITE_TYPE,   SITE_UNKNOWN, SITE_THROUGH,  SITE_LOOPS,
                                       SITE_CAUSES, SITE_OTHER};
    const struct site_members x = fact_site_members(pool, a), y = fact_site_members(pool, b);
    int order = 0;
    for (size_t i = 0; i < sizeof order_of && !order; i++) {
        uint32_t p = x.of[order_of[i]], q = y.of[order_of[i]];
        order = is_number(order_of[i]) ? compare_numbers(p, q) : fact_compare_strings(pool, p, q);
    }
    return order;
}

/* qsort_r's comparison: by file, line and column, then by the rest. */
static int compare_sites(const void *a, const void *b, void *pool)
{
    const struct fact_site *x = a, *y = b;
    int order = fact_compare_strings(pool, x->file, y->file);
    order = order ? order : compare_numbers(x->line, y->line);
    order = order ? order : compare_numbers(x->column, y->column);
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

uint32_t fact_sites_elsewhere(struct cg_graph *graph, uint32_t value, uint32_t file)
{
    struct cg_pool *pool = &graph->pool;
    size_t count = fact_count(pool, FACT_SITES, value), left = 0;
    struct fact_site *sites = malloc((count + 1) * sizeof *sites);
    for (size_t i = 0; sites && i < count; i++) {
        sites[left] = fact_site_at(pool, value, i);
        left += sites[left].file != file;
    }
    uint32_t rest =
        sites ? fact_intern(pool, sites, left * sizeof *sites, FACT_MARK_SITES) : CG_NO_STRING;
    free(sites);
    return rest;
}
