/* Decides which functions and variables code that was not read may refer to by name. */
#include "resolve/named_symbols.h"

#include "base/error.h"
#include "identity/identity.h"
#include "resolve/external_code.h"
#include "strings/text.h"
#include "json/json_walk.h"

#include <libcg/kinds.h>
#include <libcg/metadata.h>
#include <libcg/site.h>

#include <stdlib.h>
#include <string.h>

#define USED "\"used\"" /* the attribute, as JSON */
#define ANY_SYMBOL "*"  /* of a fact */

bool symbol_may_be_named(const struct program *program, const char *name, bool hidden)
{
    bool tables = program->is_exported;
    bool exported = tables && program->is_exported(program->symbols, name);
    bool known = tables && program->is_referenced && !program->unread;
    if (program->missing_code &&
        (!known || exported || program->is_referenced(program->symbols, name))) {
        return true;
    }
    if (program->library && (!tables || exported)) {
        return true;
    }
    return program->loads && (tables ? exported : !hidden);
}

static bool is_hidden(const struct program *program, cg_node node)
{
    uint32_t function = program->nodes[node];
    return function != NUMBER_NONE && program->functions[function].hidden &&
           !program->functions[function].visible;
}

bool function_may_be_named(const struct program *program, cg_node node)
{
    const struct cg_graph *graph = program->graph;
    if (!cg_node_has_body(graph, node)) {
        return false;
    }
    if (cg_node_linkage(graph, node) != CG_LINKAGE_INTERNAL &&
        symbol_may_be_named(program, cg_node_name(graph, node), is_hidden(program, node))) {
        return true;
    }
    /* Unread code may hold any function whose address is taken. */
    return program->unread && cg_site_count(graph, node, CG_KEY_ADDRESS_TAKEN) > 0;
}

/* What unread code refers to */

/* The attributes of a function are sorted. */
static void put_attributes(struct cg_text *out, const char *before)
{
    struct cg_value list = {before, before ? strlen(before) : 0}, attribute;
    struct json_walk walk;
    bool put = false;
    cg_text_add(out, "[");
    for (bool more = before && json_walk_start(&walk, &list, '['); more;) {
        more = json_walk_next(&walk, NULL, &attribute);
        size_t shorter = more && attribute.length < strlen(USED) ? attribute.length : strlen(USED);
        if (!put && (!more || memcmp(attribute.text, USED, shorter) > 0)) {
            cg_text_add(out, out->length > 1 ? "," USED : USED);
            put = true;
        }
        if (more) {
            cg_text_add(out, out->length > 1 ? "," : "");
            cg_text_put(out, attribute.text, attribute.length);
        }
    }
    cg_text_add(out, put ? "]" : USED "]");
}

static int mark_used(struct cg_graph *graph, cg_node node, struct cg_error *error)
{
    struct cg_text text = {0};
    if (cg_has_attribute(graph, node, "used")) {
        return CG_OK;
    }
    put_attributes(&text, cg_metadata_get(graph, CG_ON_NODE, node, CG_KEY_ATTRIBUTES));
    const struct cg_value value = {text.bytes, text.length};
    int status = text.failed
                     ? cg_fail_memory(error)
                     : cg_metadata_set(graph, CG_ON_NODE, node, CG_KEY_ATTRIBUTES, &value, error);
    cg_text_free(&text);
    return status;
}

static bool has_symbol(const struct cg_graph *graph, cg_node node)
{
    return node != CG_NONE && cg_node_has_body(graph, node) &&
           cg_node_linkage(graph, node) != CG_LINKAGE_INTERNAL;
}

static int give_function(struct program *program, cg_node node, struct cg_error *error)
{
    struct cg_graph *graph = program->graph;
    if (!has_symbol(graph, node)) {
        return CG_OK;
    }
    int status = mark_used(graph, node, error);
    return status ? status : external_give(program, node, error);
}

/* The slot of a variable. NUMBER_NONE: no fact mentions it, so it leads to no function. */
static int find_variable(uint32_t *out, const struct program *program, const char *name,
                         struct cg_error *error)
{
    struct cg_text slot = {0};
    cg_text_add(&slot, "g");
    cg_text_add(&slot, name);
    *out = slot.failed ? NUMBER_NONE : slot_known(program, slot.bytes, slot.length);
    int status = slot.failed ? cg_fail_memory(error) : CG_OK;
    cg_text_free(&slot);
    return status;
}

static int give_variable(struct program *program, const char *name, struct cg_error *error)
{
    uint32_t slot;
    int status = find_variable(&slot, program, name, error);
    return status || slot == NUMBER_NONE
               ? status
               : solver_address(program->solver, program->outside, slot, error);
}

/* Whether a text is a slot of a variable that is not internal: those have no origin. */
static bool is_variable(const struct program *program, uint32_t text)
{
    const char *slot = cg_pool_string(&program->texts, text);
    return program->slot_of.items[text] != NUMBER_NONE && slot[0] == 'g' && !strchr(slot, '|');
}

/* Any symbol that is not internal. */
static int give_all(struct program *program, struct cg_error *error)
{
    int status = CG_OK;
    for (cg_node n = 0; n < cg_graph_node_count(program->graph) && !status; n++) {
        status = give_function(program, n, error);
    }
    for (uint32_t text = 0; text < program->slot_of.count && !status; text++) {
        const char *slot = cg_pool_string(&program->texts, text);
        status = is_variable(program, text) ? give_variable(program, slot + 1, error) : CG_OK;
    }
    return status;
}

