/* Calls with the same callees share what they pass. */
#include "resolve/shared_calls.h"

#include "base/compare.h"
#include "base/error.h"
#include "points_to/signatures.h"
#include "resolve/bind_calls.h"
#include "resolve/cxx_runtime.h"

#include <stdlib.h>
#include <string.h>

/** What calls with the same callees have in common. */
struct sharing {
    uint32_t from;  /**< number of the pointer (solver_united), or text of the receiver */
    uint32_t entry; /**< of a virtual table; 0 for pointers */
    uint32_t way;   /**< in which arguments are counted */
    uint32_t call;
    const struct call *of;
};

/* Texts of signatures are unique. */
static int compare_types(const struct cg_value *x, const struct cg_value *y)
{
    if (x->text == y->text) {
        return 0;
    }
    return x->text && y->text ? strcmp(x->text, y->text) : x->text ? 1 : -1;
}

static int compare_kinds(const struct sharing *x, const struct sharing *y)
{
    int order = numeric_order(x->from, y->from);
    order = order ? order : numeric_order(x->entry, y->entry);
    order = order ? order : numeric_order(x->way, y->way);
    order = order ? order : numeric_order(x->of->count, y->of->count);
    return order ? order : compare_types(&x->of->signature, &y->of->signature);
}

static int by_kind(const void *a, const void *b)
{
    const struct sharing *x = a, *y = b;
    int order = compare_kinds(x, y);
    return order ? order : numeric_order(x->call, y->call);
}

static uint32_t way_of_counting(const struct program *program, const struct call *call)
{
    const struct cg_value *type = call_type(program, call);
    return !type->length ? 0 : signature_is_lowered(type) ? 1 : 2;
}

static bool may_share(const struct program *program, const struct call *call)
{
    return call->owner != CG_NONE && !runtime_has(cg_node_name(program->graph, call->owner));
}

/* Connecting */

static int add_hub(uint32_t *hub, struct program *program, struct cg_error *error)
{
    return *hub == NUMBER_NONE ? slot_new(hub, program, SLOT_DATA, 0, error) : CG_OK;
}

/* A slot of what several calls pass in one place, and one of such a call. */
static int share_slot(uint32_t *hub, struct program *program, uint32_t slot, struct cg_error *error)
{
    if (slot == NUMBER_NONE) {
        return CG_OK;
    }
    int status = add_hub(hub, program, error);
    return status ? status : solver_copy(program->solver, *hub, slot, error);
}

static int join_result(uint32_t *hub, struct program *program, uint32_t slot,
                       struct cg_error *error)
{
    if (slot == NUMBER_NONE) {
        return CG_OK;
    }
    int status = add_hub(hub, program, error);
    return status ? status : solver_copy(program->solver, slot, *hub, error);
}

static int connect_argument(struct program *program, const struct sharing *calls, size_t count,
                            uint32_t index, struct cg_error *error)
{
    uint32_t at = calls->of->passed + index, hub = NUMBER_NONE;
    int status = CG_OK;
    for (size_t i = 0; i < count && !status; i++) {
        uint32_t slot = program->arguments.items[calls[i].of->arguments + index];
        status = share_slot(&hub, program, slot, error);
    }
    program->arguments.items[at] = hub;
    return status;
}

static int connect_results(uint32_t *hub, struct program *program, const struct sharing *calls,
                           size_t count, struct cg_error *error)
{
    int status = CG_OK;
    *hub = NUMBER_NONE;
    for (size_t i = 0; i < count && !status; i++) {
        status = join_result(hub, program, calls[i].of->result, error);
    }
    return status;
}

/* Room for the shared arguments of a leader. */
static int add_passed(struct program *program, struct call *leader, struct cg_error *error)
{
    struct call shared = {0};
    struct number_list none = {0};
    bool ok = true;
    for (uint32_t i = 0; i < leader->count && ok; i++) {
        ok = number_add(&none, NUMBER_NONE);
    }
    int status = ok ? program_add_arguments(&shared, program, &none, error) : cg_fail_memory(error);
    leader->passed = shared.arguments;
    free(none.items);
    return status;
}

static int lead(struct program *program, const struct sharing *calls, size_t count,
                struct cg_error *error)
{
    struct call *leader = &program->calls[calls->call];
    for (size_t i = 1; i < count; i++) {
        program->calls[calls[i].call].leader = calls->call;
        program->calls[calls[i - 1].call].fellow = calls[i].call;
    }
    int status = add_passed(program, leader, error);
    for (uint32_t i = 0; i < leader->count && !status; i++) {
        status = connect_argument(program, calls, count, i, error);
    }
    return status ? status : connect_results(&leader->returned, program, calls, count, error);
}

static int share(struct program *program, struct sharing *calls, size_t count,
                 struct cg_error *error)
{
    int status = CG_OK;
    if (count) {
        qsort(calls, count, sizeof *calls, by_kind);
    }
    for (size_t i = 0, end; i < count && !status; i = end) {
        for (end = i + 1; end < count && compare_kinds(&calls[i], &calls[end]) == 0;) {
            end++;
        }
        status = end - i > 1 ? lead(program, calls + i, end - i, error) : CG_OK;
    }
    return status;
}

