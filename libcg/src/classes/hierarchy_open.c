/* Finds classes that code outside of the graph may derive from or make objects of. */
#include "classes/hierarchy_internal.h"

#include "base/error.h"

#include <stdlib.h>

#define PREFIX 4 /* length of "_ZTV", "_ZTS" */
#define TABLE "_ZTV"
#define MANY 4096u /* points of a table; in larger ones the class of a member is not searched */

static const char *text_of(const struct hierarchy *h, uint32_t string)
{
    return cg_pool_string(&h->all.pool, string);
}

static bool is_internal(const struct hierarchy *h, uint32_t string)
{
    return strchr(text_of(h, string), '|') != NULL;
}

static const struct class_point *points_of(const struct hierarchy *h, uint32_t table)
{
    return &h->all.points[h->all.tables[table].point];
}

/* Classes that may have subclasses without a table in the graph */

#define MAKES_UNKNOWN 1u /* mentions a table that is not in the graph */
#define CALLED_BY_SUCH 2u

/* Marks on functions. Constructors call those of their bases, unless they were inlined. */
static unsigned char *mark_functions(const struct hierarchy *h, const struct cg_graph *graph,
                                     bool *any_data)
{
    unsigned char *marks = calloc(h->node_count + (size_t)1, 1);
    if (!marks) {
        return NULL;
    }
    for (uint32_t i = 0; i < h->all.install_count; i++) {
        const struct class_install *install = &h->all.installs[i];
        if (h->strings[install->table].first_table) {
            continue;
        }
        if (install->function == CG_NONE) {
            *any_data = true;
        } else {
            marks[install->function] |= MAKES_UNKNOWN;
        }
    }
    for (cg_edge edge = 0; edge < cg_graph_edge_count(graph); edge++) {
        if (marks[cg_edge_caller(graph, edge)] & MAKES_UNKNOWN) {
            marks[cg_edge_callee(graph, edge)] |= CALLED_BY_SUCH;
        }
    }
    return marks;
}

/* Mark a class and its bases as open. */
static void open_table(struct hierarchy *h, uint32_t table)
{
    for (uint32_t i = 0; i < h->all.tables[table].point_count; i++) {
        uint32_t type = points_of(h, table)[i].type;
        h->strings[type].open = !is_internal(h, type);
    }
}

static void open_marked(struct hierarchy *h, const unsigned char *marks)
{
    hierarchy_unmark(h);
    for (uint32_t i = 0; i < h->all.install_count; i++) {
        const struct class_install *install = &h->all.installs[i];
        if (install->function != CG_NONE && marks[install->function]) {
            h->strings[install->table].marked = true;
        }
    }
    for (uint32_t t = 0; t < h->all.table_count; t++) {
        if (h->strings[h->all.tables[t].name].marked) {
            open_table(h, t);
        }
    }
}

/* Types */

bool hierarchy_is_system(const struct hierarchy *h, uint32_t name)
{
    bool is = false;
    for (uint32_t t = h->strings[name].first_table; t; t = h->next_table[t - 1]) {
        is = is || h->all.tables[t - 1].is_system;
    }
    return is;
}

static bool has_all_functions(const struct hierarchy *h, const struct cg_graph *graph,
                              const struct class_table *table)
{
    for (uint32_t i = table->entry; i < table->entry + table->entry_count; i++) {
        cg_node node = h->all.entries[i];
        bool known =
            node == ENTRY_NOTHING || (node < h->node_count && cg_node_has_body(graph, node));
        if (!known) {
            return false;
        }
    }
    return true;
}

/* A class with virtual bases that is only constructed as a base of others needs no table of its
 * own. Its construction table then shows whether there may be one elsewhere: next to the first of
 * its functions that is not inline, which would not be here. */
static void find_all_there(struct hierarchy *h, const struct cg_graph *graph)
{
    for (uint32_t t = 0; t < h->all.table_count; t++) {
        const struct class_table *table = &h->all.tables[t];
        if (table->under != CG_NO_STRING && has_all_functions(h, graph, table)) {
            h->strings[table->under].all_there = true;
        }
    }
}

static void open_type(struct hierarchy *h, uint32_t type, bool library)
{
    struct class_string *string = &h->strings[type];
    bool ours = string->all_there || (string->of_program && !string->is_system);
    bool open = string->own == CG_NO_STRING ? !ours : hierarchy_is_system(h, string->own);
    if (!is_internal(h, type) && (library || open)) {
        string->open = true;
    }
}

/* The class of "_ZTSM1AFvvE.virtual" is "_ZTS1A": of the types in the same table, the one with the
 * longest name, since "1AIiE" is not a member of "1A". */
static void open_member(struct hierarchy *h, uint32_t type)
{
    const struct class_point *first = &h->all.points[h->by_type[h->strings[type].first_point]];
    const struct class_table *table = &h->all.tables[first->table];
    const char *name = text_of(h, type) + PREFIX + 1;
    size_t best = 0;
    h->strings[type].open = true;
    h->strings[type].class = CG_NO_STRING;
    for (uint32_t i = 0; i < table->point_count && table->point_count <= MANY; i++) {
        uint32_t other = points_of(h, first->table)[i].type;
        const char *class = text_of(h, other) + PREFIX;
        size_t length = strlen(class);
        if (!h->strings[other].is_member && length > best && strncmp(name, class, length) == 0) {
            best = length;
            h->strings[type].class = other;
            h->strings[type].open = h->strings[other].open;
        }
    }
}

