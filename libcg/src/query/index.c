/* An index that answers whether one function leads to another, for many such questions. */
#include <libcg/index.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "query/common/condensation.h"
#include "query/common/query_internal.h"

#include <stdlib.h>

/* Closures of up to 8 MiB are stored. */
#define CLOSURE_LIMIT 8192u
#define FILTER_WORDS 4u
/* Components that are adjacent in depth-first order reach much the same, so runs of them share a
 * bit; the authors found ten runs per bit best. */
#define RUNS ((uint64_t)FILTER_WORDS * 64 * 10)

struct label {
    uint32_t first; /* the lowest leaving number below it in the forest */
    uint32_t last;  /* its own leaving number */
    uint64_t reaches[FILTER_WORDS];
    uint64_t reached_by[FILTER_WORDS];
};

struct cg_index {
    struct cg_condensation *condensation;
    uint64_t *closure; /* rows of bits by component; NULL: too large */
    size_t row;        /* words per row */
    struct label *labels;
};

struct cg_index_cursor {
    const struct cg_index *index;
    uint32_t *seen; /* by component: last query that visited it; NULL with a closure */
    uint32_t question;
    uint32_t *stack;
};

/* Callees have smaller numbers, so their rows are complete. */
static int build_closure(struct cg_index *index, struct cg_error *error)
{
    const struct cg_condensation *c = index->condensation;
    index->row = ((size_t)c->count + 63) / 64;
    int status = cg_query_allocate(&index->closure, index->row * c->count, sizeof(uint64_t), error);
    for (uint32_t from = 0; !status && from < c->count; from++) {
        uint64_t *row = index->closure + index->row * from;
        row[from / 64] |= 1ull << from % 64;
        for (uint32_t i = c->callee_start[from]; i < c->callee_start[from + 1]; i++) {
            const uint64_t *callee = index->closure + index->row * c->callees[i];
            for (size_t word = 0; word <= from / 64; word++) {
                row[word] |= callee[word];
            }
        }
    }
    return status;
}

struct forest {
    const struct cg_condensation *c;
    struct label *labels;
    uint32_t *stack;
    uint32_t *next; /* by component: next call */
    bool *entered;
    uint32_t left; /* number of components left so far */
};

static void walk_tree(struct forest *f, uint32_t root)
{
    size_t depth = 0;
    f->stack[depth++] = root;
    f->entered[root] = true;
    f->labels[root].first = f->left;
    while (depth) {
        uint32_t at = f->stack[depth - 1];
        if (f->next[at] == f->c->callee_start[at + 1]) {
            f->labels[at].last = f->left++;
            depth--;
            continue;
        }
        uint32_t callee = f->c->callees[f->next[at]++];
        if (!f->entered[callee]) {
            f->entered[callee] = true;
            f->labels[callee].first = f->left;
            f->stack[depth++] = callee;
        }
    }
}

/* Callers have greater numbers, so starting with the greatest enters trees at their roots. */
static int walk_forest(struct cg_index *index, struct cg_error *error)
{
    const struct cg_condensation *c = index->condensation;
    struct forest f = {.c = c, .labels = index->labels};
    int status = cg_query_allocate(&f.stack, c->count, sizeof *f.stack, error);
    if (!status) {
        status = cg_query_allocate(&f.next, c->count, sizeof *f.next, error);
    }
    if (!status) {
        status = cg_query_allocate(&f.entered, c->count, sizeof *f.entered, error);
    }
    for (uint32_t i = 0; !status && i < c->count; i++) {
        f.next[i] = c->callee_start[i];
    }
    for (uint32_t i = c->count; !status && i-- > 0;) {
        if (!f.entered[i]) {
            walk_tree(&f, i);
        }
    }
    free(f.stack);
    free(f.next);
    free(f.entered);
    return status;
}

static void add_filter(uint64_t *filter, const uint64_t *other)
{
    for (size_t i = 0; i < FILTER_WORDS; i++) {
        filter[i] |= other[i];
    }
}

static void set_bit(uint64_t *filter, const struct label *label, uint32_t count)
{
    uint64_t run = label->last * RUNS / count;
    uint32_t bit = cg_hash_bytes(0, &run, sizeof run) % (FILTER_WORDS * 64u);
    filter[bit / 64] |= 1ull << bit % 64;
}

static void fill_filters(struct cg_index *index)
{
    const struct cg_condensation *c = index->condensation;
    struct label *labels = index->labels;
    for (uint32_t i = 0; i < c->count; i++) {
        set_bit(labels[i].reaches, &labels[i], c->count);
        for (uint32_t k = c->callee_start[i]; k < c->callee_start[i + 1]; k++) {
            add_filter(labels[i].reaches, labels[c->callees[k]].reaches);
        }
    }
    for (uint32_t i = c->count; i-- > 0;) {
        set_bit(labels[i].reached_by, &labels[i], c->count);
        for (uint32_t k = c->caller_start[i]; k < c->caller_start[i + 1]; k++) {
            add_filter(labels[i].reached_by, labels[c->callers[k]].reached_by);
        }
    }
}

