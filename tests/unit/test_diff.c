/* Comparing two graphs: random pairs against slow, obvious answers. */
#include "support.h"

#include <libcg/diff.h>
#include <libcg/query.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CASES = 5000, MOST = 12, NAMES = 8 };

/* One graph, and the slow view of it: nodes are in canonical order. */
struct view {
    struct cg_graph *graph;
    uint32_t nodes;
    cg_node order[MOST];
    uint32_t rank[MOST];
    bool calls[MOST][MOST]; /* guesses left out; by node, as all below */
    bool leads[MOST][MOST]; /* over one call or more */
    cg_node other[MOST];
    cg_node entries[MOST];
    size_t entry_count;
};

static const char *const files[] = {NULL, "a.c", "b.c"};
static const unsigned kinds[] = {CG_EDGE_DIRECT, CG_EDGE_DIRECT, CG_EDGE_POINTER,
                                 CG_EDGE_CANDIDATE};

static void add_random_node(struct view *view, struct random *random)
{
    static const enum cg_linkage linkages[] = {CG_LINKAGE_EXTERNAL, CG_LINKAGE_WEAK,
                                               CG_LINKAGE_INTERNAL};
    char name[] = {(char)('a' + draw(random, NAMES)), '\0'};
    cg_node node = add_node(view->graph, name, files[draw(random, 3)], chance(random, 80),
                            linkages[draw(random, 3)]);
    if (chance(random, 10)) {
        char alias[] = {(char)('a' + draw(random, NAMES + 3)), '\0'};
        ck_assert_int_eq(cg_node_add_name(view->graph, node, alias, NULL), CG_OK);
    }
    if (chance(random, 20)) {
        view->entries[view->entry_count++] = node;
    }
}

static void see(struct view *view)
{
    cg_node *order;
    ck_assert_int_eq(cg_graph_canonical_order(&order, view->graph, NULL), CG_OK);
    for (uint32_t i = 0; i < view->nodes; i++) {
        view->order[i] = order[i];
        view->rank[order[i]] = i;
        view->other[i] = CG_NONE;
    }
    free(order);
    memcpy(view->leads, view->calls, sizeof view->leads);
    for (cg_node via = 0; via < view->nodes; via++) {
        for (cg_node a = 0; a < view->nodes; a++) {
            for (cg_node b = 0; b < view->nodes; b++) {
                view->leads[a][b] |= view->leads[a][via] && view->leads[via][b];
            }
        }
    }
}

static struct view random_view(struct random *random)
{
    struct view view = {.graph = new_graph(), .nodes = draw(random, MOST + 1)};
    uint32_t density = 2 + draw(random, 20);
    for (uint32_t i = 0; i < view.nodes; i++) {
        add_random_node(&view, random);
    }
    for (cg_node a = 0; a < view.nodes; a++) {
        for (cg_node b = 0; b < view.nodes; b++) {
            if (chance(random, density)) {
                unsigned kind = kinds[draw(random, 4)];
                add_edge(view.graph, a, b, kind);
                view.calls[a][b] = kind != CG_EDGE_CANDIDATE;
            }
        }
    }
    ck_assert_int_eq(cg_graph_freeze(view.graph, NULL), CG_OK);
    see(&view);
    return view;
}

/* Matching */

static const char *text(const char *value)
{
    return value ? value : "";
}

static bool internal(const struct view *view, cg_node node)
{
    return cg_node_linkage(view->graph, node) == CG_LINKAGE_INTERNAL;
}

static bool same_name(const struct view *a, cg_node x, const struct view *b, cg_node y)
{
    return strcmp(cg_node_name(a->graph, x), cg_node_name(b->graph, y)) == 0;
}

static bool same_file(const struct view *a, cg_node x, const struct view *b, cg_node y)
{
    return strcmp(text(cg_node_origin(a->graph, x)), text(cg_node_origin(b->graph, y))) == 0;
}