static void open_types(struct hierarchy *h, bool library)
{
    for (uint32_t s = 0; s < h->all.pool.count; s++) {
        if (h->strings[s].point_count && !h->strings[s].is_member) {
            open_type(h, s, library);
        }
    }
    for (uint32_t s = 0; s < h->all.pool.count; s++) {
        if (h->strings[s].point_count && h->strings[s].is_member) {
            open_member(h, s);
        }
    }
}

static void find_made_outside(struct hierarchy *h)
{
    for (uint32_t t = 0; t < h->all.table_count; t++) {
        const struct class_table *table = &h->all.tables[t];
        bool plain = strncmp(text_of(h, table->name), TABLE, PREFIX) == 0;
        h->made_outside[t] =
            !plain || (!is_internal(h, table->name) && (h->library || table->is_system));
    }
}

int hierarchy_find_open(struct hierarchy *h, const struct cg_graph *graph, struct cg_error *error)
{
    bool any_data = false;
    unsigned char *marks = mark_functions(h, graph, &any_data);
    if (!marks) {
        return cg_fail_memory(error);
    }
    open_marked(h, marks);
    find_all_there(h, graph);
    open_types(h, h->library || any_data);
    find_made_outside(h);
    free(marks);
    return CG_OK;
}

/* What uncollected code may call */

/* A class that system headers define completely has its table wherever it is used: libraries call
 * the program's methods of it only on objects passed to them. The same holds for classes that the
 * summaries describe completely. */
static bool is_shared(const struct hierarchy *h, uint32_t type)
{
    const struct class_string *string = &h->strings[type];
    bool altogether = string->own != CG_NO_STRING && hierarchy_is_system(h, string->own);
    return !h->library && string->open && !string->is_member && (altogether || string->kept);
}

void hierarchy_keep(struct hierarchy *h, bool (*is_kept)(const void *data, const char *type),
                    const void *data)
{
    for (uint32_t s = 0; s < h->all.pool.count; s++) {
        h->strings[s].kept = h->strings[s].point_count && is_kept(data, text_of(h, s));
    }
    hierarchy_expose(h);
}

static int visit_table(const struct hierarchy *h, uint32_t table, hierarchy_seen *seen, void *data,
                       struct cg_error *error)
{
    const struct class_table *all = &h->all.tables[table];
    int status = CG_OK;
    for (uint32_t i = h->first_install[all->name]; i && !status; i = h->next_install[i - 1]) {
        status = seen(data, table, h->all.installs[i - 1].function, true, error);
    }
    for (uint32_t i = all->entry; i < all->entry + all->entry_count && !status; i++) {
        if (h->all.entries[i] < h->node_count) {
            status = seen(data, table, h->all.entries[i], false, error);
        }
    }
    return status;
}

int hierarchy_visit_shared(const struct hierarchy *h, hierarchy_seen *seen, void *data,
                           struct cg_error *error)
{
    int status = CG_OK;
    for (uint32_t t = 0; t < h->all.table_count && !status; t++) {
        bool shared = false;
        for (uint32_t i = 0; i < h->all.tables[t].point_count; i++) {
            shared = shared || is_shared(h, points_of(h, t)[i].type);
        }
        status = shared ? visit_table(h, t, seen, data, error) : CG_OK;
    }
    return status;
}

/* Number of entries of a table that uncollected code knows, from where it serves as one of a
 * class. */
static void span_point(struct hierarchy *h, const struct class_point *point)
{
    const struct class_string *type = &h->strings[point->type];
    const struct class_table *table = &h->all.tables[point->table];
    if (!type->open || type->is_member || point->entry >= table->entry_count ||
        is_shared(h, point->type)) {
        return;
    }
    uint32_t at = table->entry + point->entry;
    uint32_t room = h->room[at];
    uint32_t known = type->room && type->room < room ? type->room : room;
    h->spans[at] = h->spans[at] < known ? known : h->spans[at];
}

static void expose_table(struct hierarchy *h, const struct class_table *table)
{
    uint32_t left = 0;
    for (uint32_t i = table->entry; i < table->entry + table->entry_count; i++) {
        left = h->spans[i] > left ? h->spans[i] : left;
        cg_node node = h->all.entries[i];
        if ((left || h->all_exposed) && node < h->node_count) {
            h->is_exposed[node] = true;
        }
        left -= left > 0;
    }
}

void hierarchy_expose(struct hierarchy *h)
{
    memset(h->spans, 0, h->all.entry_count * sizeof *h->spans);
    memset(h->is_exposed, 0, h->node_count * sizeof *h->is_exposed);
    for (uint32_t i = 0; i < h->all.point_count; i++) {
        span_point(h, &h->all.points[i]);
    }
    for (uint32_t t = 0; t < h->all.table_count; t++) {
        if (h->counts[t]) {
            expose_table(h, &h->all.tables[t]);
        }
    }
    h->exposed_count = 0;
    for (cg_node node = 0; node < h->node_count; node++) {
        if (h->is_exposed[node]) {
            h->exposed[h->exposed_count++] = node;
        }
    }
}
