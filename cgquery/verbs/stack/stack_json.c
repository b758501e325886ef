/* Prints stack bounds as JSON. */
#include "print/graph_json.h"
#include "verbs/stack/stack.h"

static void put_step(struct json *json, const struct stack_answer *answer,
                     const struct cg_stack_step *step, int64_t *sum)
{
    struct query *query = answer->query;
    json_open(json, NULL, '{');
    json_function(json, "function", query, step->node);
    if (answer->frame[step->node] < 0) {
        json_raw(json, "bytes", "null");
    } else {
        json_number(json, "bytes", (uint64_t)step->bytes);
    }
    if (step->between > 0) {
        int64_t bytes;
        struct cg_site_list *sites = query_sites(query, step->edge, CG_KEY_CALL_SITES);
        json_text(json, "through", stack_through(answer, sites, &bytes));
        json_number(json, "between", (uint64_t)step->between);
        cg_site_list_free(sites);
    }
    *sum = stack_add(*sum, stack_add(step->between, step->bytes));
    json_number(json, "sum", (uint64_t)*sum);
    if (step->activations) {
        json_number(json, "activations", step->activations);
    }
    if (step->edge != CG_NONE) {
        json_sites(json, "sites", query, step->edge, CG_KEY_CALL_SITES);
    }
    json_close(json, '}');
}

static void put_recursions(struct json *json, const struct stack_answer *answer,
                           const struct stack_grounds *grounds)
{
    const struct cg_stack_recursion *recursion;
    json_open(json, "recursion", '[');
    for (size_t i = 0; (recursion = cg_stack_recursion_at(answer->stack, i)); i++) {
        if (grounds->is_reached[recursion->members[0]]) {
            json_open(json, NULL, '{');
            json_functions(json, "functions", answer->query,
                           (struct cg_function_set){recursion->members, recursion->member_count});
            json_functions(json, "cycle", answer->query,
                           (struct cg_function_set){recursion->cycle, recursion->cycle_length});
            json_close(json, '}');
        }
    }
    json_close(json, ']');
}

static void put_unresolved_calls(struct json *json, const struct stack_answer *answer,
                                 const struct stack_grounds *grounds)
{
    struct query *query = answer->query;
    json_open(json, "unresolvedCalls", '[');
    for (uint32_t i = 0; i < grounds->reached_count; i++) {
        cg_node node = grounds->reached[i];
        if (!(answer->doubts[node] & DOUBT_UNRESOLVED)) {
            continue;
        }
        struct cg_site_list *sites = query_sites(query, node, CG_KEY_UNRESOLVED_CALLS);
        GPtrArray *open = stack_open_sites(answer, sites, node);
        for (guint k = 0; k < open->len; k++) {
            json_site_in(json, query, open->pdata[k], node);
        }
        g_ptr_array_unref(open);
        cg_site_list_free(sites);
    }
    json_close(json, ']');
}

static void put_functions(struct json *json, const char *key, const struct stack_answer *answer,
                          const struct stack_grounds *grounds, enum stack_doubt doubt)
{
    json_open(json, key, '[');
    for (uint32_t i = 0; i < grounds->reached_count; i++) {
        cg_node node = grounds->reached[i];
        if (answer->doubts[node] & doubt) {
            json_function(json, NULL, answer->query, node);
        }
    }
    json_close(json, ']');
}

static int put_entry(struct json *json, const struct stack_answer *answer,
                     const struct stack_entry *entry)
{
    struct stack_grounds grounds;
    int64_t sum = 0;
    int code = stack_find_grounds(&grounds, answer, entry);
    json_open(json, NULL, '{');
    json_function(json, "function", answer->query, entry->node);
    json_text(json, "verdict", stack_verdict_word(entry->verdict));
    json_number(json, "bytes", (uint64_t)entry->bytes);
    if (code == CLI_OK) {
        json_open(json, "path", '[');
        for (size_t i = 0; i < grounds.step_count; i++) {
            put_step(json, answer, &grounds.steps[i], &sum);
        }
        json_close(json, ']');
        json_number(json, "redZone", (uint64_t)answer->bounds.red_zone);
        put_recursions(json, answer, &grounds);
        put_unresolved_calls(json, answer, &grounds);
        put_functions(json, "unrecorded", answer, &grounds, DOUBT_UNRECORDED);
        put_functions(json, "grows", answer, &grounds, DOUBT_GROWS);
        put_functions(json, "estimates", answer, &grounds, DOUBT_ESTIMATED);
        put_functions(json, "noFrame", answer, &grounds, DOUBT_FRAME);
        put_functions(json, "library", answer, &grounds, DOUBT_LIBRARY);
        put_functions(json, "callbacks", answer, &grounds, DOUBT_CALLBACK);
        put_functions(json, "mayCallBack", answer, &grounds, DOUBT_LATER);
    }
    json_close(json, '}');
    stack_grounds_clear(&grounds);
    return code;
}

int stack_print_json(const struct stack_answer *answer)
{
    struct json json = {.out = stdout};
    int code = CLI_OK;
    json_begin(&json, answer->query);
    if (answer->query->options.limit >= 0) {
        json_number(&json, "limit", (uint64_t)answer->query->options.limit);
    }
    json_number(&json, "total", answer->entries->len);
    json_number(&json, "callable", stack_count_callable(answer));
    json_open(&json, "entries", '[');
    for (guint i = 0; i < answer->shown && code == CLI_OK; i++) {
        code = put_entry(&json, answer, &g_array_index(answer->entries, struct stack_entry, i));
    }
    json_close(&json, ']');
    json_end(&json);
    return code;
}
