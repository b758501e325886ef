#include "graph/file_programs.h"

#include "graph/identity.h"
#include "graph/source_files.h"

#include <libcg/kinds.h>
#include <libcg/site.h>

#include <stdlib.h>
#include <string.h>

/* Whether all definitions of a function that files may share are in the file of the node. */
static bool is_defined_there(const struct cg_graph *graph, cg_node node)
{
    struct cg_site_list *places;
    if (cg_sites_read(&places, graph, node, CG_KEY_DEFINED_IN, NULL)) {
        return false;
    }
    size_t count = cg_site_list_count(places);
    bool there = count > 0;
    for (size_t i = 0; i < count && there; i++) {
        const char *file = cg_site_list_at(places, i)->file;
        there = file && strcmp(file, cg_node_origin(graph, node)) == 0;
    }
    cg_site_list_free(places);
    return there;
}

uint32_t file_programs_of(const struct file_programs *files, cg_node node)
{
    const struct node *function = &files->graph->nodes[node];
    bool whole = source_files_have_all(files->steady, files->graph, node);
    bool shared = !whole && function->has_body && function->linkage == CG_LINKAGE_WEAK &&
                  function->origin != CG_NO_STRING && files->steady[function->origin];
    return whole || (shared && is_defined_there(files->graph, node)) ? function->origin
                                                                     : CG_NO_STRING;
}

uint32_t *file_programs_by_node(const struct file_programs *files)
{
    uint32_t *by_node = malloc(((size_t)files->graph->node_count + 1) * sizeof *by_node);
    for (cg_node n = 0; by_node && n < files->graph->node_count; n++) {
        by_node[n] = file_programs_of(files, n);
    }
    return by_node;
}

static void find_mains(struct file_programs *files)
{
    const struct cg_graph *graph = files->graph;
    size_t count = 0;
    for (cg_node n = cg_graph_find(graph, "main"); n != CG_NONE;
         n = cg_graph_next_same_name(graph, n)) {
        if (identity_is_definite(&graph->nodes[n]) &&
            source_files_have_all(files->steady, graph, n)) {
            files->mains[graph->nodes[n].origin] = true;
            count++;
        }
    }
    files->several = files->known || count > 1;
}

bool file_programs_find(struct file_programs *out, const struct cg_graph *graph,
                        const struct cg_programs *known)
{
    *out = (struct file_programs){graph, known, source_files_steady(graph),
                                  calloc((size_t)graph->pool.count + 1, sizeof(bool)), false};
    if (!out->steady || !out->mains) {
        file_programs_free(out);
        return false;
    }
    find_mains(out);
    return true;
}

void file_programs_free(struct file_programs *files)
{
    free(files->steady);
    free(files->mains);
    files->steady = files->mains = NULL;
}

bool file_programs_differ(const struct file_programs *files, uint32_t file, uint32_t other)
{
    if (!files->several || file == other || file == CG_NO_STRING || other == CG_NO_STRING) {
        return false;
    }
    return (files->mains[file] && files->mains[other]) ||
           (files->known &&
            files->known->are_apart(files->known->data, graph_string(files->graph, file),
                                    graph_string(files->graph, other)));
}
