/* Metadata of the page: each number a column; the rest as JSON text, each different one once. */
#include "verbs/export/page/page.h"

#include "verbs/export/columns.h"

#include "kinds/cli_kinds.h"
#include <libcg/kinds.h>
#include <libcg/link.h>
#include <libcg/value.h>

#include <math.h>
#include <string.h>

/* What other columns have, and what only linking needs. */
static const char *const elsewhere[] = {
    CG_KEY_CALL_SITES,
    CG_KEY_UNRESOLVED_CALLS,
    CG_KEY_ADDRESS_TAKEN,
    CG_KEY_RESOLVED_CALLS,
    CG_KEY_EVIDENCE,
    CG_KEY_CONTEXT,
    CG_KEY_POINTER_FACTS,
    CG_KEY_CLASSES,
    CG_KEY_SOURCE_RANGE,
    CG_KEY_SIGNATURE,
    CG_KEY_DEFINED_IN,
    CG_KEY_MADE_BY,
    CG_KEY_LOOP_CALL_DEPTH,
    CG_KEY_ESTIMATE_CALL_COUNT,
    NULL,
};

static bool is_elsewhere(const char *key)
{
    return g_strv_contains((const gchar *const *)elsewhere, key);
}

/* Of "sourceRange.begin.line" the kind is "sourceRange". */
static bool is_shown(const char *path)
{
    char *kind = g_strndup(path, strcspn(path, "."));
    bool shown = !is_elsewhere(kind) && strcmp(kind, CG_KEY_RECURSION) != 0;
    g_free(kind);
    return shown;
}

static double real_of(const struct cg_value *value)
{
    double real;
    if (value->text && cg_value_number(&real, value)) {
        return real;
    }
    return value->text && cg_value_type(value) == CG_VALUE_BOOLEAN ? cg_value_is_true(value) : NAN;
}

/* Small integers, + 1, take less room than reals. */
static void write_reals(struct page *page, const char *name, const double *reals, uint32_t count)
{
    GArray *numbers = g_array_sized_new(FALSE, FALSE, sizeof(uint32_t), count);
    for (uint32_t i = 0; i < count; i++) {
        bool fits = isnan(reals[i]) ||
                    (reals[i] >= 0 && reals[i] < UINT32_MAX && reals[i] == floor(reals[i]));
        uint32_t number = !fits || isnan(reals[i]) ? 0 : (uint32_t)reals[i] + 1;
        if (!fits) {
            break;
        }
        g_array_append_val(numbers, number);
    }
    if (numbers->len == count) {
        page_number_array(page, name, numbers);
    } else {
        g_array_unref(numbers);
        page_reals(page, name, reals, count);
    }
}

/* By column that is shown: an array of `count` reals. */
static double **read_columns(const struct page *page, const struct columns *columns,
                             enum cg_place place, uint32_t count)
{
    const struct exporting *x = page->x;
    guint width = columns->list->len;
    double **reals = g_new0(double *, width + 1);
    struct cg_value *values = g_new0(struct cg_value, width + 1);
    for (guint k = 0; k < width; k++) {
        reals[k] = is_shown(columns_at(columns, k)->path) ? g_new(double, (gsize)count + 1) : NULL;
    }
    for (uint32_t i = 0; i < count && width; i++) {
        columns_read(values, columns, x, place, place == CG_ON_NODE ? x->nodes[i] : x->edges[i]);
        for (guint k = 0; k < width; k++) {
            if (reals[k]) {
                reals[k][i] = real_of(&values[k]);
            }
        }
    }
    g_free(values);
    return reals;
}

/* Columns PREFIX0, PREFIX1, ...; their paths in PREFIXNames. */
static void write_columns(struct page *page, const struct columns *columns, enum cg_place place,
                          const char *prefix)
{
    uint32_t count = place == CG_ON_NODE ? page->x->node_count : page->x->edge_count;
    GString *names = g_string_new(NULL);
    unsigned shown = 0;
    double **reals = read_columns(page, columns, place, count);
    for (guint i = 0; i < columns->list->len; i++) {
        if (reals[i]) {
            const char *path = columns_at(columns, i)->path;
            char *name = g_strdup_printf("%s%u", prefix, shown++);
            g_string_append_len(names, path, (gssize)strlen(path) + 1);
            write_reals(page, name, reals[i], count);
            g_free(name);
        }
        g_free(reals[i]);
    }
    char *name = g_strconcat(prefix, "Names", NULL);
    page_texts(page, name, names->str, names->len);
    g_free(name);
    g_free(reals);
    g_string_free(names, TRUE);
}

static void write_numbers(struct page *page, enum cg_place place, const char *prefix)
{
    struct columns columns;
    struct cg_error error;
    columns_find(&columns, page->x, place);
    if (columns_check(&columns, place, &error)) {
        page_refuse(page, error.text);
    } else {
        write_columns(page, &columns, place, prefix);
    }
    columns_free(&columns);
}

/* Values that are no number, as "{...}"; NULL if there are none. Release with g_free. */
static char *rest_of(struct page *page, cg_node node)
{
    const struct cg_graph *graph = page->x->query->graph;
    struct cg_metadata_walk walk = {0};
    GString *out = g_string_new("{");
    while (cg_metadata_next(&walk, graph, CG_ON_NODE, node)) {
        const struct cg_value value = cli_walk_value(&walk, graph);
        enum cg_value_type type = cg_value_type(&value);
        bool number = type == CG_VALUE_INTEGER || type == CG_VALUE_REAL;
        if (number || is_elsewhere(walk.key)) {
            continue;
        }
        g_string_append(out, out->len > 1 ? "," : "");
        cli_add_json_string(out, walk.key);
        g_string_append_c(out, ':');
        g_string_append_len(out, value.text, (gssize)value.length);
    }
    g_string_append_c(out, '}');
    char *text = out->len > 2 ? g_strdup(out->str) : NULL;
    g_string_free(out, TRUE);
    return text;
}

static void write_rest(struct page *page)
{
    const struct exporting *x = page->x;
    uint32_t *numbers = g_new(uint32_t, (gsize)x->node_count + 1);
    for (uint32_t i = 0; i < x->node_count; i++) {
        char *text = rest_of(page, x->nodes[i]);
        numbers[i] = page_text(page, text);
        g_free(text);
    }
    page_numbers(page, "metadata", numbers, x->node_count);
    g_free(numbers);
}

void page_write_metadata(struct page *page)
{
    write_numbers(page, CG_ON_NODE, "functionValue");
    write_numbers(page, CG_ON_EDGE, "callValue");
    write_rest(page);
}
