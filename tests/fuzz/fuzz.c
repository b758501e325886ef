#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void fuzz_fail(const char *condition, const char *file, int line)
{
    fprintf(stderr, "%s:%d: not so: %s\n", file, line, condition);
    abort();
}

struct cg_graph *fuzz_read(const void *data, size_t length)
{
    struct cg_graph *graph = NULL;
    struct cg_error error = {0};
    int status = cg_read_memory(&graph, data, length, "input", NULL, &error);
    FUZZ_CHECK((status == CG_OK) == (graph != NULL));
    FUZZ_CHECK(!status || (error.status == (enum cg_status)status && error.text[0] && error.line));
    return graph;
}

struct sink {
    char *bytes;
    size_t length;
    size_t capacity;
};

static int gather(void *user, const void *bytes, size_t length)
{
    struct sink *sink = user;
    if (sink->length + length > sink->capacity) {
        sink->capacity = 2 * (sink->length + length);
        sink->bytes = realloc(sink->bytes, sink->capacity);
        FUZZ_CHECK(sink->bytes != NULL);
    }
    memcpy(sink->bytes + sink->length, bytes, length);
    sink->length += length;
    return 0;
}

char *fuzz_write(const struct cg_graph *graph, int version, size_t *length)
{
    struct sink sink = {0};
    struct cg_error error = {0};
    const struct cg_write_options options = {.version = version};
    int status = cg_write(graph, gather, &sink, &options, &error);
    FUZZ_CHECK(!status || (version == 2 && status == CG_E_ARGUMENT));
    *length = sink.length;
    if (status) {
        free(sink.bytes);
        return NULL;
    }
    return sink.bytes;
}