static bool fits(const struct view *a, cg_node x, const struct view *b, cg_node y, int pass)
{
    return a->other[x] == CG_NONE && b->other[y] == CG_NONE && same_name(a, x, b, y) &&
           (pass > 2 || same_file(a, x, b, y)) && (pass != 1 || internal(a, x) == internal(b, y)) &&
           (pass != 3 || (!internal(a, x) && !internal(b, y)));
}

static int left_of_name(const struct view *view, cg_node node, bool any)
{
    int left = 0;
    for (cg_node n = 0; n < view->nodes; n++) {
        left += view->other[n] == CG_NONE && same_name(view, n, view, node) &&
                (any || !internal(view, n));
    }
    return left;
}

static void match_pass(struct view *a, struct view *b, int pass)
{
    for (uint32_t i = 0; i < a->nodes; i++) {
        for (uint32_t k = 0; k < b->nodes; k++) {
            cg_node x = a->order[i], y = b->order[k];
            bool only = pass <= 2 ||
                        (left_of_name(a, x, pass == 4) == 1 && left_of_name(b, y, pass == 4) == 1);
            if (only && fits(a, x, b, y, pass)) {
                a->other[x] = y;
                b->other[y] = x;
            }
        }
    }
}

static void slow_match(struct view *a, struct view *b)
{
    for (int pass = 1; pass <= 4; pass++) {
        match_pass(a, b, pass);
    }
}

static bool is_called(const struct view *view, cg_node node, const char *name)
{
    const char *const *names;
    uint32_t count = cg_node_other_names(view->graph, node, &names);
    bool found = strcmp(cg_node_name(view->graph, node), name) == 0;
    for (uint32_t i = 0; i < count; i++) {
        found |= strcmp(names[i], name) == 0;
    }
    return found;
}

/* Which of several functions with one name is chosen is unspecified, so pairs are checked, not
 * computed. */
static void check_other_names(struct view *a, struct view *b, const struct cg_diff *diff)
{
    for (cg_node x = 0; x < a->nodes; x++) {
        cg_node y = cg_diff_new_of(diff)[x];
        if (y == a->other[x]) {
            continue;
        }
        bool share = false;
        const char *const *names;
        uint32_t count = cg_node_other_names(b->graph, y, &names);
        ck_assert_uint_eq(a->other[x], CG_NONE);
        ck_assert_uint_eq(b->other[y], CG_NONE);
        share |= is_called(a, x, cg_node_name(b->graph, y));
        for (uint32_t i = 0; i < count; i++) {
            share |= is_called(a, x, names[i]);
        }
        ck_assert(share && !same_name(a, x, b, y));
        ck_assert_int_eq(internal(a, x), internal(b, y));
        ck_assert(!internal(a, x) || same_file(a, x, b, y));
        a->other[x] = y;
        b->other[y] = x;
    }
    for (cg_node y = 0; y < b->nodes; y++) {
        ck_assert_uint_eq(cg_diff_old_of(diff)[y], b->other[y]);
    }
}

/* Lists: each function for which something holds, in canonical order. */

static void check_list(const struct view *view, struct cg_function_set list, const bool *holds)
{
    size_t count = 0;
    for (uint32_t i = 0; i < view->nodes; i++) {
        if (holds[view->order[i]]) {
            ck_assert_uint_lt(count, list.count);
            ck_assert_uint_eq(list.nodes[count], view->order[i]);
            count++;
        }
    }
    ck_assert_uint_eq(count, list.count);
}

static bool is_reached(const struct view *view, cg_node node)
{
    bool reached = false;
    for (size_t i = 0; i < view->entry_count; i++) {
        reached |= view->entries[i] == node || view->leads[view->entries[i]][node];
    }
    return reached;
}

