/*
 * Looks at all values of a graph once to find the columns and their types, then reads the cells of
 * one function after the other.
 */
#include "verbs/export/columns.h"

#include "kinds/cli_kinds.h"
#include <libcg/kinds.h>
#include <libcg/value.h>

#include <string.h>

/* Depth of the search for members, and the limit of members before a kind counts as data. */
#define DEPTH 4
#define MEMBERS 64

/* Called for each number and truth value in the metadata of a place. */
struct leaf_visitor {
    void (*visit)(void *user, const char *kind, const char *path, const struct cg_value *value);
    void *user;
    const char *kind; /* key of the value that contains the leaf */
    GString *path;    /* path to the current position */
};

static bool is_leaf(enum cg_value_type type)
{
    return type == CG_VALUE_INTEGER || type == CG_VALUE_REAL || type == CG_VALUE_BOOLEAN;
}

static void append_key(GString *path, const struct cg_value *key)
{
    char *text = g_malloc(key->length);
    cg_value_text(text, key);
    g_string_append(path, text);
    g_free(text);
}

/* Recurses to DEPTH at most. */
static void visit_value(struct leaf_visitor *visitor, const struct cg_value *value, int depth)
{
    enum cg_value_type type = cg_value_type(value);
    if (is_leaf(type)) {
        visitor->visit(visitor->user, visitor->kind, visitor->path->str, value);
    }
    if (type != CG_VALUE_OBJECT || depth == DEPTH) {
        return;
    }
    struct cg_value_walk walk;
    struct cg_value key, member;
    size_t length = visitor->path->len;
    cg_value_walk_start(&walk, value);
    while (cg_value_walk_next(&walk, &key, &member)) {
        g_string_append_c(visitor->path, '.');
        append_key(visitor->path, &key);
        visit_value(visitor, &member, depth + 1);
        g_string_truncate(visitor->path, length);
    }
}

static void visit_place(struct leaf_visitor *visitor, const struct cg_graph *graph,
                        enum cg_place place, uint32_t number)
{
    struct cg_metadata_walk walk = {0};
    while (cg_metadata_next(&walk, graph, place, number)) {
        if (strcmp(walk.key, CG_KEY_LOOP_CALL_DEPTH) != 0) { /* its members are functions */
            const struct cg_value value = cli_walk_value(&walk, graph);
            visitor->kind = walk.key;
            g_string_assign(visitor->path, walk.key);
            visit_value(visitor, &value, 0);
        }
    }
}

/* Finding */

struct finding {
    GHashTable *columns; /* struct column by path */
    GHashTable *members; /* by kind: how many columns */
    GHashTable *kinds;   /* by path: key of the kind */
};

static enum column_type type_of(const struct cg_value *value)
{
    int64_t integer;
    switch (cg_value_type(value)) {
    case CG_VALUE_BOOLEAN:
        return COLUMN_BOOLEAN;
    case CG_VALUE_INTEGER:
        return cg_value_integer(&integer, value) ? COLUMN_INTEGER : COLUMN_REAL;
    default:
        return COLUMN_REAL;
    }
}

static void note_leaf(void *user, const char *kind, const char *path, const struct cg_value *value)
{
    struct finding *finding = user;
    enum column_type type = type_of(value);
    struct column *column = g_hash_table_lookup(finding->columns, path);
    if (!column) {
        column = g_new(struct column, 1);
        *column = (struct column){g_strdup(path), type};
        g_hash_table_insert(finding->columns, column->path, column);
        g_hash_table_insert(finding->kinds, column->path, (gpointer)kind);
        guint count = GPOINTER_TO_UINT(g_hash_table_lookup(finding->members, kind));
        g_hash_table_insert(finding->members, (gpointer)kind, GUINT_TO_POINTER(count + 1));
    } else if (column->type != type) {
        bool numbers = column->type != COLUMN_BOOLEAN && type != COLUMN_BOOLEAN;
        column->type = numbers && column->type != COLUMN_MIXED ? COLUMN_REAL : COLUMN_MIXED;
    }
}

static void free_column(gpointer column)
{
    g_free(((struct column *)column)->path);
    g_free(column);
}

static gint compare_paths(gconstpointer a, gconstpointer b)
{
    const struct column *x = *(struct column *const *)a, *y = *(struct column *const *)b;
    return strcmp(x->path, y->path);
}

