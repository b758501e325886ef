/* Memory that is exhausted while a graph is linked: once, at each allocation in turn. Linking
 * fails, or does without; it never leaves anything out. */
#include "link_model.h"

#include <stdlib.h>
#include <string.h>

enum { PROGRAMS = 2, LEAST_ALLOCATIONS = 150 };

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

/** Link a program, whose graph is the same each time, without summaries: reading those that come
 * with the library takes most allocations.
 *  @param fails number of the allocation that fails
 *  @return text of the linked graph, to be freed; NULL when there is no memory */
static char *linked(const struct program_model *model, struct random random, size_t fails)
{
    struct cg_error error = {0};
    struct cg_link_report *report = NULL;
    struct cg_summaries *summaries;
    struct cg_link_options options = CG_LINK_OPTIONS_INIT;
    struct cg_graph *graph = program_graph(model, &random);
    ck_assert_int_eq(cg_summaries_new(&summaries, NULL), CG_OK);
    options.summaries = summaries;
    options.world = model->world;
    options.promised = model->promised;
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
    cg_summaries_free(summaries);
    return text;
}

/** @return how many faults were noticed */
static size_t exhaust(const struct program_model *model, struct random random, unsigned number)
{
    char *whole = linked(model, random, SIZE_MAX);
    size_t count = allocations.made;
    size_t noticed = 0;
    ck_assert_ptr_nonnull(whole);
    for (size_t fails = 0; fails < count; fails++) {
        char *text = linked(model, random, fails);
        if (text && strcmp(text, whole) != 0) {
            ck_abort_msg("program %u: without allocation %zu of %zu something is left out", number,
                         fails, count);
        }
        noticed += text == NULL;
        free(text);
    }
    free(whole);
    return noticed;
}

START_TEST(linking_leaves_nothing_out)
{
    struct random random = {22};
    size_t noticed = 0;
    for (unsigned number = 0; number < PROGRAMS;) {
        struct program_model model;
        program_random(&model, &random);
        if (program_twin(&model, &random)) {
            noticed += exhaust(&model, random, number++);
        }
    }
    ck_assert_uint_gt(noticed, PROGRAMS * LEAST_ALLOCATIONS);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {linking_leaves_nothing_out, NULL};
    return run_tests("exhausted", tests, 120);
}