static void check_functions(const struct view *a, const struct view *b, const struct cg_diff *diff)
{
    bool gone[MOST] = {0}, added[MOST] = {0}, moved[MOST] = {0}, defined[MOST] = {0};
    bool undefined[MOST] = {0}, reached[MOST] = {0}, unreached[MOST] = {0};
    for (cg_node x = 0; x < a->nodes; x++) {
        gone[x] = a->other[x] == CG_NONE;
    }
    for (cg_node y = 0; y < b->nodes; y++) {
        cg_node x = b->other[y];
        added[y] = x == CG_NONE;
        if (x != CG_NONE) {
            moved[y] = cg_node_origin(a->graph, x) && cg_node_origin(b->graph, y) &&
                       cg_node_has_body(a->graph, x) && cg_node_has_body(b->graph, y) &&
                       !same_file(a, x, b, y);
            defined[y] = cg_node_has_body(b->graph, y) && !cg_node_has_body(a->graph, x);
            undefined[y] = cg_node_has_body(a->graph, x) && !cg_node_has_body(b->graph, y);
            reached[y] = is_reached(b, y) && !is_reached(a, x);
            unreached[y] = is_reached(a, x) && !is_reached(b, y);
        }
    }
    check_list(a, cg_diff_gone(diff), gone);
    check_list(b, cg_diff_added(diff), added);
    check_list(b, cg_diff_moved(diff), moved);
    check_list(b, cg_diff_defined(diff), defined);
    check_list(b, cg_diff_undefined(diff), undefined);
    check_list(b, cg_diff_reached(diff), reached);
    check_list(b, cg_diff_unreached(diff), unreached);
}

/* Calls */

static bool has_call(const struct view *view, cg_node a, cg_node b)
{
    return a != CG_NONE && b != CG_NONE && view->calls[a][b];
}

static unsigned kinds_of(const struct view *view, cg_node a, cg_node b)
{
    return cg_edge_kinds(view->graph, cg_graph_find_edge(view->graph, a, b));
}

/* Go through all pairs in order; each that counts is the next of the list. */
static void check_calls(const struct view *a, const struct view *b, struct cg_call_set calls,
                        bool changed)
{
    size_t count = 0;
    for (uint32_t i = 0; i < a->nodes; i++) {
        for (uint32_t k = 0; k < a->nodes; k++) {
            cg_node x = a->order[i], y = a->order[k];
            bool kept = has_call(b, a->other[x], a->other[y]);
            bool counts = a->calls[x][y] && !kept;
            if (changed) {
                counts = a->calls[x][y] && kept &&
                         kinds_of(a, x, y) != kinds_of(b, a->other[x], a->other[y]);
            }
            if (counts) {
                ck_assert_uint_lt(count, calls.count);
                ck_assert_uint_eq(calls.edges[count], cg_graph_find_edge(a->graph, x, y));
                count++;
            }
        }
    }
    ck_assert_uint_eq(count, calls.count);
}

/* Cycles: nodes of both graphs belong together when one leads to the other and back, or they are
 * the same function, both being in cycles; those of the new graph are numbered from MOST. */

struct together {
    const struct view *a, *b;
    bool with[2 * MOST][2 * MOST];
};

static bool looping(const struct together *t, uint32_t node)
{
    return node < MOST ? node < t->a->nodes && t->a->leads[node][node]
                       : node - MOST < t->b->nodes && t->b->leads[node - MOST][node - MOST];
}

static bool touch(const struct together *t, uint32_t x, uint32_t y)
{
    if (!looping(t, x) || !looping(t, y)) {
        return false;
    }
    if (x < MOST && y < MOST) {
        return t->a->leads[x][y] && t->a->leads[y][x];
    }
    if (x >= MOST && y >= MOST) {
        return t->b->leads[x - MOST][y - MOST] && t->b->leads[y - MOST][x - MOST];
    }
    return x < MOST ? t->a->other[x] == y - MOST : t->a->other[y] == x - MOST;
}

static void put_together(struct together *t)
{
    for (uint32_t x = 0; x < 2 * MOST; x++) {
        for (uint32_t y = 0; y < 2 * MOST; y++) {
            t->with[x][y] = touch(t, x, y);
        }
    }
    for (uint32_t via = 0; via < 2 * MOST; via++) {
        for (uint32_t x = 0; x < 2 * MOST; x++) {
            for (uint32_t y = 0; y < 2 * MOST; y++) {
                t->with[x][y] |= t->with[x][via] && t->with[via][y];
            }
        }
    }
}

