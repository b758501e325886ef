/* Finding those of many functions of one name that an entry means. */
#include "base/compare.h"
#include "graph/graph.h"
#include "match/match_internal.h"

#include <libcg/kinds.h>
#include <libcg/site.h>

#include <stdlib.h>

struct crowd *match_recall(struct matcher *m, char way, const char *text, size_t length)
{
    cg_text_clear(&m->words);
    cg_text_put(&m->words, &way, 1);
    cg_text_put(&m->words, text, length);
    return m->words.failed ? NULL : crowds_find(&m->crowds, &m->words);
}

/* Whether to judge each function that was found, and each of its files, would take long. */
static bool are_many(const struct matcher *m)
{
    return m->count >= CROWD_LEAST ||
           (m->count == 1 &&
            cg_site_count(m->graph, m->found[0], CG_KEY_DEFINED_IN) >= CROWD_LEAST);
}

bool match_remember(struct matcher *m, struct crowd **out)
{
    *out = NULL;
    if (m->words.failed) {
        return false;
    }
    if (!are_many(m)) {
        return true;
    }
    match_sort(m);
    return crowds_keep(&m->crowds, out, &m->words, m->graph, m->found, m->count);
}

void match_sort(struct matcher *m)
{
    size_t kept = 0;
    if (m->count) {
        qsort(m->found, m->count, sizeof *m->found, compare_u32);
    }
    for (size_t i = 0; i < m->count; i++) {
        if (!i || m->found[i] != m->found[kept - 1]) {
            m->found[kept++] = m->found[i];
        }
    }
    m->count = kept;
}

/* Those whose definition is at the place of the entry. */
static bool take_placed(struct matcher *m, const struct match_query *query,
                        const struct crowd *crowd, int agreed)
{
    const struct places_point point = {query->line, query->column};
    bool ok = places_build(&m->places, m->graph);
    size_t seen = 0;
    for (size_t i = 0; ok && seen < PLACES_LIMIT &&
                       (i = places_find(&m->places, query->file, point, PLACES_ALL, i));
         seen++) {
        cg_node node = m->places.ranges[i - 1].node;
        bool meant = crowd_has(crowd, node) && match_judge_file(m, query, node) == agreed;
        ok = !meant || match_add(m, node);
    }
    return ok;
}

static bool take_nodes(struct matcher *m, const struct crowd_nodes *nodes)
{
    bool ok = true;
    for (size_t i = 0; i < nodes->count && ok; i++) {
        ok = match_add(m, nodes->items[i]);
    }
    return ok;
}

/* Those whose file matches best. */
static bool take_members(struct matcher *m, const struct crowd_best *best)
{
    bool ok = true;
    for (size_t i = 0; i < best->count && ok; i++) {
        ok = match_add(m, best->members[i].node);
    }
    return ok;
}

bool match_crowd(struct matcher *m, const struct match_query *query, const struct crowd *crowd,
                 const struct crowd_nodes *others)
{
    struct crowd_best best = {.agreed = -1};
    m->count = 0;
    if (query->file && !crowds_best(&m->crowds, &best, crowd, query->file)) {
        return false;
    }
    bool ok = true;
    if (best.count > CROWD_LEAST && query->line) {
        ok = take_placed(m, query, crowd, best.agreed);
    }
    if (ok && !m->count) {
        ok = best.count     ? take_members(m, &best)
             : !best.agreed ? take_nodes(m, &crowd->unknown)
                            : take_nodes(m, others);
    }
    if (best.count) { /* else they are sorted */
        match_sort(m);
    }
    return ok;
}
