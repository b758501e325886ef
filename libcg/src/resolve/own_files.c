/* Looks for accesses to the symbol table and the relocations of the program's own file, and has the
 * solver take what is read there for what the program exports. Called by link.c and
 * external_code.c. */
#include "resolve/own_files.h"

#include "points_to/unknown_causes.h"
#include "resolve/external_code.h"

#include <string.h>

/* Slots of what is read of symbols and relocations: those of C, where numbers are not followed
 * (cgcollect/ast/facts/elf_fields.c), and fields. */
static const char *const symbols[] = {"gsymbols of files|", "fElf64_Sym+8", "fElf32_Sym+4", NULL};
static const char *const relocations[] = {"grelocations of files|", "fElf64_Rela+0", "fElf64_Rel+0",
                                          "fElf32_Rela+0",          "fElf32_Rel+0",  NULL};

static bool knows_any(const struct program *program, const char *const *names)
{
    bool any = false;
    for (; *names && !any; names++) {
        any = slot_known(program, *names, strlen(*names)) != NUMBER_NONE;
    }
    return any;
}

static cg_node find_function(const struct program *program)
{
    const struct cg_graph *graph = program->graph;
    for (cg_node n = 0; n < cg_graph_node_count(graph); n++) {
        const struct summary *summary =
            cg_node_has_body(graph, n) ? NULL
                                       : summaries_find(program->summaries, cg_node_name(graph, n));
        if (summary && summary->maps) {
            return n;
        }
    }
    return CG_NONE;
}

static const char *find_variable(const struct program *program)
{
    for (uint32_t text = 0; text < program->slot_of.count; text++) {
        const char *slot = cg_pool_string(&program->texts, text);
        const struct summary *summary =
            program->slot_of.items[text] != NUMBER_NONE && slot[0] == 'g'
                ? external_variable(program, slot + 1)
                : NULL;
        if (summary && summary->maps) {
            return slot + 1;
        }
    }
    return NULL;
}

/* What is read may be the address of anything that the files have. */
static int hold(struct program *program, const char *const *names, const char *finder,
                struct cg_error *error)
{
    int status = CG_OK;
    for (; *names && !status; names++) {
        uint32_t unknown, slot = slot_known(program, *names, strlen(*names));
        if (slot != NUMBER_NONE) {
            status = causes_unknown(&unknown, program, CG_UNKNOWN_DLSYM, finder, error);
            status = status ? status : solver_address(program->solver, slot, unknown, error);
        }
    }
    return status;
}

int own_files_read(bool *finds, cg_node *finder, struct program *program, struct cg_error *error)
{
    bool reads = knows_any(program, symbols), relocates = knows_any(program, relocations);
    *finder = reads || relocates ? find_function(program) : CG_NONE;
    const char *name = *finder != CG_NONE     ? cg_node_name(program->graph, *finder)
                       : (reads || relocates) ? find_variable(program)
                                              : NULL;
    *finds = name && reads;
    program->relocates = name && relocates;
    *finder = *finds ? *finder : CG_NONE;
    int status = name ? hold(program, symbols, name, error) : CG_OK;
    return status || !name ? status : hold(program, relocations, name, error);
}