static uint32_t cycles_in(const struct view *view, const bool *member)
{
    uint32_t count = 0;
    for (cg_node x = 0; x < view->nodes; x++) {
        bool first = member[x];
        for (cg_node y = 0; y < x; y++) {
            first = first && !(member[y] && view->leads[x][y] && view->leads[y][x]);
        }
        count += first;
    }
    return count;
}

static bool check_cycle(const struct together *t, uint32_t seed, const struct cg_diff_cycle *cycle)
{
    bool old_members[MOST] = {0}, new_members[MOST] = {0}, gained[MOST] = {0}, lost[MOST] = {0};
    bool differs = false;
    for (cg_node x = 0; x < MOST; x++) {
        old_members[x] = t->with[seed][x];
        new_members[x] = t->with[seed][MOST + x];
    }
    for (cg_node x = 0; x < t->a->nodes; x++) {
        cg_node y = t->a->other[x];
        lost[x] = old_members[x] && (y == CG_NONE || !t->b->leads[y][y]);
        differs |= lost[x];
    }
    for (cg_node y = 0; y < t->b->nodes; y++) {
        cg_node x = t->b->other[y];
        gained[y] = new_members[y] && (x == CG_NONE || !t->a->leads[x][x]);
        differs |= gained[y];
    }
    uint32_t before = cycles_in(t->a, old_members), after = cycles_in(t->b, new_members);
    differs |= before != 1 || after != 1;
    if (differs) {
        ck_assert_uint_eq(cycle->before, before);
        ck_assert_uint_eq(cycle->after, after);
        check_list(t->a, cycle->old_members, old_members);
        check_list(t->b, cycle->new_members, new_members);
        check_list(t->b, cycle->gained, gained);
        check_list(t->a, cycle->lost, lost);
    }
    return differs;
}

static size_t check_cycles(const struct view *a, const struct view *b, const struct cg_diff *diff)
{
    struct together t = {.a = a, .b = b};
    bool seen[2 * MOST] = {false};
    size_t count = 0;
    struct cg_diff_cycle none = {0};
    put_together(&t);
    for (uint32_t i = 0; i < b->nodes + a->nodes; i++) {
        uint32_t node = i < b->nodes ? MOST + b->order[i] : a->order[i - b->nodes];
        if (looping(&t, node) && !seen[node]) {
            const struct cg_diff_cycle *next =
                count < cg_diff_cycle_count(diff) ? cg_diff_cycle_at(diff, count) : &none;
            count += check_cycle(&t, node, next);
            for (uint32_t k = 0; k < 2 * MOST; k++) {
                seen[k] |= t.with[node][k];
            }
        }
    }
    ck_assert_uint_eq(count, cg_diff_cycle_count(diff));
    return count;
}

/* Gains: `a` is where something leads to a target, `b` where it does not. */

static bool leads(const struct view *view, cg_node from, cg_node to)
{
    return from != CG_NONE && to != CG_NONE && (from == to || view->leads[from][to]);
}

static void check_gain(const struct view *a, const struct view *b, const struct cg_diff_gain *gain,
                       const bool *functions, struct cg_call_set calls)
{
    cg_node t = gain->target;
    size_t count = 0, causes = 0;
    for (uint32_t i = 0; i < a->nodes; i++) {
        cg_node f = a->order[i];
        if (functions[f] && a->other[f] != CG_NONE && leads(a, f, t) &&
            !leads(b, a->other[f], a->other[t])) {
            ck_assert(count >= gain->functions.count || gain->functions.nodes[count] == f);
            count++;
        }
    }
    for (size_t i = 0; i < calls.count; i++) {
        cg_node x = cg_edge_caller(a->graph, calls.edges[i]);
        cg_node y = cg_edge_callee(a->graph, calls.edges[i]);
        if (leads(a, y, t) && !leads(b, a->other[x], a->other[t]) &&
            (y == t || leads(b, a->other[y], a->other[t]))) {
            ck_assert(causes >= gain->causes.count || gain->causes.edges[causes] == calls.edges[i]);
            causes++;
        }
    }
    ck_assert_uint_gt(causes, 0);
    ck_assert_uint_gt(count, 0);
    ck_assert_uint_eq(gain->function_count, count);
    ck_assert_uint_eq(gain->cause_count, causes);
}

