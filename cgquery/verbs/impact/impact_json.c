/* Prints the answer of `impact` as JSON. */
#include "verbs/impact/impact.h"

#include "print/uses_words.h"

#include <libcg/query.h>

static void write_range(struct json *json, struct line_range range)
{
    json_number(json, "first", range.first);
    json_number(json, "last", range.last);
}

static void write_changed(struct json *json, const struct touched *touched)
{
    json_open(json, "changed", '[');
    for (guint i = 0; i < touched->changed.functions->len; i++) {
        const struct changed_function *function =
            &g_array_index(touched->changed.functions, struct changed_function, i);
        json_open(json, NULL, '{');
        json_function(json, "function", touched->query, function->node);
        json_open(json, "lines", '[');
        for (guint k = 0; k < function->ranges->len; k++) {
            json_open_line(json, NULL, '{');
            write_range(json, g_array_index(function->ranges, struct line_range, k));
            json_close(json, '}');
        }
        json_close(json, ']');
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void write_definitions(struct json *json, const struct touched *touched)
{
    json_open(json, "definitions", '[');
    for (guint i = 0; i < touched->changed.entities->len; i++) {
        const struct changed_entity *changed =
            &g_array_index(touched->changed.entities, struct changed_entity, i);
        const struct used_entity *entity = uses_entity(touched->changed.uses, changed->entity);
        json_open(json, NULL, '{');
        json_text(json, "name", entity_shown(entity));
        json_text(json, "kind", entity_kind_word(entity->kind));
        json_text(json, "file", changed->file);
        write_range(json, (struct line_range){changed->first, changed->last});
        json_number(json, "functions", changed->functions);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void write_dependents(struct json *json, const struct touched *touched)
{
    const GArray *dependents = touched->changed.dependents;
    const struct uses *uses = touched->changed.uses;
    json_open(json, "dependents", '[');
    for (guint i = 0; dependents && i < dependents->len; i++) {
        const struct dependent *dependent = &g_array_index(dependents, struct dependent, i);
        json_open(json, NULL, '{');
        json_function(json, "function", touched->query, dependent->node);
        json_text(json, "file", dependent->use.file);
        json_number(json, "line", dependent->use.line);
        json_ways(json, "ways", dependent->use.ways);
        json_text(json, "name", entity_shown(uses_entity(uses, dependent->entity)));
        json_text(json, "changed", entity_shown(uses_entity(uses, dependent->cause)));
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void write_places(struct json *json, const struct touched *touched, bool in_graph)
{
    json_open(json, in_graph ? "outside" : "notInGraph", '[');
    for (guint i = 0; i < touched->changed.places->len; i++) {
        const struct changed_place *place =
            &g_array_index(touched->changed.places, struct changed_place, i);
        if (place->in_graph != in_graph) {
            continue;
        }
        json_open(json, NULL, '{');
        json_text(json, "file", place->file);
        if (in_graph) {
            write_range(json, place->range);
            json_text(json, "heading", place->heading);
        } else {
            json_bool(json, "binary", place->binary);
        }
        json_number(json, "added", place->added);
        json_number(json, "removed", place->removed);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void write_nodes(struct json *json, const char *key, const struct touched *touched,
                        const GArray *nodes)
{
    json_open(json, key, '[');
    for (guint i = 0; i < nodes->len; i++) {
        cg_node node = g_array_index(nodes, cg_node, i);
        json_open(json, NULL, '{');
        json_function(json, "function", touched->query, node);
        if (touched_is_known(touched, node)) {
            json_number(json, "distance", cg_impact_distances(touched->impact)[node]);
        } else {
            json_text(json, "distance", NULL);
        }
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void write_open(struct json *json, const struct touched *touched)
{
    struct cg_function_set unresolved = cg_impact_unresolved(touched->impact);
    json_open(json, "unresolved", '[');
    for (size_t i = 0; i < unresolved.count; i++) {
        struct cg_site_list *sites =
            query_sites(touched->query, unresolved.nodes[i], CG_KEY_UNRESOLVED_CALLS);
        for (size_t k = 0; k < site_count(sites); k++) {
            json_site_in(json, touched->query, cg_site_list_at(sites, k), unresolved.nodes[i]);
        }
        cg_site_list_free(sites);
    }
    json_close(json, ']');
}

void impact_print_json(const struct touched *touched)
{
    const struct cg_impact *impact = touched->impact;
    struct query *query = touched->query;
    struct json json = {.out = stdout};
    json_begin(&json, query);
    json_text(&json, "side",
              !touched->changed.files             ? NULL
              : touched->changed.side == SIDE_OLD ? "old"
              : touched->changed.side == SIDE_NEW ? "new"
                                                  : NULL);
    write_changed(&json, touched);
    write_definitions(&json, touched);
    write_dependents(&json, touched);
    write_places(&json, touched, true);
    write_places(&json, touched, false);
    write_nodes(&json, "entries", touched, touched->entries);
    write_nodes(&json, "tests", touched, touched->tests);
    write_nodes(&json, "callers", touched, touched->callers);
    json_number(&json, "beyond", touched_beyond(touched));
    json_functions(&json, "exposed", query, cg_impact_exposed(impact));
    write_open(&json, touched);
    json_functions(&json, "uncollected", query, cg_impact_uncollected(impact));
    json_number(&json, "unrecorded", cg_impact_unrecorded_count(impact));
    json_bool(&json, "recordsUnresolvedCalls", cg_impact_records_unresolved_calls(impact));
    json_bool(&json, "linked", cg_impact_is_linked(impact));
    json_end(&json);
}
