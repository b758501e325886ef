/*
 * The kind `loopCallDepth`: the number of loops around the calls of each callee.
 */
#include "metadata/calls/call_kinds.h"

#include <write/json_text.h>

#include <libcg/kinds.h>

#include "metadata/common/callees.h"

static void print_depths(GString *out, const struct callee *callee)
{
    if (callee->loops > 0) {
        json_text_add_string(out, callee->name);
        g_string_append_c(out, ':');
        json_text_add_number(out, callee->loops);
    }
}

static int write_call_depths(const struct rendering *r, struct cg_error *error)
{
    static const char *const frame[2] = {"{", "}"};
    return write_callees(r, CG_KEY_LOOP_CALL_DEPTH, frame, print_depths, error);
}

const struct collected_kind kind_loop_call_depth = {
    .key = CG_KEY_LOOP_CALL_DEPTH,
    .description = "for each callee called in loops, their nesting depth",
    .places = CG_ON_NODE,
    .of_bodies = true,
    .write = write_call_depths,
};
