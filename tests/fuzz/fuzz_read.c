/*
 * A graph that was read can be written, and reading that again gives the same bytes.
 *
 * Input: an .mcg file.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

/* Names with "#" may come back numbered anew once; from then on they stay. */
static void check_version(const struct cg_graph *graph, const struct cg_registry *registry,
                          int version, bool again)
{
    size_t length, same_length;
    char *text = fuzz_write(graph, version, &length);
    if (!text) {
        return; /* version 2 cannot express everything, and reports that */
    }
    struct cg_graph *back = fuzz_read(text, length, registry);
    FUZZ_CHECK(back != NULL);
    char *same = fuzz_write(back, version, &same_length);
    FUZZ_CHECK(same != NULL);
    if (version == 2 && !again && memchr(text, '#', length)) {
        check_version(back, registry, version, true);
    } else {
        FUZZ_CHECK(length == same_length && memcmp(text, same, length) == 0);
    }
    cg_graph_free(back);
    free(same);
    free(text);
}

static void check(const void *data, size_t size, const struct cg_registry *registry)
{
    struct cg_graph *graph = fuzz_read(data, size, registry);
    if (graph) {
        check_version(graph, registry, 4, false);
        check_version(graph, registry, 2, false);
        FUZZ_CHECK(cg_graph_freeze(graph, NULL) == CG_OK);
        check_version(graph, registry, 4, false);
        cg_graph_free(graph);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cg_registry *registry = fuzz_registry();
    check(data, size, NULL);
    check(data, size, registry);
    cg_registry_free(registry);
    return 0;
}