int referenced_give(struct program *program, struct cg_error *error)
{
    int status = CG_OK;
    for (size_t i = 0; i < program->referenced.count && !status; i++) {
        const char *name = cg_pool_string(&program->texts, program->referenced.items[i]);
        if (strcmp(name, ANY_SYMBOL) == 0) {
            return give_all(program, error);
        }
        for (cg_node n = graph_find_symbol(program->graph, name); n != CG_NONE && !status;
             n = graph_next_symbol(program->graph, name, n)) {
            status = give_function(program, n, error);
        }
        status = status ? status : give_variable(program, name, error);
    }
    return status;
}

/* A variable that the program does not define is the library's. Of one that summaries describe,
 * libraries call at most what the program stores there. */
static int give_to_libraries(struct program *program, const char *name, struct cg_error *error)
{
    const struct summary *summary = external_variable(program, name);
    uint32_t slot;
    int status = find_variable(&slot, program, name, error);
    bool own = !status && slot != NUMBER_NONE && numbers_hold(&program->defined, slot);
    if (!own || (summary && summary->kept)) {
        return status;
    }
    return summary && summary->unset
               ? solver_copy(program->solver, program->outside, slot, error)
               : solver_address(program->solver, program->outside, slot, error);
}

int libraries_give(struct program *program, struct cg_error *error)
{
    int status = CG_OK;
    for (size_t i = 0; i < program->by_libraries.count && !status; i++) {
        status = give_to_libraries(
            program, cg_pool_string(&program->texts, program->by_libraries.items[i]), error);
    }
    return status;
}

/* What is found at run time */

/* Whether a library loads code and calls by name what it finds there. */
static bool has_calling_loader(const struct program *program)
{
    bool has = false;
    for (cg_node n = 0; n < cg_graph_node_count(program->graph) && !has; n++) {
        const struct summary *loader = external_loader(program, n);
        has = loader && loader->loads && loader->finds;
    }
    return has;
}

/* @param calls whether a library calls what it finds */
static int find_function(struct program *program, cg_node node, bool calls, struct cg_error *error)
{
    uint32_t number;
    int status = program_function_of(&number, program, node, error);
    if (status) {
        return status;
    }
    struct function *function = &program->functions[number];
    function->found = true;
    status = solver_address(program->solver, program->found, function->slot, error);
    return status || !calls ? status : external_give(program, node, error);
}

int symbols_find(struct program *program, struct cg_error *error)
{
    if (!(program->promised & CG_PROMISE_LOADED_CODE_COLLECTED)) {
        return CG_OK;
    }
    int status = CG_OK;
    bool calls = has_calling_loader(program);
    for (cg_node n = 0; n < cg_graph_node_count(program->graph) && !status; n++) {
        bool found = has_symbol(program->graph, n) && !is_hidden(program, n);
        status = found ? find_function(program, n, calls, error) : CG_OK;
    }
    for (uint32_t text = 0; text < program->slot_of.count && !status; text++) {
        uint32_t slot = program->slot_of.items[text];
        bool found = is_variable(program, text) && !numbers_hold(&program->hidden, slot);
        status = found ? solver_address(program->solver, program->found, slot, error) : CG_OK;
    }
    return status;
}

/* Addresses of symbols */

/* One that is neither a function of the graph nor a variable with facts is a library's, or data
 * without functions. */
static int give_symbol(struct program *program, uint32_t slot, const char *name,
                       struct cg_error *error)
{
    const struct cg_graph *graph = program->graph;
    const struct cg_value any = {NULL, 0};
    cg_node node = graph_find_symbol(graph, name);
    uint32_t variable;
    int status = find_variable(&variable, program, name, error);
    if (!status && variable != NUMBER_NONE) {
        return solver_address(program->solver, slot, variable, error);
    }
    if (status || node == CG_NONE) {
        return status ? status : external_hold(program, slot, &any, error);
    }
    for (; node != CG_NONE && !status; node = graph_next_symbol(graph, name, node)) {
        uint32_t function;
        status = program_function_of(&function, program, node, error);
        status = status ? status
                        : solver_address(program->solver, slot, program->functions[function].slot,
                                         error);
    }
    return status;
}

int symbols_give(struct program *program, struct cg_error *error)
{
    int status = CG_OK;
    for (size_t i = 0; i < program->addresses.count && !status; i += 2) {
        const char *name = cg_pool_string(&program->texts, program->addresses.items[i + 1]);
        status = give_symbol(program, program->addresses.items[i], name, error);
    }
    return status;
}

/* What libraries refer to */

/* Whether a variable of the program leads to what could be called, besides what outside code may
 * have written there. */
static int leads_on(bool *out, const struct program *program, const char *name,
                    struct cg_error *error)
{
    uint32_t slot, *objects = NULL;
    size_t count = 0;
    int status = find_variable(&slot, program, name, error);
    if (!status && slot != NUMBER_NONE && numbers_hold(&program->defined, slot)) {
        status = solver_objects(program->solver, slot, &objects, &count, error);
    }
    *out = false;
    for (size_t i = 0; i < count && !status && !*out; i++) {
        *out = program->slot_kinds.items[objects[i]] != SLOT_UNKNOWN;
    }
    free(objects);
    return status;
}

int referenced_by_libraries(bool *out, const struct program *program, struct cg_error *error)
{
    const struct cg_graph *graph = program->graph;
    bool library = false, own = false;
    int status = CG_OK;
    for (size_t i = 0; i < program->linked.count && !status && !(library && own); i++) {
        const char *name = cg_pool_string(&program->texts, program->linked.items[i]);
        bool function = has_symbol(graph, graph_find_symbol(graph, name)), leads = false;
        status = function || own ? CG_OK : leads_on(&leads, program, name, error);
        own = own || function || leads;
        library = library || (!function && summaries_find(program->summaries, name));
    }
    *out = library && own;
    return status;
}
