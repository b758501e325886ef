/*
 * What a process recorded of itself is read whatever it wrote: what is in the file stays within it,
 * and a profile is refused with a reason, or made.
 *
 * Input: a file of a process.
 */
#include "fuzz.h"

#include <paths/profile_paths.h>
#include <read/recordings.h>

#include "../../cgrecord/recording/growing.h"

#include <string.h>

static bool is_inside(const struct recording *recording, const void *at, size_t size)
{
    const char *begin = (const char *)recording->header, *byte = at;
    return byte >= begin && byte + size <= begin + recording->size;
}

static void check_nodes(const struct recording *recording, const struct cgr_chunk *chunk)
{
    uint32_t first, count = recording_nodes(recording, chunk, &first);
    for (uint32_t i = 0; i < count; i++) {
        const struct cgr_node *node = recording_node(recording, first + i);
        FUZZ_CHECK(node && is_inside(recording, node, sizeof *node));
    }
}

static void check_recording(const struct recording *recording)
{
    for (guint i = 0; i < recording->threads->len; i++) {
        const struct cgr_thread *thread = recording->threads->pdata[i];
        FUZZ_CHECK(is_inside(recording, thread, sizeof *thread));
        FUZZ_CHECK(recording_thread_number(recording, thread));
    }
    for (guint i = 0; i < recording->chunks->len; i++) {
        check_nodes(recording, recording->chunks->pdata[i]);
    }
    for (guint i = 0; i < recording->modules->len; i++) {
        const char *path = recording_module_path(recording->modules->pdata[i]);
        FUZZ_CHECK(is_inside(recording, path, strlen(path) + 1));
    }
}

static void make_profile(const char *path)
{
    struct paths *paths = NULL;
    struct cg_error error = {0};
    GPtrArray *all = g_ptr_array_new();
    g_ptr_array_add(all, (gpointer)path);
    int status = paths_make(&paths, all, "fuzz", NULL, &error);
    FUZZ_CHECK(status ? error.text[0] != '\0' : paths_profile(paths) != NULL);
    if (!status) {
        paths_free(paths);
    }
    g_ptr_array_unref(all);
}

static void check_growing(const char *path, size_t size)
{
    struct growing file;
    if (growing_open(&file, path)) {
        growing_look(&file);
        for (size_t left = size / CGR_PAGE; growing_next(&file); left--) {
            FUZZ_CHECK(left > 0);
        }
        growing_close(&file);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *path = fuzz_file(data, size);
    struct recording *recording = recording_open(path, false);
    if (recording) {
        check_recording(recording);
        make_profile(path);
        recording_free(recording);
    }
    check_growing(path, size);
    return 0;
}
