/*
 * Reads the link edges of build.ninja: "build OUTPUTS: RULE INPUTS | IMPLICIT || ORDER" whose
 * inputs are objects, archives or libraries. Of the variables of an edge, LINK_LIBRARIES and
 * LINK_FLAGS (CMake) and LINK_ARGS (Meson) have the linker's options.
 */
#include "programs/link_steps.h"

#include <cli.h>
#include <files/found_file.h>

#include <errno.h>
#include <string.h>

#define MOST_NESTED 20u /* files that include files */
#define MOST_FILES 10000u
#define MOST_EXPANDED (64u << 20) /* bytes that variables add: each may have others many times */

/** Files being read. */
struct ninja {
    GHashTable *steps;
    const char *directory; /**< in which all commands run */
    GHashTable *variables; /**< of the files: char * by char * */
    GPtrArray *open;       /**< paths of files that include the present one, and its own */
    unsigned files;
    size_t expanded; /**< bytes that variables added, at most about MOST_EXPANDED */
};

/** The value of a variable, borrowed. */
static const char *value_of(const struct ninja *n, const char *name, size_t length)
{
    char *key = g_strndup(name, length);
    const char *value = g_hash_table_lookup(n->variables, key);
    g_free(key);
    return value ? value : "";
}

static size_t name_length(const char *text)
{
    return strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-");
}

/** Read what follows a dollar. @return the character behind it */
static const char *read_dollar(struct ninja *n, GString *out, const char *at)
{
    const char *close = *at == '{' ? strchr(at, '}') : NULL;
    size_t length = close ? (size_t)(close - at - 1) : name_length(at);
    if (length > 0 && (close || *at != '{')) {
        const char *value = value_of(n, close ? at + 1 : at, length);
        size_t added = n->expanded <= MOST_EXPANDED ? strlen(value) : 0;
        n->expanded += added;
        g_string_append(out, n->expanded <= MOST_EXPANDED ? value : "");
        return close ? close + 1 : at + length;
    }
    if (*at) {
        g_string_append_c(out, *at++);
    }
    return at;
}

/** The next path of a build line, to release with g_free; NULL at the end. `*at` is set behind it.
 * A separator (":", "|", "||") is a path of its own. */
static char *next_path(struct ninja *n, const char **at)
{
    GString *path = g_string_new(NULL);
    const char *c = *at + strspn(*at, " ");
    size_t separator = *c == ':' ? 1 : strspn(c, "|");
    g_string_append_len(path, c, (gssize)separator);
    c += separator;
    while (separator == 0 && *c && !strchr(" :|", *c)) {
        if (*c == '$') {
            c = read_dollar(n, path, c + 1);
        } else {
            g_string_append_c(path, *c++);
        }
    }
    *at = c;
    bool end = path->len == 0 && *c == '\0';
    return g_string_free(path, end);
}

static char *expand_variables(struct ninja *n, const char *text)
{
    GString *out = g_string_new(NULL);
    while (*text) {
        if (*text == '$') {
            text = read_dollar(n, out, text + 1);
        } else {
            g_string_append_c(out, *text++);
        }
    }
    return g_string_free(out, FALSE);
}

/** The paths of a build line up to a separator. @param stop receives the separator, NULL at the end
 */
static GPtrArray *read_paths(struct ninja *n, const char **at, char **stop)
{
    GPtrArray *paths = g_ptr_array_new_with_free_func(g_free);
    *stop = next_path(n, at);
    while (*stop && (*stop)[0] != ':' && (*stop)[0] != '|') {
        g_ptr_array_add(paths, *stop);
        *stop = next_path(n, at);
    }
    return paths;
}

/** @return a step if the edge links something, else NULL. */
static struct link_step *read_edge(struct ninja *n, const char *line)
{
    char *stop;
    struct link_step *step = NULL;
    GPtrArray *outputs = read_paths(n, &line, &stop);
    while (stop && stop[0] == '|') { /* implicit outputs */
        g_free(stop);
        g_ptr_array_unref(read_paths(n, &line, &stop));
    }
    g_free(stop);
    char *rule = next_path(n, &line);
    GPtrArray *inputs = read_paths(n, &line, &stop);
    bool implicit = stop && strcmp(stop, "|") == 0;
    g_free(stop);
    if (outputs->len > 0 && rule && strcmp(rule, "phony") != 0) {
        step = link_step_add(n->steps, n->directory, outputs->pdata[0]);
        for (guint i = 0; i < inputs->len; i++) {
            link_step_input(step, n->directory, inputs->pdata[i], false);
        }
    }
    g_ptr_array_unref(inputs);
    if (implicit) {
        inputs = read_paths(n, &line, &stop);
        for (guint i = 0; step && i < inputs->len; i++) {
            link_step_input(step, n->directory, inputs->pdata[i], false);
        }
        g_free(stop);
        g_ptr_array_unref(inputs);
    }
    g_free(rule);
    g_ptr_array_unref(outputs);
    if (step && step->inputs->len == 0) {
        g_hash_table_remove(n->steps, step->output);
        step = NULL;
    }
    return step;
}

