/* Kinds that count things in bodies. */
#include "builtin.h"
#include "shape_check.h"
#include "values.h"

#define CONTROL_FLOW "numberOfControlFlowOps"
#define ON_FLOATS "numberOfFloatOps"
#define ON_INTEGERS "numberOfIntOps"
#define MEMORY_ACCESSES "numberOfMemoryAccesses"
#define VARIABLES "numVars"

CHECK_OBJECT(check_operations, {CONTROL_FLOW, check_integer, false},
             {ON_FLOATS, check_integer, false}, {ON_INTEGERS, check_integer, false},
             {MEMORY_ACCESSES, check_integer, false})
CHECK_OBJECT(check_statistics, {VARIABLES, check_integer, false})
CHECK_OBJECT(check_allocation, {"allocStmt", check_string, false}, {"global", check_string, false})
CHECK_ELEMENTS(check_allocations, check_allocation)

static int sum_operations(struct cg_text *out, const struct cg_merge_input *input,
                          struct cg_error *error)
{
    static const char *const keys[] = {CONTROL_FLOW, ON_FLOATS, ON_INTEGERS, MEMORY_ACCESSES, NULL};
    return value_merge_sum_members(out, input, keys, error);
}

static int sum_variables(struct cg_text *out, const struct cg_merge_input *input,
                         struct cg_error *error)
{
    static const char *const keys[] = {VARIABLES, NULL};
    return value_merge_sum_members(out, input, keys, error);
}

const struct cg_metadata_kind metadata_bodies[] = {
    {KIND(CG_KEY_NUM_STATEMENTS, CG_ON_NODE, "max", check_integer, "number of statements"),
     .collector = "cgcollect", .of_definition = true},
    {KIND(CG_KEY_CONDITIONAL_BRANCHES, CG_ON_NODE, "max", check_integer,
          "number of branches: if, switch, loops, ?:"),
     .metacg = value_merge_sum_unless_equal, .collector = "cgcollect", .of_definition = true},
    {KIND(CG_KEY_CYCLOMATIC_COMPLEXITY, CG_ON_NODE, "max", check_count,
          "cyclomatic complexity (McCabe): decisions plus one"),
     .collector = "cgcollect", .of_definition = true},
    {KIND(CG_KEY_NUM_OPERATIONS, CG_ON_NODE, "max", check_operations,
          "operations on integers, floats, memory and control flow, a rough measure"),
     .metacg = sum_operations, .collector = "cgcollect", .digits_alike = true},
    {KIND(CG_KEY_CODE_STATISTICS, CG_ON_NODE, "max", check_statistics, "number of variables"),
     .metacg = sum_variables, .collector = "cgcollect", .of_definition = true,
     .digits_alike = true},
    {KIND(CG_KEY_UNIQUE_TYPES, CG_ON_NODE, "max", check_integer,
          "number of different types of parameters, variables and result"),
     .metacg = value_merge_sum_unless_equal, .collector = "cgcollect"},
    {KIND(CG_KEY_LOOP_DEPTH, CG_ON_NODE, "max", check_integer, "deepest nesting of loops"),
     .collector = "cgcollect", .of_definition = true},
    {KIND(CG_KEY_LOOP_CALL_DEPTH, CG_ON_NODE, "max", check_counts,
          "for each callee by name, the most loops around a call of it"),
     .collector = "cgcollect", .of_definition = true, .digits_alike = true},
    {KIND(CG_KEY_MALLOC_COLLECTOR, CG_ON_NODE, "union", check_allocations,
          "global variables that receive allocated memory, and the statements"),
     .metacg = cg_merge_first, .collector = "cgcollect", .of_definition = true},
    {0},
};

int64_t cg_num_statements(const struct cg_graph *graph, cg_node node)
{
    return value_integer(graph, node, CG_KEY_NUM_STATEMENTS);
}

int64_t cg_num_conditional_branches(const struct cg_graph *graph, cg_node node)
{
    return value_integer(graph, node, CG_KEY_CONDITIONAL_BRANCHES);
}

int64_t cg_cyclomatic_complexity(const struct cg_graph *graph, cg_node node)
{
    return value_integer(graph, node, CG_KEY_CYCLOMATIC_COMPLEXITY);
}

int64_t cg_num_unique_types(const struct cg_graph *graph, cg_node node)
{
    return value_integer(graph, node, CG_KEY_UNIQUE_TYPES);
}

int64_t cg_loop_depth(const struct cg_graph *graph, cg_node node)
{
    return value_integer(graph, node, CG_KEY_LOOP_DEPTH);
}

int64_t cg_loop_call_depth(const struct cg_graph *graph, cg_node caller, cg_node callee)
{
    struct cg_value value, key, member;
    struct cg_value_walk walk;
    int64_t deepest = -1;
    if (!value_at(&value, graph, caller, CG_KEY_LOOP_CALL_DEPTH) ||
        check_counts(&value, CG_ON_NODE, NULL) != CG_OK) {
        return -1;
    }
    cg_value_walk_start(&walk, &value);
    while (cg_value_walk_next(&walk, &key, &member)) {
        int64_t depth;
        if (cg_value_integer(&depth, &member) && depth > deepest &&
            value_names_node(&key, graph, callee)) {
            deepest = depth;
        }
    }
    return deepest;
}

int64_t cg_num_variables(const struct cg_graph *graph, cg_node node)
{
    struct cg_value value;
    int64_t number;
    return value_at(&value, graph, node, CG_KEY_CODE_STATISTICS) &&
                   value_member_integer(&number, &value, VARIABLES)
               ? number
               : -1;
}

bool cg_num_operations(struct cg_num_operations *out, const struct cg_graph *graph, cg_node node)
{
    struct cg_value value;
    struct cg_num_operations numbers;
    bool ok = value_at(&value, graph, node, CG_KEY_NUM_OPERATIONS) &&
              value_member_integer(&numbers.control_flow, &value, CONTROL_FLOW) &&
              value_member_integer(&numbers.on_floats, &value, ON_FLOATS) &&
              value_member_integer(&numbers.on_integers, &value, ON_INTEGERS) &&
              value_member_integer(&numbers.memory_accesses, &value, MEMORY_ACCESSES);
    if (ok) {
        *out = numbers;
    }
    return ok;
}
