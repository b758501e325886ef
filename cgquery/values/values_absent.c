/* Reports that no function has the requested number, and suggests others. */
#include "names/chosen_functions.h"
#include "values/function_values.h"

#include "kinds/cli_kinds.h"
#include <libcg/value.h>

#include <stdlib.h>
#include <string.h>

#define MOST_TOLD 8
#define MOST_DEEP 4 /* members of members */

/* Paths to numbers, each once. */
struct paths {
    GTree *found;
    GArray *left; /* of struct part */
};

/* A value still to visit. */
struct part {
    char *path;
    struct cg_value value;
    int depth;
};

static gint compare_texts(gconstpointer a, gconstpointer b, gpointer user)
{
    (void)user;
    return strcmp(a, b);
}

static void look_into(struct paths *paths, struct part *part)
{
    struct cg_value_walk walk;
    struct cg_value key, value;
    enum cg_value_type type = cg_value_type(&part->value);
    if (type == CG_VALUE_OBJECT && part->depth < MOST_DEEP) {
        cg_value_walk_start(&walk, &part->value);
        while (cg_value_walk_next(&walk, &key, &value)) {
            char *path = g_strdup_printf("%s.%.*s", part->path, (int)key.length - 2, key.text + 1);
            const struct part below = {path, value, part->depth + 1};
            g_array_append_val(paths->left, below);
        }
    }
    if (type != CG_VALUE_OBJECT && type != CG_VALUE_STRING && type != CG_VALUE_NULL) {
        g_tree_replace(paths->found, part->path, part->path);
    } else {
        g_free(part->path);
    }
}

static void look_into_all(struct paths *paths)
{
    while (paths->left->len > 0) {
        struct part part = g_array_index(paths->left, struct part, paths->left->len - 1);
        g_array_set_size(paths->left, paths->left->len - 1);
        look_into(paths, &part);
    }
}

static GTree *find_paths(const struct cg_graph *graph)
{
    struct paths paths = {g_tree_new_full(compare_texts, NULL, g_free, NULL),
                          g_array_new(FALSE, FALSE, sizeof(struct part))};
    for (cg_node node = 0; node < cg_graph_node_count(graph); node++) {
        struct cg_metadata_walk walk = {0};
        while (cg_metadata_next(&walk, graph, CG_ON_NODE, node)) {
            const struct part whole = {g_strdup(walk.key), cli_walk_value(&walk, graph), 0};
            g_array_append_val(paths.left, whole);
            look_into_all(&paths);
        }
    }
    g_array_unref(paths.left);
    return paths.found;
}

/* Paths below a key, or similar to it. */
struct suggestion {
    const char *key;
    bool below;
    unsigned best;
    GPtrArray *names; /* borrowed */
};

static gboolean consider(gpointer path, gpointer same, gpointer user)
{
    struct suggestion *suggestion = user;
    size_t length = strlen(suggestion->key);
    (void)same;
    if (suggestion->below) {
        if (strncmp(path, suggestion->key, length) == 0 && ((const char *)path)[length] == '.') {
            g_ptr_array_add(suggestion->names, path);
        }
        return FALSE;
    }
    unsigned score = suggest_score(suggestion->key, path, strlen(path));
    if (score < suggestion->best) {
        g_ptr_array_set_size(suggestion->names, 0);
    }
    if (score != G_MAXUINT && score <= suggestion->best) {
        suggestion->best = score;
        g_ptr_array_add(suggestion->names, path);
    }
    return FALSE;
}

static char *list_names(const GPtrArray *names)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < names->len && i < MOST_TOLD; i++) {
        g_string_append_printf(text, "%s%s", i ? ", " : "", (const char *)names->pdata[i]);
    }
    g_string_append(text, names->len > MOST_TOLD ? ", …" : "");
    return g_string_free(text, FALSE);
}

/* If a member does not exist, its kind may. */
static char *kind_of(const char *key)
{
    return g_strndup(key, strcspn(key, "."));
}

static bool any_has(const struct cg_graph *graph, const char *key)
{
    struct cg_value value;
    char *buffer = NULL;
    bool any = false;
    for (cg_node node = 0; node < cg_graph_node_count(graph) && !any; node++) {
        any = cg_metadata_at(&value, graph, CG_ON_NODE, node, key, &buffer);
    }
    free(buffer);
    return any;
}

static void report_absent(const struct query *query, const char *key, const char *names)
{
    const char *graph = query->graph_name;
    if (g_str_equal(key, "visits")) {
        cli_error(
            "%s does not record how often functions were entered; 'cgvalidate --annotate' adds "
            "that from recorded runs",
            graph);
    } else if (*names) {
        cli_error("no function of %s has a number '%s'; did you mean %s?", graph, key, names);
    } else if (any_has(query->graph, key)) {
        cli_error("'%s' is no number in %s", key, graph);
    } else {
        cli_error(
            "no function of %s has a number '%s'; 'cgquery stats' lists the kinds of metadata "
            "it has",
            graph, key);
    }
}

void values_report_absent(struct query *query, const char *key, const char *const *measures)
{
    GTree *paths = find_paths(query->graph);
    char *kind = kind_of(key);
    struct suggestion close = {key, false, G_MAXUINT, g_ptr_array_new()};
    struct suggestion below = {kind, true, 0, g_ptr_array_new()};
    for (; *measures; measures++) {
        g_tree_replace(paths, g_strdup(*measures), NULL);
    }
    g_tree_foreach(paths, consider, &close);
    g_tree_foreach(paths, consider, &below);
    char *names = list_names(below.names->len > 0 ? below.names : close.names);
    report_absent(query, key, names);
    g_free(names);
    g_free(kind);
    g_ptr_array_unref(close.names);
    g_ptr_array_unref(below.names);
    g_tree_unref(paths);
}
