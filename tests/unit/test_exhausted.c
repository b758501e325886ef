/* Memory that is exhausted while a graph is linked, or asked: once, at each allocation in turn.
 * Linking fails, or does without; it never leaves anything out. Metadata is not absent. */
#include "link_model.h"

#include <libcg/kinds.h>
#include <libcg/select.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PROGRAMS = 20, LEAST_ALLOCATIONS = 150 };

/* Allocations, which the linker sends here (--wrap). */

static struct {
    bool counts;
    size_t made;
    size_t fails; /**< this one */
} allocations;

static bool is_refused(void)
{
    return allocations.counts && allocations.made++ == allocations.fails;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

void *__wrap_malloc(size_t size)
{
    return is_refused() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return is_refused() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return is_refused() ? NULL : __real_realloc(old, size);
}

/* Linking */

/** What is linked. Its graph is the same each time. */
struct linking {
    struct program_model model;
    struct random random;
    const struct cg_summaries *summaries; /**< read once, since that takes most of the time */
    unsigned number;
};

/** @param fails number of the allocation that fails
 *  @return text of the linked graph, to be freed; NULL when there is no memory */
static char *linked(const struct linking *linking, size_t fails)
{
    struct cg_error error = {0};
    struct cg_link_report *report = NULL;
    struct cg_link_options options = CG_LINK_OPTIONS_INIT;
    struct random random = linking->random;
    struct cg_graph *graph = program_graph(&linking->model, &random);
    options.summaries = linking->summaries;
    options.world = linking->model.world;
    options.promised = linking->model.promised;
    allocations.made = 0;
    allocations.fails = fails;
    allocations.counts = true;
    int status = cg_graph_link(graph, &options, &report, &error);
    allocations.counts = false;
    char *text = status ? NULL : text_of(graph, 4);
    ck_assert(status == CG_OK || status == CG_E_MEMORY);
    ck_assert(status == CG_OK || error.text[0]);
    cg_link_report_free(report);
    cg_graph_free(graph);
    return text;
}

/** @return how many faults were noticed */
static size_t exhaust(const struct linking *linking)
{
    char *whole = linked(linking, SIZE_MAX);
    size_t count = allocations.made;
    size_t noticed = 0;
    ck_assert_ptr_nonnull(whole);
    for (size_t fails = 0; fails < count; fails++) {
        char *text = linked(linking, fails);
        if (text && strcmp(text, whole) != 0) {
            ck_abort_msg("program %u: without allocation %zu of %zu something is left out",
                         linking->number, fails, count);
        }
        noticed += text == NULL;
        free(text);
    }
    free(whole);
    return noticed;
}

START_TEST(linking_leaves_nothing_out)
{
    struct cg_summaries *summaries;
    struct linking linking = {.random = {22}};
    size_t noticed = 0;
    ck_assert_int_eq(cg_summaries_new(&summaries, NULL), CG_OK);
    linking.summaries = summaries;
    while (linking.number < PROGRAMS) {
        program_random(&linking.model, &linking.random);
        if (program_twin(&linking.model, &linking.random)) {
            noticed += exhaust(&linking);
            linking.number++;
        }
    }
    cg_summaries_free(summaries);
    ck_assert_uint_gt(noticed, PROGRAMS * LEAST_ALLOCATIONS);
}
END_TEST

/* Metadata that the graph keeps decoded. */

static struct cg_graph *graph_with_names(void)
{
    struct cg_graph *graph = new_graph();
    cg_node node = add_node(graph, "main", "main.c", true, CG_LINKAGE_EXTERNAL);
    set(graph, CG_ON_NODE, node, "names", "[\"main\",\"start\"]");
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    return graph;
}

static void refuse_from(size_t number)
{
    allocations.made = 0;
    allocations.fails = number;
    allocations.counts = true;
}

START_TEST(no_metadata_is_absent)
{
    struct cg_graph *graph = graph_with_names();
    size_t refused = 0;
    for (bool again = true; again; refused++) {
        struct cg_value value;
        double number = 0;
        char *buffer = NULL;
        refuse_from(refused);
        bool found = cg_metadata_at(&value, graph, CG_ON_NODE, 0, "names", &buffer);
        allocations.counts = false;
        ck_assert(found);
        again = allocations.made > refused;
        ck_assert_int_eq(value.text == NULL, again);
        free(buffer);
        buffer = NULL;
        refuse_from(refused);
        found = cg_metadata_number(&number, graph, CG_ON_NODE, 0, "names", &buffer);
        allocations.counts = false;
        ck_assert(found);
        ck_assert(again ? isnan(number) : number == 2);
        free(buffer);
    }
    ck_assert_uint_gt(refused, 1);
    cg_graph_free(graph);
}
END_TEST

static int select_at(bool *selected, struct cg_graph *graph, const char *set, size_t fails)
{
    struct cg_selector *selector = NULL;
    struct cg_selector_options options = CG_SELECTOR_OPTIONS_INIT;
    struct cg_error error = {0};
    refuse_from(fails);
    int status = cg_selector_new(&selector, graph, &options, &error);
    status = status ? status : cg_select(selected, selector, set, &error);
    allocations.counts = false;
    cg_selector_free(selector);
    return status;
}

START_TEST(sets_and_sums_are_whole)
{
    static const char *const sets[] = {"[names]", "[inclusive(names) >= 2]"};
    struct cg_graph *graph = graph_with_names();
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        bool selected = false;
        ck_assert_int_eq(select_at(&selected, graph, sets[i], SIZE_MAX), CG_OK);
        ck_assert_msg(selected, "%s", sets[i]);
        size_t count = allocations.made;
        for (size_t fails = 0; fails < count; fails++) {
            selected = false;
            int status = select_at(&selected, graph, sets[i], fails);
            ck_assert_msg(status == CG_OK ? selected : status == CG_E_MEMORY,
                          "%s: allocation %zu: status %d", sets[i], fails, status);
        }
    }
    cg_graph_free(graph);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {linking_leaves_nothing_out, no_metadata_is_absent,
                                  sets_and_sums_are_whole, NULL};
    return run_tests("exhausted", tests, 120);
}
