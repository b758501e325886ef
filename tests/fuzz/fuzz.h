/*
 * What the fuzz targets share.
 */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <libcg/file.h>

#include <stdint.h>

#define FUZZ_CHECK(condition)                                                                      \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fuzz_fail(#condition, __FILE__, __LINE__);                                             \
        }                                                                                          \
    } while (0)

/** Print what failed and abort. */
_Noreturn void fuzz_fail(const char *condition, const char *file, int line);

/** The kinds of the library and two whose values refer to nodes, "refs", a set, and "ref". To be
 *  freed after the graphs read with it. */
struct cg_registry *fuzz_registry(void);

/** Read a graph. @param registry may be NULL @return NULL when it is refused; a refusal has its
 *  reason and place */
struct cg_graph *fuzz_read(const void *data, size_t length, const struct cg_registry *registry);

/** Write a graph. @return bytes to be freed, NULL when the version cannot say what it holds, as
 *  version 4 can all but members of other versions' nodes */
char *fuzz_write(const struct cg_graph *graph, int version, size_t *length);

/** The path of a file in memory with this content; the next call changes it. */
const char *fuzz_file(const void *data, size_t length);

/** The target. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