static void keep_columns(struct columns *out, const struct finding *finding)
{
    GHashTableIter iter;
    gpointer path, column;
    g_hash_table_iter_init(&iter, finding->columns);
    while (g_hash_table_iter_next(&iter, &path, &column)) {
        gpointer kind = g_hash_table_lookup(finding->kinds, path);
        if (GPOINTER_TO_UINT(g_hash_table_lookup(finding->members, kind)) <= MEMBERS) {
            g_ptr_array_add(out->list, column);
        } else {
            free_column(column);
        }
    }
    g_ptr_array_sort(out->list, compare_paths);
    for (guint i = 0; i < out->list->len; i++) {
        g_hash_table_insert(out->by_path, ((struct column *)out->list->pdata[i])->path,
                            GUINT_TO_POINTER(i));
    }
}

void columns_find(struct columns *out, const struct exporting *x, enum cg_place place)
{
    struct finding finding = {g_hash_table_new(g_str_hash, g_str_equal),
                              g_hash_table_new(g_str_hash, g_str_equal),
                              g_hash_table_new(g_str_hash, g_str_equal)};
    struct leaf_visitor visitor = {note_leaf, &finding, NULL, g_string_new(NULL)};
    uint32_t count = place == CG_ON_NODE ? x->node_count : x->edge_count;
    for (uint32_t i = 0; i < count; i++) {
        visit_place(&visitor, x->query->graph, place, i);
    }
    out->list = g_ptr_array_new_with_free_func(free_column);
    out->by_path = g_hash_table_new(g_str_hash, g_str_equal);
    keep_columns(out, &finding);
    g_string_free(visitor.path, TRUE);
    g_hash_table_unref(finding.columns);
    g_hash_table_unref(finding.members);
    g_hash_table_unref(finding.kinds);
}

int columns_check(const struct columns *columns, enum cg_place place, struct cg_error *error)
{
    if (columns->list->len <= COLUMNS_MOST) {
        return CG_OK;
    }
    return cli_fail(
        error, CG_E_LIMIT, NULL,
        "the metadata of %s would be %u columns, more than %u; jsonl, sqlite and graphml hold "
        "any number, and --include chooses a part",
        place == CG_ON_NODE ? "functions" : "calls", columns->list->len, COLUMNS_MOST);
}

void columns_free(struct columns *columns)
{
    g_hash_table_unref(columns->by_path);
    g_ptr_array_unref(columns->list);
}

const struct column *columns_at(const struct columns *columns, guint i)
{
    return columns->list->pdata[i];
}

/* Reading */

struct reading {
    const struct columns *columns;
    GArray *cells;
};

static void read_leaf(void *user, const char *kind, const char *path, const struct cg_value *value)
{
    struct reading *reading = user;
    gpointer place;
    (void)kind;
    if (g_hash_table_lookup_extended(reading->columns->by_path, path, NULL, &place)) {
        struct cell cell = {GPOINTER_TO_UINT(place), *value};
        g_array_append_val(reading->cells, cell);
    }
}

static gint compare_cells(gconstpointer a, gconstpointer b)
{
    const struct cell *x = a, *y = b;
    return (x->column > y->column) - (x->column < y->column);
}

/* Of "a.b" and a member b of "a" the last counts; sorting is stable. */
static void drop_repeated(GArray *cells)
{
    guint kept = 0;
    for (guint i = 0; i < cells->len; i++) {
        const struct cell *cell = &g_array_index(cells, struct cell, i);
        kept -= kept && g_array_index(cells, struct cell, kept - 1).column == cell->column;
        g_array_index(cells, struct cell, kept++) = *cell;
    }
    g_array_set_size(cells, kept);
}

GArray *columns_cells(const struct columns *columns, const struct exporting *x, enum cg_place place,
                      uint32_t number)
{
    struct reading reading = {columns, g_array_new(FALSE, FALSE, sizeof(struct cell))};
    struct leaf_visitor visitor = {read_leaf, &reading, NULL, g_string_new(NULL)};
    visit_place(&visitor, x->query->graph, place, number);
    g_string_free(visitor.path, TRUE);
    g_array_sort(reading.cells, compare_cells);
    drop_repeated(reading.cells);
    return reading.cells;
}

void columns_read(struct cg_value *values, const struct columns *columns, const struct exporting *x,
                  enum cg_place place, uint32_t number)
{
    GArray *cells = columns_cells(columns, x, place, number);
    memset(values, 0, columns->list->len * sizeof *values);
    for (guint i = 0; i < cells->len; i++) {
        const struct cell *cell = &g_array_index(cells, struct cell, i);
        values[cell->column] = cell->value;
    }
    g_array_unref(cells);
}
