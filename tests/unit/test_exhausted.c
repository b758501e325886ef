/* Memory that is exhausted while a graph is linked: once, at each allocation in turn. Linking
 * fails, or does without; it never leaves anything out. */
#include "link_model.h"

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

int main(void)
{
    const TTest *const tests[] = {linking_leaves_nothing_out, NULL};
    return run_tests("exhausted", tests, 120);
}