static size_t check_gains(const struct view *a, const struct view *b, const struct cg_diff *diff,
                          bool lost, struct random *random)
{
    bool targets[MOST], functions[MOST];
    for (int i = 0; i < MOST; i++) {
        targets[i] = chance(random, 60);
        functions[i] = chance(random, 60);
    }
    size_t limit = chance(random, 50) ? CG_NONE : draw(random, 3), found = 0;
    struct cg_diff_gains *gains;
    const struct view *old_view = lost ? a : b, *new_view = lost ? b : a;
    ck_assert_int_eq(cg_diff_gains(&gains, diff,
                                   &(struct cg_diff_gains_query){CG_DIFF_GAINS_QUERY_VERSION,
                                                                 old_view->graph, new_view->graph,
                                                                 lost, targets, functions, limit},
                                   NULL),
                     CG_OK);
    for (uint32_t i = 0; i < a->nodes; i++) {
        cg_node t = a->order[i];
        bool gained = false;
        for (cg_node f = 0; f < a->nodes; f++) {
            gained |= targets[t] && functions[f] && a->other[f] != CG_NONE && leads(a, f, t) &&
                      !leads(b, a->other[f], a->other[t]);
        }
        if (gained) {
            const struct cg_diff_gain *gain = cg_diff_gains_at(gains, found++);
            ck_assert_ptr_nonnull(gain);
            ck_assert_uint_eq(gain->target, t);
            ck_assert(gain->functions.count <= limit && gain->causes.count <= limit);
            check_gain(a, b, gain, functions,
                       lost ? cg_diff_calls_gone(diff) : cg_diff_calls_added(diff));
        }
    }
    ck_assert_uint_eq(found, cg_diff_gains_count(gains));
    ck_assert_ptr_null(cg_diff_gains_at(gains, found));
    cg_diff_gains_free(gains);
    return found;
}

static struct cg_diff *compare(const struct view *a, const struct view *b)
{
    const struct cg_diff_options options = {CG_DIFF_OPTIONS_VERSION, a->entries, a->entry_count,
                                            b->entries, b->entry_count};
    struct cg_diff *diff;
    ck_assert_int_eq(cg_diff(&diff, a->graph, b->graph, &options, NULL), CG_OK);
    return diff;
}

START_TEST(random_graphs_agree_with_slow_answers)
{
    struct random random = {5};
    size_t cycles = 0, gains = 0, moved = 0;
    for (int i = 0; i < CASES; i++) {
        struct view a = random_view(&random), b = random_view(&random);
        struct cg_diff *diff = compare(&a, &b);
        slow_match(&a, &b);
        check_other_names(&a, &b, diff);
        check_functions(&a, &b, diff);
        check_calls(&a, &b, cg_diff_calls_gone(diff), false);
        check_calls(&b, &a, cg_diff_calls_added(diff), false);
        check_calls(&b, &a, cg_diff_calls_changed(diff), true);
        cycles += check_cycles(&a, &b, diff);
        gains += check_gains(&b, &a, diff, false, &random);
        gains += check_gains(&a, &b, diff, true, &random);
        moved += cg_diff_moved(diff).count;
        cg_diff_free(diff);
        cg_graph_free(a.graph);
        cg_graph_free(b.graph);
    }
    ck_assert_uint_gt(cycles, CASES / 4);
    ck_assert_uint_gt(gains, CASES / 4);
    ck_assert_uint_gt(moved, CASES / 10);
}
END_TEST

