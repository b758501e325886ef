/* Finds the functions that define, override or call what a declaration declares. */
#include "verbs/impact/changed_declarations.h"

#include "verbs/impact/dependents.h"

#include <libcg/kinds.h>
#include <libcg/site.h>

#include <string.h>

struct finder {
    struct query *query;
    uint32_t entity;
    GArray *users;  /* of struct entity_use */
    uint64_t *work; /* edges and overrides looked at */
};

bool prototype_is(const struct used_entity *entity)
{
    return entity->kind == 'p' || entity->kind == 'q';
}

static void add_found(struct finder *finder, cg_node node, const char *file, uint32_t line,
                      unsigned way)
{
    const struct entity_use use = {.entity = finder->entity,
                                   .node = node,
                                   .owner = ENTITY_NONE,
                                   .file = file ? file : "?",
                                   .line = line,
                                   .ways = way};
    g_array_append_val(finder->users, use);
}

/* A function with a body, at its first line. */
static void add_body(struct finder *finder, cg_node node, unsigned way)
{
    const struct cg_graph *graph = finder->query->graph;
    struct cg_source_range range;
    if (cg_node_has_body(graph, node)) {
        bool known = cg_source_range(&range, graph, node);
        add_found(finder, node, cg_node_origin(graph, node), known ? range.first_line : 0, way);
    }
}

/* The first place of a call that names its callee. @return false if none does */
static bool find_call(struct cg_site *out, const struct cg_graph *graph, cg_edge edge)
{
    enum { BY_VALUE = CG_EDGE_POINTER | CG_EDGE_CALLBACK | CG_EDGE_CANDIDATE };
    unsigned kinds = cg_edge_kinds(graph, edge);
    struct cg_site_list *list;
    bool found = (kinds & BY_VALUE) == 0;
    *out = (struct cg_site){0};
    if (cg_sites_read(&list, graph, edge, CG_KEY_CALL_SITES, NULL) != CG_OK) {
        return found;
    }
    for (size_t i = cg_site_list_count(list); i > 0; i--) {
        const struct cg_site *site = cg_site_list_at(list, i - 1);
        unsigned kind = site->kind ? cg_edge_kind_from_name(site->kind) : 0;
        if (!(kind & BY_VALUE)) {
            *out = *site;
            found = true;
        }
    }
    cg_site_list_free(list);
    return found;
}

static void add_callers(struct finder *finder, cg_node node)
{
    const struct cg_graph *graph = finder->query->graph;
    const cg_edge *edges;
    uint32_t count = cg_node_in_edges(graph, node, &edges);
    *finder->work += count;
    for (uint32_t i = 0; i < count; i++) {
        struct cg_site site;
        if (find_call(&site, graph, edges[i])) {
            cg_node caller = cg_edge_caller(graph, edges[i]);
            const char *file = site.file ? site.file : cg_node_origin(graph, caller);
            add_found(finder, caller, file, site.line, USE_CALL);
        }
    }
}

/* The methods that directly override one, unless they were found before. */
static void add_overriders(struct finder *finder, GArray *found, GHashTable *seen, cg_node base)
{
    const struct cg_graph *graph = finder->query->graph;
    *finder->work += cg_graph_override_count(graph);
    for (uint32_t i = 0; i < cg_graph_override_count(graph); i++) {
        cg_node derived, overridden;
        cg_graph_override_at(graph, i, &derived, &overridden);
        if (overridden == base && g_hash_table_add(seen, GUINT_TO_POINTER(derived + 1))) {
            add_body(finder, derived, USE_OVERRIDE);
            g_array_append_val(found, derived);
        }
    }
}

static void add_all_overriders(struct finder *finder, cg_node base)
{
    GArray *found = g_array_new(FALSE, FALSE, sizeof(cg_node));
    GHashTable *seen = g_hash_table_new(g_direct_hash, g_direct_equal);
    g_hash_table_add(seen, GUINT_TO_POINTER(base + 1));
    add_overriders(finder, found, seen, base);
    for (guint i = 0; i < found->len && *finder->work <= DEPENDENTS_MOST_WORK; i++) {
        add_overriders(finder, found, seen, g_array_index(found, cg_node, i));
    }
    g_hash_table_unref(seen);
    g_array_unref(found);
}

static void add_function(struct finder *finder, cg_node node)
{
    add_body(finder, node, USE_DEFINE);
    add_callers(finder, node);
    if (cg_node_is_virtual(finder->query->graph, node)) {
        add_all_overriders(finder, node);
    }
}

/* Those with the declared name; in one file, if the name is of one. */
static void add_named(struct finder *finder, const struct used_entity *entity)
{
    const struct cg_graph *graph = finder->query->graph;
    char *name = g_strdup(entity->name);
    char *end = strrchr(name, '(');
    *(end ? end : name + strlen(name)) = '\0';
    for (cg_node node = cg_graph_find(graph, name); node != CG_NONE;
         node = cg_graph_find_next(graph, name, node)) {
        if (entity->kind == 'p' || g_strcmp0(cg_node_origin(graph, node), entity->file) == 0) {
            add_function(finder, node);
        }
    }
    g_free(name);
}

GArray *prototype_users(struct query *query, const struct uses *uses, uint32_t entity,
                        uint64_t *work)
{
    struct finder finder = {query, entity, g_array_new(FALSE, FALSE, sizeof(struct entity_use)),
                            work};
    size_t count;
    const struct entity_use *all = uses_of(uses, entity, &count);
    add_named(&finder, uses_entity(uses, entity));
    for (size_t i = 0; i < count; i++) { /* functions that a template makes */
        if (all[i].owner == ENTITY_NONE && (all[i].ways & USE_DEFINE)) {
            add_function(&finder, all[i].node);
        }
    }
    return finder.users;
}
