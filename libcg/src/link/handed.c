/* Noting, while facts are read, what parameters and locals hold and what calls pass. */
#include "link/handed.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>

/** A chain of locals that is longer is taken for a ring. */
#define MOST_LOCALS 64

int handed_new(struct handed **out, struct cg_error *error)
{
    *out = calloc(1, sizeof **out);
    return *out ? CG_OK : cg_fail_memory(error);
}

void handed_free(struct handed *handed)
{
    if (!handed) {
        return;
    }
    for (uint32_t i = 0; i < handed->parameter_count; i++) {
        free(handed->parameters[i].values.items);
    }
    free(handed->parameters);
    free(handed->arguments);
    free(handed->parameter_of.items);
    free(handed->source.items);
    free(handed);
}

static bool set(struct number_list *list, uint32_t at, uint32_t number)
{
    while (list->count <= at) {
        if (!number_add(list, NUMBER_NONE)) {
            return false;
        }
    }
    list->items[at] = number;
    return true;
}

static uint32_t get(const struct number_list *list, uint32_t at)
{
    return at < list->count ? list->items[at] : NUMBER_NONE;
}

int handed_parameter(struct program *program, uint32_t slot, uint32_t function, uint32_t index,
                     struct cg_error *error)
{
    struct handed *handed = program->handed;
    uint32_t known = get(&handed->parameter_of, slot);
    if (known != NUMBER_NONE) {
        return CG_OK;
    }
    if (!cg_grow(&handed->parameters, &handed->parameter_capacity,
                 (size_t)handed->parameter_count + 1, sizeof *handed->parameters) ||
        !set(&handed->parameter_of, slot, handed->parameter_count)) {
        return cg_fail_memory(error);
    }
    handed->parameters[handed->parameter_count++] =
        (struct context_parameter){.slot = slot, .function = function, .index = index};
    return CG_OK;
}

int handed_local(struct program *program, uint32_t slot, struct cg_error *error)
{
    return set(&program->handed->source, slot, SOURCE_NEVER) ? CG_OK : cg_fail_memory(error);
}

static int add_argument(struct handed *handed, const struct context_argument *argument,
                        struct cg_error *error)
{
    if (!cg_grow(&handed->arguments, &handed->argument_capacity, handed->argument_count + 1,
                 sizeof *handed->arguments)) {
        return cg_fail_memory(error);
    }
    handed->arguments[handed->argument_count++] = *argument;
    return CG_OK;
}

/* A function that assigns to its own parameter changes it. (If it calls itself with another value
 * instead, that costs but precision.) Another one calls it. */
static int reach_parameter(struct program *program, const struct context_argument *argument,
                           struct cg_error *error)
{
    struct handed *handed = program->handed;
    struct context_parameter *parameter = &handed->parameters[argument->parameter];
    cg_node node = program->functions[parameter->function].node;
    if (argument->caller != CG_NONE && argument->caller != node) {
        return add_argument(handed, argument, error);
    }
    bool same = argument->from == parameter->slot && !argument->address;
    parameter->changed = parameter->changed || !same;
    return CG_OK;
}

int handed_copy(struct program *program, cg_node owner, uint32_t to, uint32_t from, bool address,
                struct cg_error *error)
{
    struct number_list *source = &program->handed->source;
    uint32_t parameter = get(&program->handed->parameter_of, to);
    if (parameter != NUMBER_NONE) {
        struct context_argument argument = {owner, parameter, from, address, NUMBER_NONE};
        return reach_parameter(program, &argument, error);
    }
    uint32_t before = get(source, to);
    if (before != SOURCE_NOT_LOCAL && (before != from || address)) {
        source->items[to] = before == SOURCE_NEVER && !address ? from : SOURCE_MANY;
    }
    return CG_OK;
}

int handed_assign(struct program *program, cg_node owner, uint32_t to, struct cg_error *error)
{
    return handed_copy(program, owner, to, NUMBER_NONE, true, error);
}

void handed_take_address(struct program *program, uint32_t slot)
{
    struct handed *handed = program->handed;
    uint32_t parameter = get(&handed->parameter_of, slot);
    if (parameter != NUMBER_NONE) {
        handed->parameters[parameter].changed = true;
    }
    if (get(&handed->source, slot) != SOURCE_NOT_LOCAL) {
        handed->source.items[slot] = SOURCE_MANY;
    }
}

int handed_pass(struct program *program, const struct call *call, uint32_t to, uint32_t from,
                struct cg_error *error)
{
    uint32_t parameter = get(&program->handed->parameter_of, to);
    if (parameter == NUMBER_NONE || call->kind != CALL_NAMED) {
        return CG_OK; /* whoever calls otherwise passes anything */
    }
    struct context_argument argument = {call->owner, parameter, from, false, NUMBER_NONE};
    return reach_parameter(program, &argument, error);
}

uint32_t handed_origin(const struct program *program, cg_node owner, uint32_t slot)
{
    const struct handed *handed = program->handed;
    for (int i = 0; i < MOST_LOCALS && slot < SOURCE_MANY; i++) {
        uint32_t number = get(&handed->parameter_of, slot);
        if (number != NUMBER_NONE) {
            const struct context_parameter *parameter = &handed->parameters[number];
            bool own = program->functions[parameter->function].node == owner;
            return own && !parameter->changed ? number : NUMBER_NONE;
        }
        slot = get(&handed->source, slot);
    }
    return NUMBER_NONE;
}
