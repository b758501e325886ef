/*
 * What a build links is refused with a reason, or all its paths are absolute and its steps are
 * known by their outputs.
 *
 * Input: a compilation database if it begins with a bracket, else build.ninja.
 */
#include "fuzz.h"

#include <programs/link_steps.h>

#include <string.h>

static void check_step(const char *output, const struct link_step *step)
{
    FUZZ_CHECK(strcmp(output, step->output) == 0 && step->output[0] == '/');
    for (guint i = 0; i < step->inputs->len; i++) {
        FUZZ_CHECK(g_array_index(step->inputs, struct link_input, i).path[0] == '/');
    }
    for (guint i = 0; i < step->wrapped->len; i++) {
        FUZZ_CHECK(step->wrapped->pdata[i]);
    }
}

static void check_steps(GHashTable *steps)
{
    GHashTableIter at;
    gpointer output, step;
    g_hash_table_iter_init(&at, steps);
    while (g_hash_table_iter_next(&at, &output, &step)) {
        check_step(output, step);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *path = fuzz_file(data, size);
    struct cg_error error = {0};
    GHashTable *steps;
    int status = link_steps_read(&steps, path, &error);
    if (status && !(size && data[0] == '[')) {
        g_hash_table_remove_all(steps);
        error = (struct cg_error){0};
        status = link_steps_ninja(steps, path, &error);
    }
    FUZZ_CHECK(!status || (error.text[0] && error.file[0]));
    check_steps(steps);
    g_hash_table_destroy(steps);
    return 0;
}