static int share_pointers(struct sharing *calls, struct program *program, struct cg_error *error)
{
    size_t count = 0;
    int status = solver_unite_cycles(program->solver, error);
    for (size_t i = 0; i < program->pointers.count && !status; i++) {
        uint32_t number = program->pointers.items[i], from;
        const struct call *call = &program->calls[number];
        status = solver_united(&from, program->solver, call->pointer, error);
        calls[count] = (struct sharing){from, 0, 0, number, call};
        count += may_share(program, call);
    }
    return status ? status : share(program, calls, count, error);
}

static size_t list_virtuals(struct sharing *out, const struct program *program)
{
    size_t count = 0;
    for (size_t i = 0; i < program->virtuals.count; i += 3) {
        const uint32_t *item = &program->virtuals.items[i];
        const struct call *call = &program->calls[item[0]];
        out[count] =
            (struct sharing){item[1], item[2], way_of_counting(program, call), item[0], call};
        count += call->kind == CALL_VIRTUAL && may_share(program, call);
    }
    return count;
}

int shared_calls_find(struct program *program, struct cg_error *error)
{
    size_t room = program->pointers.count + program->virtuals.count / 3 + 1;
    struct sharing *calls = malloc(room * sizeof *calls);
    int status = calls ? CG_OK : cg_fail_memory(error);
    status = status ? status : share_pointers(calls, program, error);
    status = status ? status : share(program, calls, list_virtuals(calls, program), error);
    free(calls);
    return status;
}

/* Callbacks */

static uint32_t *last_leader(struct program *program, uint32_t pointer)
{
    struct number_list *leaders = &program->callbacks;
    bool ok = true;
    while (leaders->count <= pointer && ok) {
        ok = number_add(leaders, NUMBER_NONE);
    }
    return ok ? &leaders->items[pointer] : NULL;
}

static uint32_t find_leader(const struct program *program, uint32_t number, uint32_t last)
{
    const struct call *calls = program->calls, *call = &calls[number];
    uint32_t way = way_of_counting(program, call);
    while (last != NUMBER_NONE &&
           (calls[last].effect != call->effect || calls[last].through != call->through ||
            calls[last].called_back != call->called_back || calls[last].bound != call->bound ||
            calls[last].count != call->count || way_of_counting(program, &calls[last]) != way)) {
        last = calls[last].next;
    }
    return last;
}

/* Functions may be bound before other calls join: so it has all slots. */
static int lead_callbacks(struct program *program, uint32_t number, struct cg_error *error)
{
    struct call *leader = &program->calls[number];
    int status = add_passed(program, leader, error);
    for (uint32_t i = 0; i < leader->count && !status; i++) {
        status = add_hub(&program->arguments.items[leader->passed + i], program, error);
    }
    leader->returned = NUMBER_NONE;
    return status ? status : add_hub(&leader->returned, program, error);
}

int shared_calls_add(struct program *program, uint32_t number, struct cg_error *error)
{
    struct call *call = &program->calls[number];
    if (call->owner == CG_NONE) {
        return CG_OK;
    }
    uint32_t *last = last_leader(program, call->pointer);
    int status = last ? CG_OK : cg_fail_memory(error);
    uint32_t found = status ? NUMBER_NONE : find_leader(program, number, *last);
    struct call *leader = found == NUMBER_NONE ? call : &program->calls[found];
    if (!status && found == NUMBER_NONE) {
        call->next = *last;
        *last = number;
        status = lead_callbacks(program, number, error);
    } else if (!status) {
        call->leader = found;
        call->fellow = leader->fellow;
        leader->fellow = number;
    }
    for (uint32_t i = 0; i < call->count && !status; i++) {
        uint32_t *arguments = program->arguments.items;
        status = share_slot(&arguments[leader->passed + i], program, arguments[call->arguments + i],
                            error);
    }
    return status ? status : join_result(&leader->returned, program, call->result, error);
}

/* Asking */

struct call shared_call(const struct program *program, uint32_t number)
{
    struct call call = program->calls[number];
    if (call.passed != NUMBER_NONE) {
        call.arguments = call.passed;
        call.result = call.returned;
    }
    return call;
}

uint32_t shared_call_next(const struct program *program, uint32_t leader, uint32_t call)
{
    const struct call *first = &program->calls[leader];
    bool watches = first->leader == leader && first->kind != CALL_CALLBACK;
    return watches ? program->calls[call].fellow : NUMBER_NONE;
}

/* After solving */

int shared_calls_spread(struct program *program, struct cg_error *error)
{
    struct number_list *targets = &program->targets;
    size_t count = targets->count;
    bool ok = true;
    for (size_t i = 0; i < count && ok; i += 2) {
        uint32_t leader = targets->items[i];
        for (uint32_t call = program->calls[leader].fellow; call != NUMBER_NONE && ok;
             call = program->calls[call].fellow) {
            ok = number_add(targets, call) && number_add(targets, targets->items[i + 1]);
        }
    }
    return ok ? CG_OK : cg_fail_memory(error);
}

void shared_calls_spread_unknown(struct program *program)
{
    for (uint32_t i = 0; i < program->call_count; i++) {
        struct call *call = &program->calls[i];
        if (call->kind == CALL_POINTER) {
            call->unknown |= program->calls[call->leader].unknown;
        }
    }
}
