/*
 * Merging two graphs gives the same either way round, and merging them again changes nothing.
 *
 * Input: two .mcg files one after the other, split at the last '\n{'.
 */
#include "fuzz.h"

#include <libcg/merge.h>

#include <stdlib.h>
#include <string.h>

static char *merge(struct cg_graph *const *graphs, const int *order, int count, size_t *length,
                   const struct cg_registry *registry)
{
    struct cg_graph *whole;
    FUZZ_CHECK(cg_graph_new(&whole, NULL) == CG_OK);
    const struct cg_merge_options options = {CG_MERGE_OPTIONS_VERSION, registry, true};
    for (int i = 0; i < count; i++) {
        FUZZ_CHECK(cg_graph_merge(whole, graphs[order[i]], &options, NULL) == CG_OK);
    }
    char *text = fuzz_write(whole, 4, length);
    cg_graph_free(whole);
    return text;
}

/* The same in one go. */
static void check_merger(struct cg_graph *const *graphs, const char *text, size_t length,
                         const struct cg_registry *registry)
{
    struct cg_merger *merger;
    struct cg_graph *whole;
    size_t same_length;
    const struct cg_merge_options options = {CG_MERGE_OPTIONS_VERSION, registry, true};
    FUZZ_CHECK(cg_merger_new(&merger, &options, NULL) == CG_OK);
    for (int i = 0; i < 3; i++) {
        FUZZ_CHECK(cg_merger_add(merger, graphs[i & 1], NULL) == CG_OK);
    }
    FUZZ_CHECK(cg_merger_finish(&whole, merger, NULL) == CG_OK);
    char *same = fuzz_write(whole, 4, &same_length);
    FUZZ_CHECK(same && length == same_length && memcmp(text, same, length) == 0);
    free(same);
    cg_graph_free(whole);
    cg_merger_free(merger);
}

static void check(struct cg_graph *const *graphs, const struct cg_registry *registry)
{
    static const int forth[] = {0, 1}, back[] = {1, 0, 0, 1};
    size_t length, same_length;
    char *text = merge(graphs, forth, 2, &length, registry);
    char *same = merge(graphs, back, 4, &same_length, registry);
    FUZZ_CHECK(!text == !same);
    if (!text) {
        return;
    }
    FUZZ_CHECK(length == same_length && memcmp(text, same, length) == 0);
    free(same);
    struct cg_graph *const through_file[] = {fuzz_read(text, length, registry), graphs[0]};
    FUZZ_CHECK(through_file[0] != NULL);
    same = merge(through_file, forth, 2, &same_length, registry);
    FUZZ_CHECK(same && length == same_length && memcmp(text, same, length) == 0);
    cg_graph_free(through_file[0]);
    free(same);
    check_merger(graphs, text, length, registry);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cg_registry *registry = fuzz_registry();
    size_t middle = size;
    for (size_t i = 1; i + 1 < size; i++) {
        middle = data[i] == '\n' && data[i + 1] == '{' ? i : middle;
    }
    struct cg_graph *graphs[2] = {fuzz_read(data, middle, registry)};
    graphs[1] = graphs[0] ? fuzz_read(data + middle, size - middle, registry) : NULL;
    if (graphs[1]) {
        check(graphs, registry);
    }
    cg_graph_free(graphs[0]);
    cg_graph_free(graphs[1]);
    cg_registry_free(registry);
    return 0;
}