/** Read "NAME = VALUE" of an edge, or of the file. */
static void read_variable(struct ninja *n, struct link_step *step, const char *line)
{
    static const char *const wanted[] = {"LINK_LIBRARIES", "LINK_FLAGS", "LINK_ARGS", NULL};
    const char *equals = strchr(line, '=');
    char *name = equals ? g_strstrip(g_strndup(line, (gsize)(equals - line))) : NULL;
    char *value = equals ? g_strstrip(expand_variables(n, equals + 1)) : NULL;
    char **words = NULL;
    if (name && step && g_strv_contains(wanted, name) &&
        g_shell_parse_argv(value, NULL, &words, NULL)) {
        link_step_words(step, n->directory, words);
    } else if (name && line[0] != ' ') {
        g_hash_table_replace(n->variables, g_steal_pointer(&name), g_steal_pointer(&value));
    }
    g_strfreev(words);
    g_free(name);
    g_free(value);
}

static int read_file(struct ninja *n, const char *path, struct cg_error *error);

/** A file that includes itself has been read once when it does: that is enough. */
static int read_included(struct ninja *n, const char *line, struct cg_error *error)
{
    char *name = next_path(n, &line);
    char *path = name ? g_canonicalize_filename(name, n->directory) : NULL;
    int status = CG_OK;
    bool is_open = path && g_ptr_array_find_with_equal_func(n->open, path, g_str_equal, NULL);
    if (path && !is_open && g_file_test(path, G_FILE_TEST_IS_REGULAR) &&
        n->open->len < MOST_NESTED && n->files++ < MOST_FILES) {
        status = read_file(n, path, error);
    }
    g_free(path);
    g_free(name);
    return status;
}

static int read_lines(struct ninja *n, char **lines, struct cg_error *error)
{
    struct link_step *step = NULL;
    int status = CG_OK;
    for (; *lines && !status; lines++) {
        const char *line = *lines;
        if (g_str_has_prefix(line, "build ")) {
            step = read_edge(n, line + strlen("build "));
        } else if (g_str_has_prefix(line, "include ") || g_str_has_prefix(line, "subninja ")) {
            status = read_included(n, strchr(line, ' '), error);
        } else if (line[0] == ' ') {
            read_variable(n, step, line);
        } else if (line[0] && line[0] != '#') {
            step = NULL;
            read_variable(n, NULL, line);
        }
        if (!status && n->expanded > MOST_EXPANDED) {
            status = cli_fail(error, CG_E_LIMIT, NULL, "its variables make more than %u bytes",
                              MOST_EXPANDED);
        }
    }
    return status;
}

static int read_file(struct ninja *n, const char *path, struct cg_error *error)
{
    char *text = NULL;
    if (!found_read(&text, NULL, path)) {
        return cli_fail(error, CG_E_IO, path, "cannot read: %s", found_reason(errno));
    }
    char **parts = g_strsplit(text, "$\n", -1); /* a line goes on, without the next one's blanks */
    for (char **part = *parts ? parts + 1 : parts; *part; part++) {
        g_strchug(*part);
    }
    char *joined = g_strjoinv("", parts);
    char **lines = g_strsplit(joined, "\n", -1);
    g_ptr_array_add(n->open, (void *)path);
    int status = read_lines(n, lines, error);
    g_ptr_array_set_size(n->open, (int)n->open->len - 1);
    if (status && !error->file[0]) {
        g_strlcpy(error->file, path, sizeof error->file);
    }
    g_strfreev(lines);
    g_free(joined);
    g_strfreev(parts);
    g_free(text);
    return status;
}

int link_steps_ninja(GHashTable *steps, const char *path, struct cg_error *error)
{
    char *directory = g_path_get_dirname(path), *whole = g_canonicalize_filename(path, NULL);
    struct ninja n = {.steps = steps,
                      .directory = directory,
                      .open = g_ptr_array_new(),
                      .variables = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free)};
    int status = read_file(&n, whole, error);
    g_hash_table_destroy(n.variables);
    g_ptr_array_unref(n.open);
    g_free(whole);
    g_free(directory);
    return status;
}
