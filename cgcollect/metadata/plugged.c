/*
 * Calls the collectors of plug-ins for functions, checks their values, and writes them to the
 * graph.
 */
#include "metadata/plugged.h"

#include <string.h>

#include <cli.h>
#include <kinds/cli_kinds.h>
#include <libcg/collect.h>

#include "metadata/common/seen_declaration.h"

/** A collector's input. */
struct looking {
    const struct cg_collector *collector;
    const struct seen_declaration *seen;
};

static int collect_plugged(struct cg_text *out, void *user, struct cg_error *error)
{
    const struct looking *l = user;
    return l->collector->collect(out, l->seen->cursor, l->seen->defines, error);
}

static int node_of(cg_node *out, struct unit *unit, const char *name, struct cg_error *error)
{
    int status = unit->plugged ? CG_OK : cg_graph_new(&unit->plugged, error);
    *out = status ? CG_NONE : cg_graph_find(unit->plugged, name);
    return status || *out != CG_NONE ? status : cg_graph_add_node(out, unit->plugged, name, error);
}

/* Drop values that do not have the shape of the plug-in's kind. */
static int check_shape(struct unit *unit, cg_node node, const struct collected_kind *kind,
                       struct cg_error *error)
{
    const char *text = cg_metadata_get(unit->plugged, CG_ON_NODE, node, kind->key);
    const struct cg_value value = {text, text ? strlen(text) : 0};
    if (!text || !kind->check) {
        return CG_OK;
    }
    g_strlcpy(error->text, "the value does not have the shape of its kind", sizeof error->text);
    int status = kind->check(&value, CG_ON_NODE, error);
    if (status) {
        cg_metadata_remove(unit->plugged, CG_ON_NODE, node, kind->key);
    }
    return status;
}

void plugged_look(struct unit *unit, const struct unit_function *function,
                  const struct collected_kind *kind, const struct seen_declaration *seen)
{
    struct looking looking = {kind->collector, seen};
    struct cg_error error = {.text = ""};
    cg_node node;
    int status = node_of(&node, unit, function->name, &error);
    status =
        status ? status
               : cg_metadata_make(unit->plugged, CG_ON_NODE, node, kind->key,
                                  &(struct cg_metadata_writer){collect_plugged, &looking}, &error);
    status = status ? status : check_shape(unit, node, kind, &error);
    if (status) {
        char *fault = g_strdup_printf("plug-in's kind \"%s\" of %s: %s", kind->key, function->name,
                                      error.text[0] ? error.text : "failed without a message");
        unit_add_fault(unit, fault);
        g_free(fault);
    }
}

/* Writing */

static int write_values(const struct rendering *r, cg_node to, cg_node from, struct cg_error *error)
{
    struct cg_metadata_walk walk = {0};
    int status = CG_OK;
    while (!status && cg_metadata_next(&walk, r->unit->plugged, CG_ON_NODE, from)) {
        const struct cg_value value = cli_walk_value(&walk, r->unit->plugged);
        status = cg_metadata_set(r->graph, CG_ON_NODE, to, walk.key, &value, error);
    }
    return status;
}

int plugged_write(const struct rendering *r, struct cg_error *error)
{
    int status = CG_OK;
    for (unit_id i = 0; r->unit->plugged && i < r->unit->functions->len && !status; i++) {
        cg_node from = cg_graph_find(r->unit->plugged, unit_function_at(r->unit, i)->name);
        status = from == CG_NONE ? CG_OK : write_values(r, r->nodes[i], from, error);
    }
    return status;
}