START_TEST(a_graph_does_not_differ_from_itself)
{
    struct random random = {6};
    for (int i = 0; i < CASES / 10; i++) {
        struct view a = random_view(&random);
        struct cg_diff *diff = compare(&a, &a);
        const size_t counts[] = {cg_diff_gone(diff).count,        cg_diff_added(diff).count,
                                 cg_diff_moved(diff).count,       cg_diff_defined(diff).count,
                                 cg_diff_undefined(diff).count,   cg_diff_reached(diff).count,
                                 cg_diff_unreached(diff).count,   cg_diff_calls_gone(diff).count,
                                 cg_diff_calls_added(diff).count, cg_diff_calls_changed(diff).count,
                                 cg_diff_cycle_count(diff)};
        for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
            ck_assert_uint_eq(counts[k], 0);
        }
        cg_diff_free(diff);
        cg_graph_free(a.graph);
    }
}
END_TEST

/* More targets than are followed at once. */
START_TEST(many_targets_are_followed)
{
    enum { TARGETS = 150 };
    struct cg_graph *graphs[2] = {new_graph(), new_graph()};
    bool targets[TARGETS + 1];
    char name[16];
    for (int side = 0; side < 2; side++) {
        add_node(graphs[side], "main", "a.c", true, CG_LINKAGE_EXTERNAL);
        for (cg_node i = 1; i <= TARGETS; i++) {
            sprintf(name, "t%03u", (unsigned)i);
            targets[add_node(graphs[side], name, NULL, false, CG_LINKAGE_EXTERNAL)] = true;
            if (i % 3 == 0 || side == 1) {
                add_edge(graphs[side], 0, i, CG_EDGE_DIRECT);
            }
        }
        ck_assert_int_eq(cg_graph_freeze(graphs[side], NULL), CG_OK);
    }
    targets[0] = false;
    struct cg_diff *diff;
    struct cg_diff_gains *gains;
    ck_assert_int_eq(cg_diff(&diff, graphs[0], graphs[1], NULL, NULL), CG_OK);
    ck_assert_int_eq(
        cg_diff_gains(&gains, diff,
                      &(struct cg_diff_gains_query){CG_DIFF_GAINS_QUERY_VERSION, graphs[0],
                                                    graphs[1], false, targets, NULL, CG_NONE},
                      NULL),
        CG_OK);
    ck_assert_uint_eq(cg_diff_gains_count(gains), 100);
    for (size_t i = 0; i < 100; i++) {
        const struct cg_diff_gain *gain = cg_diff_gains_at(gains, i);
        ck_assert_uint_eq(gain->target, i / 2 * 3 + i % 2 + 1);
        ck_assert_uint_eq(gain->functions.nodes[0], 0);
        ck_assert_uint_eq(cg_edge_callee(graphs[1], gain->causes.edges[0]), gain->target);
    }
    ck_assert_uint_eq(cg_diff_reached(diff).count, 100);
    cg_diff_gains_free(gains);
    cg_diff_free(diff);
    cg_graph_free(graphs[0]);
    cg_graph_free(graphs[1]);
}
END_TEST

START_TEST(wrong_arguments_are_refused)
{
    struct cg_graph *open = new_graph(), *frozen = new_graph();
    struct cg_diff *diff = NULL;
    const cg_node wrong = 3;
    const struct cg_diff_options options = {CG_DIFF_OPTIONS_VERSION, &wrong, 1, NULL, 0};
    ck_assert_int_eq(cg_graph_freeze(frozen, NULL), CG_OK);
    ck_assert_int_eq(cg_diff(&diff, open, frozen, NULL, NULL), CG_E_STATE);
    ck_assert_int_eq(cg_diff(&diff, frozen, open, NULL, NULL), CG_E_STATE);
    ck_assert_int_eq(cg_diff(&diff, frozen, frozen, &options, NULL), CG_E_ARGUMENT);
    ck_assert_ptr_null(diff);
    cg_diff_free(NULL);
    cg_diff_gains_free(NULL);
    cg_graph_free(open);
    cg_graph_free(frozen);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {random_graphs_agree_with_slow_answers,
                                  a_graph_does_not_differ_from_itself, many_targets_are_followed,
                                  wrong_arguments_are_refused, NULL};
    return run_tests("diff", tests, 120);
}