static int build_labels(struct cg_index *index, struct cg_error *error)
{
    size_t count = index->condensation->count;
    int status = cg_query_allocate(&index->labels, count, sizeof *index->labels, error);
    if (!status) {
        cg_prefer_large_pages(index->labels, count * sizeof *index->labels);
        status = walk_forest(index, error);
    }
    if (!status) {
        fill_filters(index);
    }
    return status;
}

int cg_index_new(struct cg_index **out, const struct cg_graph *graph, struct cg_error *error)
{
    struct cg_index *index = calloc(1, sizeof *index);
    if (!index) {
        return cg_fail_memory(error);
    }
    int status = cg_condense(&index->condensation, graph, error);
    if (!status) {
        status = index->condensation->count <= CLOSURE_LIMIT ? build_closure(index, error)
                                                             : build_labels(index, error);
    }
    if (status) {
        cg_index_free(index);
        return status;
    }
    *out = index;
    return CG_OK;
}

void cg_index_free(struct cg_index *index)
{
    if (index) {
        cg_condensation_free(index->condensation);
        free(index->closure);
        free(index->labels);
        free(index);
    }
}

int cg_index_cursor_new(struct cg_index_cursor **out, const struct cg_index *index,
                        struct cg_error *error)
{
    struct cg_index_cursor *cursor = calloc(1, sizeof *cursor);
    size_t count = index->condensation->count;
    if (!cursor) {
        return cg_fail_memory(error);
    }
    cursor->index = index;
    if (!index->closure) { /* each component is pushed at most once per query */
        cursor->seen = calloc(count, sizeof *cursor->seen);
        cursor->stack = calloc(count, sizeof *cursor->stack);
        if (!cursor->seen || !cursor->stack) {
            cg_index_cursor_free(cursor);
            return cg_fail_memory(error);
        }
    }
    *out = cursor;
    return CG_OK;
}

void cg_index_cursor_free(struct cg_index_cursor *cursor)
{
    if (cursor) {
        free(cursor->seen);
        free(cursor->stack);
        free(cursor);
    }
}

enum known { NO, YES, PERHAPS };

static bool covers(const uint64_t *filter, const uint64_t *part)
{
    uint64_t outside = 0;
    for (size_t i = 0; i < FILTER_WORDS; i++) {
        outside |= part[i] & ~filter[i];
    }
    return !outside;
}

static enum known look_up_labels(const struct label *labels, uint32_t from, uint32_t to)
{
    const struct label *a = &labels[from];
    const struct label *b = &labels[to];
    if (from <= to) {
        return from == to ? YES : NO;
    }
    if (a->first <= b->last && b->last <= a->last) {
        return YES;
    }
    return covers(a->reaches, b->reaches) && covers(b->reached_by, a->reached_by) ? PERHAPS : NO;
}

static void next_question(struct cg_index_cursor *cursor)
{
    if (++cursor->question == 0) {
        memset(cursor->seen, 0, cursor->index->condensation->count * sizeof *cursor->seen);
        cursor->question = 1;
    }
}

static bool search_pair(struct cg_index_cursor *cursor, uint32_t from, uint32_t to)
{
    const struct cg_condensation *c = cursor->index->condensation;
    size_t depth = 0;
    next_question(cursor);
    cursor->stack[depth++] = from;
    while (depth) {
        uint32_t at = cursor->stack[--depth];
        for (uint32_t i = c->callee_start[at]; i < c->callee_start[at + 1]; i++) {
            uint32_t callee = c->callees[i];
            if (cursor->seen[callee] == cursor->question) {
                continue;
            }
            cursor->seen[callee] = cursor->question;
            enum known known = look_up_labels(cursor->index->labels, callee, to);
            if (known == YES) {
                return true;
            }
            if (known == PERHAPS) {
                cursor->stack[depth++] = callee;
            }
        }
    }
    return false;
}

bool cg_index_reaches(struct cg_index_cursor *cursor, cg_node from, cg_node to)
{
    const struct cg_index *index = cursor->index;
    uint32_t a = index->condensation->component[from];
    uint32_t b = index->condensation->component[to];
    if (index->closure) {
        return index->closure[index->row * a + b / 64] >> b % 64 & 1;
    }
    enum known known = look_up_labels(index->labels, a, b);
    return known == PERHAPS ? search_pair(cursor, a, b) : known == YES;
}
