/*
 * Lists the outputs in one table and compares each with the others and with every input, also with
 * what directories of profiles contain.
 */
#include "settings/files.h"

#include <files/cli_files.h>
#include <string.h>

#define OUTPUTS 6

struct output {
    const char *what;
    const char *path; /**< NULL: not requested */
    bool is_graph;
};

static void list_outputs(struct output out[OUTPUTS], const struct validate_settings *settings)
{
    const struct output all[OUTPUTS] = {
        {"--output", settings->output, false},
        {"--sarif", settings->sarif, false},
        {"--write-baseline", settings->write_baseline, false},
        {"--patch", settings->patch, true},
        {"--annotate", settings->annotate, true},
        {"--write", settings->write_profile, false},
    };
    memcpy(out, all, sizeof all);
}

char *files_check_outputs(const struct validate_settings *settings)
{
    struct output outputs[OUTPUTS];
    list_outputs(outputs, settings);
    for (size_t i = 0; i < OUTPUTS; i++) {
        for (size_t j = 0; j < i; j++) {
            const struct output *a = &outputs[i], *b = &outputs[j];
            bool may_share = a->is_graph && b->is_graph;
            if (a->path && b->path && !may_share && cli_outputs_are_one(a->path, b->path)) {
                return g_strdup(
                    strcmp(a->path, "-") == 0
                        ? "two outputs would go to standard output; name a file for one of them"
                        : "two outputs would go to one file; name another for one of them");
            }
        }
    }
    return NULL;
}

char *files_check_inputs(const struct validate_settings *settings)
{
    const char *const files[] = {settings->graph, settings->files_from, settings->baseline};
    guint readers = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(files); i++) {
        readers += g_strcmp0(files[i], "-") == 0;
    }
    for (guint i = 0; i < settings->profiles->len; i++) {
        readers += strcmp(settings->profiles->pdata[i], "-") == 0;
    }
    if (readers > 1) {
        return g_strdup("standard input can be read only once");
    }
    bool two_graphs = settings->patch && settings->annotate && !settings->one_graph;
    if (two_graphs && g_strcmp0(settings->graph, "-") == 0) {
        return g_strdup("with a graph from standard input, --patch and --annotate must name the "
                        "same file");
    }
    return NULL;
}

/* @return the error text, or NULL. */
static char *check_input(const struct output outputs[OUTPUTS], const char *what, const char *path)
{
    for (size_t i = 0; i < OUTPUTS; i++) {
        if (outputs[i].path && cli_output_is_input(outputs[i].path, path)) {
            return g_strdup_printf("%s would overwrite %s '%s'", outputs[i].what, what,
                                   cli_title(path));
        }
    }
    return NULL;
}

/* A TAU profile may be a directory of files, or of directories with files. */
static char *check_profile(const struct output outputs[OUTPUTS], const char *path)
{
    char *wrong = check_input(outputs, "the profile", path);
    for (size_t i = 0; i < OUTPUTS && !wrong; i++) {
        char *name = outputs[i].path ? g_path_get_basename(outputs[i].path) : g_strdup("");
        char *directory = outputs[i].path ? g_path_get_dirname(outputs[i].path) : g_strdup("");
        char *above = g_build_filename(directory, "..", NULL);
        if (g_str_has_prefix(name, "profile.") && g_file_test(path, G_FILE_TEST_IS_DIR) &&
            (cli_output_is_input(directory, path) || cli_output_is_input(above, path))) {
            wrong = g_strdup_printf("%s would write into the profile '%s'", outputs[i].what, path);
        }
        g_free(above);
        g_free(directory);
        g_free(name);
    }
    return wrong;
}

/* --patch and --annotate may replace the graph; no other output may. */
static char *check_graph(const struct output outputs[OUTPUTS], const char *path)
{
    struct output others[OUTPUTS];
    for (size_t i = 0; i < OUTPUTS; i++) {
        others[i] = outputs[i];
        others[i].path = outputs[i].is_graph ? NULL : outputs[i].path;
    }
    return check_input(others, "the graph", path);
}

char *files_check_overwriting(const struct validate_settings *settings)
{
    const struct {
        const char *what, *path;
    } inputs[] = {
        {"the list", settings->files_from},
        {"the baseline", settings->baseline},
        {"the program", settings->binary},
    };
    struct output outputs[OUTPUTS];
    list_outputs(outputs, settings);
    char *wrong = settings->graph ? check_graph(outputs, settings->graph) : NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(inputs) && !wrong; i++) {
        wrong = inputs[i].path ? check_input(outputs, inputs[i].what, inputs[i].path) : NULL;
    }
    for (guint i = 0; i < settings->profiles->len && !wrong; i++) {
        wrong = check_profile(outputs, settings->profiles->pdata[i]);
    }
    for (char **plugin = settings->plugins; plugin && *plugin && !wrong; plugin++) {
        wrong = check_input(outputs, "the plug-in", *plugin);
    }
    return wrong;
}
