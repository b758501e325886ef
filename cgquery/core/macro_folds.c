/* Finds the functions of a list that one use of a macro makes. */
#include "core/macro_folds.h"

#include <libcg/json.h>
#include <libcg/kinds.h>

/* The functions of a use, while lines are asked for. */
struct use {
    struct macro_fold fold;
    bool shown;
};

struct macro_folds {
    const struct query *query;
    GHashTable *uses; /* "MACRO at FILE:LINE": struct use */
};

char *macro_use(const struct query *query, cg_node node)
{
    json_t *value = NULL;
    const char *macro, *file;
    json_int_t line;
    char *use = NULL;
    struct cg_error ignored;
    if (!cg_metadata_has(query->graph, CG_ON_NODE, node, CG_KEY_MADE_BY) ||
        cg_metadata_json(&value, query->graph, CG_ON_NODE, node, CG_KEY_MADE_BY, &ignored)) {
        return NULL;
    }
    if (json_unpack(value, "{s:s,s:s,s:I}", "macro", &macro, "file", &file, "line", &line) == 0) {
        char *text = g_strdup_printf("%s at %s:%" G_GINT64_FORMAT, macro, file, (gint64)line);
        use = cli_printable(text);
        g_free(text);
    }
    json_decref(value);
    return use;
}

/* NULL: the function has a line of its own. */
static char *use_of(const struct query *query, cg_node node)
{
    return query->options.unfold ? NULL : macro_use(query, node);
}

static void add_function(struct macro_folds *folds, cg_node node)
{
    char *text = use_of(folds->query, node);
    int64_t statements = cg_num_statements(folds->query->graph, node);
    struct use *use = text ? g_hash_table_lookup(folds->uses, text) : NULL;
    if (text && !use) {
        use = g_new0(struct use, 1);
        use->fold.use = text;
        g_hash_table_insert(folds->uses, text, use);
    } else {
        g_free(text);
    }
    if (use) {
        use->fold.functions++;
        use->fold.statements += statements > 0 ? (uint64_t)statements : 0;
    }
}

struct macro_folds *macro_folds_new(const struct query *query, struct cg_function_set list)
{
    struct macro_folds *folds = g_new(struct macro_folds, 1);
    folds->query = query;
    folds->uses = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    for (size_t i = 0; i < list.count; i++) {
        add_function(folds, list.nodes[i]);
    }
    return folds;
}

void macro_folds_free(struct macro_folds *folds)
{
    g_hash_table_unref(folds->uses);
    g_free(folds);
}

struct macro_fold macro_folds_next(struct macro_folds *folds, cg_node node)
{
    struct macro_fold line = {.functions = 1};
    char *text = use_of(folds->query, node);
    struct use *use = text ? g_hash_table_lookup(folds->uses, text) : NULL;
    if (use && use->fold.functions > 1) {
        line = use->shown ? (struct macro_fold){0} : use->fold;
        use->shown = true;
    }
    g_free(text);
    return line;
}
