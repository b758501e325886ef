/* Calls between programs: no pointer leads from a file of one to a file of another. */
#include "link/write_targets.h"

#include "base/error.h"

#include <stdlib.h>

/* Targets of all calls, each by itself. Where there are more, too many callees is the greater evil.
 */
#define MOST_SPREAD ((uint64_t)1 << 25)

bool programs_can_spread(const struct program *program)
{
    uint32_t *fellows = calloc(program->call_count + (size_t)1, sizeof *fellows);
    uint64_t count = 0;
    for (uint32_t i = 0; fellows && i < program->call_count; i++) {
        fellows[program->calls[i].leader]++;
    }
    for (size_t i = 0; fellows && i < program->targets.count; i += 2) {
        count += fellows[program->targets.items[i]];
    }
    bool can = fellows && count <= MOST_SPREAD;
    free(fellows);
    return can;
}

/* The targets of each call: those of its leader that it can reach.
 * @param files by node: file_programs_of */
static int spread(struct program *program, const uint32_t *files, struct cg_error *error)
{
    struct number_list old = program->targets, reached = {0};
    bool ok = true;
    for (size_t i = 0; i < old.count && ok; i += 2) {
        cg_node callee = program->functions[old.items[i + 1]].node;
        uint32_t file = callee == CG_NONE ? CG_NO_STRING : files[callee];
        for (uint32_t call = old.items[i]; call != NUMBER_NONE && ok;
             call = program->calls[call].fellow) {
            cg_node owner = program->calls[call].owner;
            uint32_t from = owner == CG_NONE ? CG_NO_STRING : files[owner];
            if (!file_programs_differ(&program->files, from, file)) {
                ok = number_add(&reached, call) && number_add(&reached, old.items[i + 1]);
            }
        }
    }
    program->targets = reached;
    free(old.items);
    return ok ? CG_OK : cg_fail_memory(error);
}

int programs_spread(struct program *program, struct cg_error *error)
{
    uint32_t *files = file_programs_by_node(&program->files);
    int status = files ? spread(program, files, error) : cg_fail_memory(error);
    free(files);
    return status;
}
