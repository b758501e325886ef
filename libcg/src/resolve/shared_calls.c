/* Calls with the same callees share what they pass. */
#include "resolve/shared_calls.h"

#include "base/error.h"
#include "resolve/cxx_runtime.h"

#include <stdlib.h>
#include <string.h>

/** What calls with the same callees have in common. */
struct sharing {
    uint32_t from;  /**< slot of the pointer, or text of the receiver */
    uint32_t entry; /**< of a virtual table; 0 for pointers */
    uint32_t call;
    const struct call *of;
};

static int compare(uint32_t x, uint32_t y)
{
    return (x > y) - (x < y);
}

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
    int order = compare(x->from, y->from);
    order = order ? order : compare(x->entry, y->entry);
    order = order ? order : compare(x->of->count, y->of->count);
    return order ? order : compare_types(&x->of->signature, &y->of->signature);
}

static int by_kind(const void *a, const void *b)
{
    const struct sharing *x = a, *y = b;
    int order = compare_kinds(x, y);
    return order ? order : compare(x->call, y->call);
}

static bool may_share(const struct program *program, const struct call *call)
{
    return call->owner != CG_NONE && !runtime_has(cg_node_name(program->graph, call->owner));
}

/* Connecting */

/* A slot of what several calls pass in one place. Whatever flows there goes on to `to`, or comes
 * from the slots of the calls. */
static int join(uint32_t *hub, struct program *program, uint32_t slot, bool returned,
                struct cg_error *error)
{
    int status = CG_OK;
    if (slot == NUMBER_NONE) {
        return CG_OK;
    }
    if (*hub == NUMBER_NONE) {
        status = slot_new(hub, program, SLOT_DATA, 0, error);
    }
    uint32_t to = returned ? slot : *hub, from = returned ? *hub : slot;
    return status ? status : solver_copy(program->solver, to, from, error);
}

static int connect_argument(struct program *program, const struct sharing *calls, size_t count,
                            uint32_t index, struct cg_error *error)
{
    uint32_t at = calls->of->passed + index, hub = NUMBER_NONE;
    int status = CG_OK;
    for (size_t i = 0; i < count && !status; i++) {
        status = join(&hub, program, program->arguments.items[calls[i].of->arguments + index],
                      false, error);
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
        status = join(hub, program, calls[i].of->result, true, error);
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
    int status =
        ok ? program_add_arguments(&shared, program, &none, error) : cg_fail_memory(error);
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

static size_t list_pointers(struct sharing *out, const struct program *program)
{
    size_t count = 0;
    for (size_t i = 0; i < program->pointers.count; i++) {
        uint32_t number = program->pointers.items[i];
        const struct call *call = &program->calls[number];
        out[count] = (struct sharing){call->pointer, 0, number, call};
        count += may_share(program, call);
    }
    return count;
}

static size_t list_virtuals(struct sharing *out, const struct program *program)
{
    size_t count = 0;
    for (size_t i = 0; i < program->virtuals.count; i += 3) {
        const uint32_t *item = &program->virtuals.items[i];
        const struct call *call = &program->calls[item[0]];
        out[count] = (struct sharing){item[1], item[2], item[0], call};
        count += call->kind == CALL_VIRTUAL && may_share(program, call);
    }
    return count;
}

int shared_calls_find(struct program *program, struct cg_error *error)
{
    size_t room = program->pointers.count + program->virtuals.count / 3 + 1;
    struct sharing *calls = malloc(room * sizeof *calls);
    int status = calls ? CG_OK : cg_fail_memory(error);
    status = status ? status : share(program, calls, list_pointers(calls, program), error);
    status = status ? status : share(program, calls, list_virtuals(calls, program), error);
    free(calls);
    return status;
}

/* Asking */

struct call shared_call(const struct program *program, uint32_t number)
{
    struct call call = program->calls[number];
    if (call.leader == number && call.fellow != NUMBER_NONE) {
        call.arguments = call.passed;
        call.result = call.returned;
    }
    return call;
}

uint32_t shared_call_next(const struct program *program, uint32_t leader, uint32_t call)
{
    return program->calls[leader].leader == leader ? program->calls[call].fellow : NUMBER_NONE;
}

/* After solving */

int shared_calls_spread(struct program *program, struct cg_error *error)
{
    struct number_list *targets = &program->targets;
    size_t count = targets->count;
    bool ok = true;
    for (size_t i = 0; i < count && ok; i += 2) {
        uint32_t leader = targets->items[i];
        for (uint32_t call = shared_call_next(program, leader, leader); call != NUMBER_NONE && ok;
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
