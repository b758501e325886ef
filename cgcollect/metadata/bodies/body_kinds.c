/*
 * The metadata kinds that are measured in bodies: numbers, and allocations kept in variables
 * outside functions. ast/measure/ measures them; render/ writes what is appended here.
 */
#include "metadata/bodies/body_kinds.h"

#include <write/json_text.h>

static void append_allocations(GString *out, const struct unit_body *body)
{
    g_string_append(out, body->allocations ? body->allocations : "");
}

static void append_branches(GString *out, const struct unit_body *body)
{
    json_text_add_number(out, body->branches);
}

static void append_complexity(GString *out, const struct unit_body *body)
{
    json_text_add_number(out, body->complexity);
}

static void append_loop_depth(GString *out, const struct unit_body *body)
{
    json_text_add_number(out, body->loop_depth);
}

static void append_operations(GString *out, const struct unit_body *body)
{
    g_string_append_c(out, '{');
    json_text_add_member(out, "numberOfControlFlowOps", body->control_operations);
    g_string_append_c(out, ',');
    json_text_add_member(out, "numberOfFloatOps", body->float_operations);
    g_string_append_c(out, ',');
    json_text_add_member(out, "numberOfIntOps", body->integer_operations);
    g_string_append_c(out, ',');
    json_text_add_member(out, "numberOfMemoryAccesses", body->memory_accesses);
    g_string_append_c(out, '}');
}

static void append_statements(GString *out, const struct unit_body *body)
{
    json_text_add_number(out, body->statements);
}

static void append_types(GString *out, const struct unit_body *body)
{
    json_text_add_number(out, body->types);
}

static void append_variables(GString *out, const struct unit_body *body)
{
    g_string_append_c(out, '{');
    json_text_add_member(out, "numVars", body->variables);
    g_string_append_c(out, '}');
}

const struct collected_kind kind_code_statistics = {
    .key = CG_KEY_CODE_STATISTICS,
    .description = "variables declared in the body",
    .places = CG_ON_NODE,
    .of_bodies = true,
    .body_value = append_variables,
};

const struct collected_kind kind_conditional_branches = {
    .key = CG_KEY_CONDITIONAL_BRANCHES,
    .description = "conditional branches in the body",
    .places = CG_ON_NODE,
    .of_bodies = true,
    .body_value = append_branches,
};

const struct collected_kind kind_cyclomatic_complexity = {
    .key = CG_KEY_CYCLOMATIC_COMPLEXITY,
    .description = "McCabe complexity: independent paths through the body",
    .places = CG_ON_NODE,
    .of_bodies = true,
    .body_value = append_complexity,
};

const struct collected_kind kind_loop_depth = {
    .key = CG_KEY_LOOP_DEPTH,
    .description = "deepest loop nesting in the body",
    .places = CG_ON_NODE,
    .of_bodies = true,
    .body_value = append_loop_depth,
};

const struct collected_kind kind_malloc_collector = {
    .key = CG_KEY_MALLOC_COLLECTOR,
    .description = "memory allocated for variables outside functions",
    .places = CG_ON_NODE,
    .of_bodies = true,
    .body_value = append_allocations,
};

const struct collected_kind kind_num_operations = {
    .key = CG_KEY_NUM_OPERATIONS,
    .description = "operations in the body by type, before optimisation",
    .places = CG_ON_NODE,
    .of_bodies = true,
    .body_value = append_operations,
};

const struct collected_kind kind_num_statements = {
    .key = CG_KEY_NUM_STATEMENTS,
    .description = "statements in the body",
    .places = CG_ON_NODE,
    .of_bodies = true,
    .body_value = append_statements,
};

const struct collected_kind kind_unique_types = {
    .key = CG_KEY_UNIQUE_TYPES,
    .description = "distinct types of parameters, variables and result",
    .places = CG_ON_NODE,
    .of_bodies = true,
    .body_value = append_types,
};
