/* Option structs of callers that were compiled with another release. */
#include "support.h"

#include "base/versioned_options.h"
#include "linked/crowded_calls.h"

#include <libcg/libcg.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A struct as three releases have it. */
struct first {
    unsigned version;
    int depth;
    bool strict;
};

struct second {
    unsigned version;
    int depth;
    bool strict;
    bool fast; /* where the first ends in padding */
    const char *name;
};

struct third {
    unsigned version;
    int depth;
    bool strict;
    bool fast;
    const char *name;
    double most;
};

static const size_t sizes[] = {offsetof(struct third, fast), offsetof(struct third, most),
                               sizeof(struct third)};
static const struct third defaults = {3, 7, false, true, "default", 0.5};

/* What the newest library makes of a struct that ends where the memory does. */
static struct third taken(const void *given, size_t size)
{
    struct third own = defaults;
    void *copy = malloc(size);
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, given, size);
    ck_assert_int_eq(options_take(&own, copy, "third", sizes, NULL), CG_OK);
    ck_assert_uint_eq(own.version, 3);
    free(copy);
    return own;
}

static void check_defaults(const struct third *own)
{
    ck_assert_uint_eq(own->version, defaults.version);
    ck_assert_int_eq(own->depth, defaults.depth);
    ck_assert(own->strict == defaults.strict && own->fast == defaults.fast);
    ck_assert_ptr_eq(own->name, defaults.name);
    ck_assert_double_eq(own->most, defaults.most);
}

START_TEST(older_callers_keep_defaults_of_what_they_lack)
{
    struct first old;
    memset(&old, 0, sizeof old); /* the padding must not be taken for `fast` */
    old.version = 1;
    old.depth = 9;
    old.strict = true;
    struct third own = taken(&old, offsetof(struct first, strict) + sizeof old.strict);
    ck_assert_int_eq(own.depth, 9);
    ck_assert(own.strict && own.fast);
    ck_assert_str_eq(own.name, "default");
    ck_assert_double_eq(own.most, 0.5);
    const struct second newer = {2, 4, true, false, "given"};
    own = taken(&newer, sizeof newer);
    ck_assert_int_eq(own.depth, 4);
    ck_assert(own.strict && !own.fast);
    ck_assert_str_eq(own.name, "given");
    ck_assert_double_eq(own.most, 0.5);
}
END_TEST

START_TEST(callers_of_today_give_all)
{
    const struct third given = {3, 1, true, false, "all", 2};
    struct third own = taken(&given, sizeof given);
    ck_assert_int_eq(own.depth, 1);
    ck_assert(own.strict && !own.fast);
    ck_assert_str_eq(own.name, "all");
    ck_assert_double_eq(own.most, 2);
}
END_TEST

START_TEST(none_given_are_the_defaults)
{
    struct third own = defaults;
    ck_assert_int_eq(options_take(&own, NULL, "third", sizes, NULL), CG_OK);
    check_defaults(&own);
}
END_TEST

START_TEST(unknown_versions_are_refused)
{
    const unsigned versions[] = {0, 4, UINT32_MAX};
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        const struct third given = {.version = versions[i], .depth = 1};
        struct third own = defaults;
        struct cg_error error;
        char expected[256];
        ck_assert_int_eq(options_take(&own, &given, "third", sizes, &error), CG_E_ARGUMENT);
        check_defaults(&own);
        snprintf(expected, sizeof expected,
                 "struct third has version %u, this library knows 1 to 3: initialise the struct "
                 "with its _INIT macro, or install a newer libcg",
                 versions[i]);
        ck_assert_str_eq(error.text, expected);
    }
}
END_TEST

/* Every function that takes options looks at their version, before anything else. */

static int take_bytes(void *user, const void *bytes, size_t length)
{
    (void)user;
    (void)bytes;
    (void)length;
    return 0;
}

static bool take_path(void *user, const struct cg_call_path *path)
{
    (void)user;
    (void)path;
    return true;
}

START_TEST(every_function_refuses_versions_it_does_not_know)
{
    static const unsigned unknown[64] = {99}; /* larger than any of the structs */
    const void *given = unknown;
    struct cg_graph *graph = new_graph(), *read;
    struct cg_merger *merger;
    struct cg_annotator *annotator;
    struct cg_profile *profile;
    struct cg_diff *diff;
    struct cg_diff_gains *gains;
    struct cg_found_path path;
    struct cg_selector *selector;
    struct cg_stack *stack;
    struct cg_rule_verdict *verdict;
    struct cg_validation *validation;
    bool none = false;
    ck_assert_int_eq(cg_graph_link(graph, given, NULL, NULL), CG_E_ARGUMENT);
    ck_assert_int_eq(cg_graph_merge(graph, graph, given, NULL), CG_E_ARGUMENT);
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    ck_assert_int_eq(cg_diff(&diff, graph, graph, NULL, NULL), CG_OK);
    const int statuses[] = {
        cg_read_memory(&read, "", 0, "none", given, NULL),
        cg_write(graph, take_bytes, NULL, given, NULL),
        cg_merger_new(&merger, given, NULL),
        cg_annotator_new(&annotator, graph, given, NULL),
        cg_profile_read_memory(&profile, "a;b 1\n", 6, "none", given, NULL),
        cg_diff(&(struct cg_diff *){NULL}, graph, graph, given, NULL),
        cg_diff_gains(&gains, diff, given, NULL),
        cg_simple_paths(graph, given, take_path, NULL, NULL),
        cg_visit_shortest_paths(graph, given, take_path, NULL, NULL),
        cg_shortest_path_through(&path, graph, given, &none, NULL),
        cg_selector_new(&selector, graph, given, NULL),
        cg_stack_new(&stack, graph, given, NULL),
        cg_forbidden_call_check(&verdict, graph, given, NULL),
        cg_validate(&validation, graph, NULL, 0, given, NULL),
    };
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++) {
        ck_assert_msg(statuses[i] == CG_E_ARGUMENT, "number %zu takes version 99", i);
    }
    cg_diff_free(diff);
    cg_graph_free(graph);
}
END_TEST

/* What linking adds is in proportion to the graph, unless the caller says how much. */
START_TEST(found_edges_are_bound_by_the_graph)
{
    ck_assert_uint_eq(crowded_bound(CG_FOUND_EDGES_AUTO, 0), CG_LIMIT_FOUND_EDGES);
    ck_assert_uint_eq(crowded_bound(CG_FOUND_EDGES_AUTO, CG_LIMIT_FOUND_EDGES + 1),
                      CG_LIMIT_FOUND_EDGES + 1);
    ck_assert_uint_eq(crowded_bound(7, CG_LIMIT_FOUND_EDGES + 1), 7);
    ck_assert_uint_eq(crowded_bound(0, 1), 0);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {older_callers_keep_defaults_of_what_they_lack,
                                  callers_of_today_give_all,
                                  none_given_are_the_defaults,
                                  unknown_versions_are_refused,
                                  every_function_refuses_versions_it_does_not_know,
                                  found_edges_are_bound_by_the_graph,
                                  NULL};
    return run_tests("options", tests, 30);
}
