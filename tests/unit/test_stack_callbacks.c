/* Who may call back later, in random programs: by a slow definition, and according to cg_reach. */
#include "reach_sample.h"

#include <libcg/query.h>
#include <libcg/stack.h>

#include <stdlib.h>

#define RANDOM_GRAPHS 6000

/* What stack and what code that was not collected may do, of one sample. */
struct found {
    bool callers[MAX_NODES];
    bool callees[MAX_NODES];
};

static bool leads_out(const struct sample *s, uint32_t n, bool start)
{
    return !s->has_body[n] && (start || !s->linked || !s->handed_only[n]);
}

static bool gets_out(const struct sample *s, uint32_t n)
{
    return s->linked ? s->escapes[n] || s->handed[n] : s->taken[n];
}

/* Whether a node without a body calls a function that got out. */
static bool calls_kept(const struct sample *s, uint32_t n, uint32_t kept)
{
    return !s->linked ||
           (!(s->runtime[n] && s->confined[kept]) && !(s->exitless[n] && s->at_exit[kept]));
}

/* Whether code called by a node without a body may call everything by name. */
static bool names(const struct sample *s, uint32_t n, bool start)
{
    bool records = false, stranger = false;
    for (uint32_t i = 0; i < s->nodes; i++) {
        records = records || s->open[i];
        stranger = stranger || (s->stranger[i] && leads_out(s, i, start));
    }
    bool any = s->linked && (s->library || stranger);
    return records && (any || (s->stranger[n] && leads_out(s, n, start)));
}

static bool slow_caller(const struct sample *s, uint32_t n, bool start)
{
    bool some = false;
    for (uint32_t i = 0; i < s->nodes; i++) {
        bool named = !s->internal[i] || (s->linked && s->mistyped[i]);
        bool out = gets_out(s, i) && (start || names(s, n, start) || calls_kept(s, n, i));
        some = some || out || (names(s, n, start) && named);
    }
    return leads_out(s, n, start) && some;
}

static bool starts_outside(const struct sample *s)
{
    bool outside = false;
    for (size_t i = 0; i < s->from_count; i++) {
        outside = outside || !s->has_body[s->from[i]];
    }
    return outside;
}

static void find(struct found *found, const struct sample *s, const cg_node *starts, size_t count)
{
    ck_assert_int_eq(
        cg_stack_callbacks(found->callers, found->callees, s->graph, starts, count, NULL), CG_OK);
}

START_TEST(slow_definition)
{
    for (uint64_t seed = 0; seed < RANDOM_GRAPHS; seed++) {
        struct sample s = random_sample(seed);
        struct found found;
        find(&found, &s, s.from, s.from_count);
        for (uint32_t n = 0; n < s.nodes; n++) {
            ck_assert(found.callees[n] == gets_out(&s, n));
            ck_assert(found.callers[n] == slow_caller(&s, n, starts_outside(&s)));
        }
        cg_graph_free(s.graph);
    }
}
END_TEST

static enum cg_answer reaches(const struct sample *s, cg_node from, cg_node to)
{
    struct cg_reach *reach;
    ck_assert_int_eq(cg_reach(&reach, s->graph, &(struct cg_function_set){&from, 1},
                              &(struct cg_function_set){&to, 1}, NULL),
                     CG_OK);
    enum cg_answer answer = cg_reach_answer(reach);
    cg_reach_free(reach);
    return answer;
}

/* A certain result has only known calls; and where a reached function may call back, there is a
 * function that it may call. */
static void check_start(const struct sample *s, cg_node start)
{
    static const int64_t frame[MAX_NODES];
    bool unsure[MAX_NODES], calls_back = false, more = false;
    struct cg_stack_query query = CG_STACK_QUERY_INIT;
    struct cg_stack *stack;
    struct found found;
    find(&found, s, &start, 1);
    for (uint32_t n = 0; n < s->nodes; n++) {
        bool silent = s->has_body[n] && !s->open[n];
        unsure[n] = found.callers[n] || silent || s->open[n] > 1;
        calls_back = calls_back || (found.callers[n] && s->distance[start][n] != CG_NONE);
        bool callee = !s->internal[n] || found.callees[n] || (s->linked && s->mistyped[n]);
        more = more || (callee && reaches(s, start, n) != CG_NO);
    }
    query.frame = frame;
    query.unsure = unsure;
    ck_assert_int_eq(cg_stack_new(&stack, s->graph, &query, NULL), CG_OK);
    for (uint32_t n = 0; n < s->nodes && cg_stack_verdict(stack, start) == CG_STACK_CERTAIN; n++) {
        ck_assert_int_ne(reaches(s, start, n), CG_UNKNOWN);
    }
    ck_assert(!calls_back || more);
    cg_stack_free(stack);
}

START_TEST(as_reach_has_it)
{
    for (uint64_t seed = 0; seed < RANDOM_GRAPHS; seed++) {
        struct sample s = random_sample(seed);
        for (cg_node start = 0; start < s.nodes; start++) {
            check_start(&s, start);
        }
        cg_graph_free(s.graph);
    }
}
END_TEST

START_TEST(misuse)
{
    struct cg_graph *graph = new_graph();
    const cg_node start = 1;
    bool callers[1], callees[1];
    add_node(graph, "a", "x.c", true, CG_LINKAGE_EXTERNAL);
    ck_assert_int_eq(cg_stack_callbacks(callers, callees, graph, NULL, 0, NULL), CG_E_STATE);
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    ck_assert_int_eq(cg_stack_callbacks(callers, callees, graph, &start, 1, NULL), CG_E_ARGUMENT);
    cg_graph_free(graph);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {slow_definition, as_reach_has_it, misuse, NULL};
    return run_tests("stack_callbacks", tests, 240);
}
