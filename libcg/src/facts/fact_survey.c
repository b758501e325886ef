/* Walks all pointer facts once, however they are laid out, and looks at the first two elements of
 * each. Malformed ones are left to those who read them. */
#include "facts/fact_survey.h"

#include "base/error.h"

#include <libcg/metadata.h>

#include <stdlib.h>
#include <string.h>

/** What the facts of one function say. */
struct traits {
    bool any;         /**< there are some */
    bool by_address;  /**< they do not distinguish records */
    bool from_source; /**< they have types of functions of the source */
    bool from_ir;     /**< they have others */
};

static void look_at_fact(struct traits *out, const struct cg_value *fact)
{
    struct json_walk walk;
    struct cg_value word, what;
    out->any = true;
    if (!json_walk_start(&walk, fact, '[') || !json_walk_next(&walk, NULL, &word) ||
        word.length != 3) {
        return;
    }
    if (word.text[1] == 'a') {
        out->by_address = true;
    } else if (word.text[1] == 't' && json_walk_next(&walk, NULL, &what) && what.length > 1) {
        bool source = what.text[1] == 'F' || what.text[1] == '?';
        out->from_source = out->from_source || source;
        out->from_ir = out->from_ir || !source;
    }
}

static struct traits traits_of(const struct cg_graph *graph, enum cg_place place, cg_node node)
{
    const char *text = cg_metadata_get(graph, place, node, CG_KEY_POINTER_FACTS);
    struct traits traits = {0};
    struct json_walk walk;
    struct cg_value fact;
    if (text && json_walk_start(&walk, &(struct cg_value){text, strlen(text)}, '[')) {
        while (json_walk_next(&walk, NULL, &fact)) {
            look_at_fact(&traits, &fact);
        }
    }
    return traits;
}

static void add_traits(struct traits *out, const struct traits *more)
{
    out->any = out->any || more->any;
    out->from_source = out->from_source || more->from_source;
    out->from_ir = out->from_ir || more->from_ir;
}

bool facts_are_there(const struct cg_graph *graph)
{
    for (cg_node n = 0; n < cg_graph_node_count(graph); n++) {
        if (cg_metadata_has(graph, CG_ON_NODE, n, CG_KEY_POINTER_FACTS)) {
            return true;
        }
    }
    return false;
}

int facts_survey(struct fact_survey *out, struct cg_graph *graph, struct cg_error *error)
{
    struct traits around = traits_of(graph, CG_ON_GRAPH, 0);
    struct traits others = {0}, unread = {0};
    struct number_list by_address = {0};
    bool ok = true;
    for (cg_node n = 0; n < cg_graph_node_count(graph) && ok; n++) {
        struct traits traits = traits_of(graph, CG_ON_NODE, n);
        add_traits(traits.by_address ? &unread : &others, &traits);
        ok = !traits.by_address || number_add(&by_address, n);
    }
    for (size_t i = 0; i < by_address.count && ok && others.any; i++) {
        cg_metadata_remove(graph, CG_ON_NODE, by_address.items[i], CG_KEY_POINTER_FACTS);
    }
    add_traits(&around, others.any ? &others : &unread);
    out->typed = around.from_source && !around.from_ir;
    free(by_address.items);
    return ok ? CG_OK : cg_fail_memory(error);
}
