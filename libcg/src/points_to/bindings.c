/* Recording, while facts are read, what parameters and locals hold and what calls pass. */
#include "points_to/bindings.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>

/** A longer chain of locals is treated as a ring. */
#define MOST_LOCALS 64

int bindings_new(struct bindings **out, struct cg_error *error)
{
    *out = calloc(1, sizeof **out);
    return *out ? CG_OK : cg_fail_memory(error);
}

void bindings_free(struct bindings *bindings)
{
    if (!bindings) {
        return;
    }
    for (uint32_t i = 0; i < bindings->parameter_count; i++) {
        free(bindings->parameters[i].values.items);
    }
    free(bindings->parameters);
    free(bindings->arguments);
    free(bindings->parameter_of.items);
    free(bindings->source.items);
    free(bindings);
}

static bool set_number(struct number_list *list, uint32_t at, uint32_t number)
{
    while (list->count <= at) {
        if (!number_add(list, NUMBER_NONE)) {
            return false;
        }
    }
    list->items[at] = number;
    return true;
}

static uint32_t number_at(const struct number_list *list, uint32_t at)
{
    return at < list->count ? list->items[at] : NUMBER_NONE;
}

int bindings_parameter(struct program *program, uint32_t slot, uint32_t function, uint32_t index,
                       struct cg_error *error)
{
    struct bindings *bindings = program->bindings;
    uint32_t known = number_at(&bindings->parameter_of, slot);
    if (known != NUMBER_NONE) {
        return CG_OK;
    }
    if (!cg_grow(&bindings->parameters, &bindings->parameter_capacity,
                 (size_t)bindings->parameter_count + 1, sizeof *bindings->parameters) ||
        !set_number(&bindings->parameter_of, slot, bindings->parameter_count)) {
        return cg_fail_memory(error);
    }
    bindings->parameters[bindings->parameter_count++] =
        (struct context_parameter){.slot = slot, .function = function, .index = index};
    return CG_OK;
}

bool bindings_find_parameter(uint32_t *function, uint32_t *index, const struct program *program,
                             uint32_t slot)
{
    const struct bindings *bindings = program->bindings;
    uint32_t number = number_at(&bindings->parameter_of, slot);
    if (number == NUMBER_NONE) {
        return false;
    }
    *function = bindings->parameters[number].function;
    *index = bindings->parameters[number].index;
    return true;
}

int bindings_local(struct program *program, uint32_t slot, struct cg_error *error)
{
    return set_number(&program->bindings->source, slot, SOURCE_NEVER) ? CG_OK
                                                                      : cg_fail_memory(error);
}

static int add_argument(struct bindings *bindings, const struct context_argument *argument,
                        struct cg_error *error)
{
    if (!cg_grow(&bindings->arguments, &bindings->argument_capacity, bindings->argument_count + 1,
                 sizeof *bindings->arguments)) {
        return cg_fail_memory(error);
    }
    bindings->arguments[bindings->argument_count++] = *argument;
    return CG_OK;
}

/* A function that assigns to its own parameter changes it. (If it calls itself with another value
 * instead, this costs only precision.) For another function it is a call. */
static int reach_parameter(struct program *program, const struct context_argument *argument,
                           struct cg_error *error)
{
    struct bindings *bindings = program->bindings;
    struct context_parameter *parameter = &bindings->parameters[argument->parameter];
    cg_node node = program->functions[parameter->function].node;
    if (argument->caller != CG_NONE && argument->caller != node) {
        return add_argument(bindings, argument, error);
    }
    bool same = argument->from == parameter->slot && !argument->address;
    parameter->changed = parameter->changed || !same;
    return CG_OK;
}

int bindings_copy(struct program *program, cg_node owner, uint32_t to, uint32_t from, bool address,
                  struct cg_error *error)
{
    struct number_list *source = &program->bindings->source;
    uint32_t parameter = number_at(&program->bindings->parameter_of, to);
    if (parameter != NUMBER_NONE) {
        struct context_argument argument = {owner, parameter, from, address, NUMBER_NONE};
        return reach_parameter(program, &argument, error);
    }
    uint32_t before = number_at(source, to);
    if (before != SOURCE_NOT_LOCAL && (before != from || address)) {
        source->items[to] = before == SOURCE_NEVER && !address ? from : SOURCE_MANY;
    }
    return CG_OK;
}

int bindings_assign(struct program *program, cg_node owner, uint32_t to, struct cg_error *error)
{
    return bindings_copy(program, owner, to, NUMBER_NONE, true, error);
}

void bindings_take_address(struct program *program, uint32_t slot)
{
    struct bindings *bindings = program->bindings;
    uint32_t parameter = number_at(&bindings->parameter_of, slot);
    if (parameter != NUMBER_NONE) {
        bindings->parameters[parameter].changed = true;
    }
    if (number_at(&bindings->source, slot) != SOURCE_NOT_LOCAL) {
        bindings->source.items[slot] = SOURCE_MANY;
    }
}

int bindings_pass(struct program *program, const struct call *call, uint32_t to, uint32_t from,
                  struct cg_error *error)
{
    uint32_t parameter = number_at(&program->bindings->parameter_of, to);
    if (parameter == NUMBER_NONE || call->kind != CALL_NAMED) {
        return CG_OK; /* any other caller passes anything */
    }
    struct context_argument argument = {call->owner, parameter, from, false, NUMBER_NONE};
    return reach_parameter(program, &argument, error);
}

uint32_t bindings_origin(const struct program *program, cg_node owner, uint32_t slot)
{
    const struct bindings *bindings = program->bindings;
    for (int i = 0; i < MOST_LOCALS && slot < SOURCE_MANY; i++) {
        uint32_t number = number_at(&bindings->parameter_of, slot);
        if (number != NUMBER_NONE) {
            const struct context_parameter *parameter = &bindings->parameters[number];
            bool own = program->functions[parameter->function].node == owner;
            return own && !parameter->changed ? number : NUMBER_NONE;
        }
        slot = number_at(&bindings->source, slot);
    }
    return NUMBER_NONE;
}
