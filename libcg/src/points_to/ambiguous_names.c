/* Decides which definition the facts of a file mean by a name that several programs define. */
#include "points_to/ambiguous_names.h"

#include "base/error.h"
#include "identity/identity.h"
#include "linked/source_files.h"
#include "points_to/bindings.h"
#include "strings/text.h"

#include <stdlib.h>
#include <string.h>

static bool is_definite(const struct program *program, cg_node node)
{
    return identity_is_definite(&program->graph->nodes[node]);
}

/* The next definition of the name, from a node on. */
static cg_node next_definition(const struct program *program, cg_node node)
{
    while (node != CG_NONE && !is_definite(program, node)) {
        node = cg_graph_next_same_name(program->graph, node);
    }
    return node;
}

static cg_node definition_after(const struct program *program, cg_node node)
{
    return next_definition(program, cg_graph_next_same_name(program->graph, node));
}

/* Definitions of ambiguous names by their files. */
static bool index_definitions(struct program *program)
{
    const struct cg_graph *graph = program->graph;
    bool ok = true;
    for (cg_node n = 0; n < graph->node_count && ok; n++) {
        const struct node *node = &graph->nodes[n];
        const char *name = cg_node_name(graph, n);
        ok = !is_definite(program, n) ||
             cg_pool_find(&program->ambiguous, name, strlen(name)) == CG_NO_STRING ||
             origin_index_add(&program->definitions, node->name, node->origin, n);
    }
    return ok;
}

int ambiguous_find(struct program *program, struct cg_error *error)
{
    const struct cg_graph *graph = program->graph;
    bool ok = true;
    for (cg_node n = 0; n < graph->node_count && ok; n++) {
        if (is_definite(program, n) && definition_after(program, n) != CG_NONE) {
            const char *name = cg_node_name(graph, n);
            ok = cg_pool_intern(&program->ambiguous, name, strlen(name)) != CG_NO_STRING;
        }
    }
    if (ok && program->ambiguous.count) {
        program->steady = source_files_steady(graph);
        ok = program->steady && index_definitions(program);
    }
    return ok ? CG_OK : cg_fail_memory(error);
}

/* The length of the name of the function that a slot is of; its number follows. */
static size_t name_length(const char *slot, size_t length)
{
    const char *mark = slot[0] == 'p' ? memrchr(slot, '#', length) : NULL;
    return mark ? (size_t)(mark - slot) - 1 : length - 1;
}

bool ambiguous_is(const struct program *program, const char *slot, size_t length)
{
    return program->ambiguous.count && length > 1 && strchr("Fprv", slot[0]) &&
           cg_pool_find(&program->ambiguous, slot + 1, name_length(slot, length)) != CG_NO_STRING;
}

static cg_node first_definition(const struct program *program, const char *slot, size_t length)
{
    uint32_t name = cg_pool_find(&program->graph->pool, slot + 1, name_length(slot, length));
    return next_definition(program, program->graph->chains[name].first - 1);
}

/* The definition in the file of a function. CG_NONE: there is none. */
static cg_node own_definition(const struct program *program, cg_node owner, cg_node first)
{
    const struct node *nodes = program->graph->nodes;
    bool same = owner != CG_NONE && nodes[owner].name == nodes[first].name;
    bool own =
        owner != CG_NONE && (same ? is_definite(program, owner)
                                  : source_files_have_all(program->steady, program->graph, owner));
    return own ? origin_index_find(&program->definitions, nodes[first].name, nodes[owner].origin)
               : CG_NONE;
}

static int add_function_of(struct number_list *out, struct program *program, cg_node node,
                           struct cg_error *error)
{
    uint32_t function;
    int status = program_function_of(&function, program, node, error);
    return status || number_add(out, function) ? status : cg_fail_memory(error);
}

int ambiguous_functions(struct number_list *out, struct program *program, cg_node owner,
                        const char *slot, size_t length, struct cg_error *error)
{
    if (!ambiguous_is(program, slot, length)) {
        uint32_t function;
        size_t name = name_length(slot, length);
        int status = program_function(&function, program, slot + 1, name, error);
        return status || number_add(out, function) ? status : cg_fail_memory(error);
    }
    cg_node first = first_definition(program, slot, length);
    cg_node own = own_definition(program, owner, first);
    int status = own == CG_NONE ? CG_OK : add_function_of(out, program, own, error);
    for (cg_node n = own == CG_NONE ? first : CG_NONE; n != CG_NONE && !status;
         n = definition_after(program, n)) {
        status = add_function_of(out, program, n, error);
    }
    return status;
}

/* The slot of one definition. */
static int slot_of_definition(uint32_t *out, struct program *program, cg_node definition,
                              const char *slot, size_t length, struct cg_error *error)
{
    struct cg_text text = {0};
    size_t name = name_length(slot, length);
    cg_text_put(&text, slot, 1 + name);
    cg_text_add(&text, "||");
    cg_text_add(&text, cg_node_origin(program->graph, definition));
    cg_text_put(&text, slot + 1 + name, length - 1 - name);
    int status = text.failed ? cg_fail_memory(error)
                             : slot_named(out, program, text.bytes, text.length, error);
    cg_text_free(&text);
    return status;
}

/* Connect the slot of any definition with that of one. */
static int connect_definition(struct program *program, uint32_t any, uint32_t one, char letter,
                              struct cg_error *error)
{
    if (letter == 'F') {
        return solver_address(program->solver, any, one, error);
    }
    if (letter == 'r') {
        return solver_copy(program->solver, any, one, error);
    }
    int status = bindings_assign(program, CG_NONE, one, error);
    return status ? status : solver_copy(program->solver, one, any, error);
}

/* The slot that stands for those of all definitions. `g` and a bar: no variable has this name. */
static int slot_of_any(uint32_t *out, struct program *program, const char *slot, size_t length,
                       struct cg_error *error)
{
    struct cg_text text = {0};
    cg_text_add(&text, "g");
    cg_text_put(&text, slot, length);
    cg_text_add(&text, "||");
    uint32_t known = cg_pool_find(&program->texts, text.bytes, text.failed ? 0 : text.length);
    int status = text.failed ? cg_fail_memory(error)
                             : slot_named(out, program, text.bytes, text.length, error);
    cg_text_free(&text);
    cg_node n = known == CG_NO_STRING ? first_definition(program, slot, length) : CG_NONE;
    for (; n != CG_NONE && !status; n = definition_after(program, n)) {
        uint32_t one;
        status = slot_of_definition(&one, program, n, slot, length, error);
        status = status ? status : connect_definition(program, *out, one, slot[0], error);
    }
    return status;
}

int ambiguous_operand(struct operand *out, struct program *program, cg_node owner, const char *slot,
                      size_t length, struct cg_error *error)
{
    cg_node own = own_definition(program, owner, first_definition(program, slot, length));
    if (own != CG_NONE) {
        return slot_of_definition(&out->slot, program, own, slot, length, error);
    }
    out->address = out->address && slot[0] != 'F';
    return slot_of_any(&out->slot, program, slot, length, error);
}
