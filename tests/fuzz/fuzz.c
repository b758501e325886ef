#include "fuzz.h"

#include <libcg/kinds.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

_Noreturn void fuzz_fail(const char *condition, const char *file, int line)
{
    fprintf(stderr, "%s:%d: not so: %s\n", file, line, condition);
    abort();
}

struct cg_registry *fuzz_registry(void)
{
    static const struct cg_metadata_kind kinds[] = {
        {.abi = CG_METADATA_ABI,
         .key = "refs",
         .places = CG_ON_GRAPH | CG_ON_NODE | CG_ON_EDGE,
         .strategy = "union",
         .description = "functions"},
        {.abi = CG_METADATA_ABI,
         .key = "ref",
         .places = CG_ON_NODE,
         .strategy = "greatest",
         .description = "a function"},
    };
    struct cg_registry *registry;
    FUZZ_CHECK(cg_registry_new(&registry, NULL) == CG_OK);
    FUZZ_CHECK(cg_registry_add_builtin(registry, NULL) == CG_OK);
    FUZZ_CHECK(cg_registry_add(registry, &kinds[0], NULL) == CG_OK);
    FUZZ_CHECK(cg_registry_add(registry, &kinds[1], NULL) == CG_OK);
    return registry;
}

static void look_at_warning(void *user, const struct cg_error *where)
{
    (void)user;
    FUZZ_CHECK(where->text[0] && where->file[0] && where->line && where->column);
}

struct cg_graph *fuzz_read(const void *data, size_t length, const struct cg_registry *registry)
{
    struct cg_graph *graph = NULL;
    struct cg_error error = {0};
    const struct cg_read_options options = {CG_READ_OPTIONS_VERSION, .warn = look_at_warning,
                                            .registry = registry};
    int status = cg_read_memory(&graph, data, length, "input", &options, &error);
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
    const struct cg_write_options options = {CG_WRITE_OPTIONS_VERSION, .mcg_version = version};
    int status = cg_write(graph, gather, &sink, &options, &error);
    FUZZ_CHECK(!status || status == CG_E_ARGUMENT);
    FUZZ_CHECK(!status || version == 2 || strstr(error.text, "no place for the member"));
    *length = sink.length;
    if (status) {
        free(sink.bytes);
        return NULL;
    }
    return sink.bytes;
}

const char *fuzz_file(const void *data, size_t length)
{
    static char path[64];
    static int file = -1;
    if (file < 0) {
        file = memfd_create("fuzz", MFD_CLOEXEC);
        FUZZ_CHECK(file >= 0);
        snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    }
    FUZZ_CHECK(ftruncate(file, 0) == 0);
    FUZZ_CHECK(pwrite(file, data, length, 0) == (ssize_t)length);
    return path;
}
