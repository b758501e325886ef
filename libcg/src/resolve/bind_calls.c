/*
 * What happens when an object reaches a call, by what it is: a function, one under another type, a
 * method, data, the unknown. Compares types, binds arguments and results, or notes why the call
 * stays unresolved.
 */
#include "resolve/bind_calls.h"

#include "base/error.h"
#include "base/memory.h"
#include "facts/library_calls.h"
#include "linked/declarers.h"
#include "memory/untyped_memory.h"
#include "memory/used_records.h"
#include "points_to/bindings.h"
#include "points_to/convertible_types.h"
#include "points_to/signatures.h"
#include "points_to/unknown_causes.h"
#include "resolve/cxx_runtime.h"
#include "resolve/external_code.h"
#include "resolve/many_callees.h"
#include "resolve/receivers.h"
#include "resolve/shared_calls.h"

#include <stdlib.h>
#include <string.h>

int call_note_target(struct program *program, uint32_t call, uint32_t function,
                     struct cg_error *error)
{
    bool ok = callees_are_many(program, call) ||
              (number_add(&program->targets, call) && number_add(&program->targets, function));
    return ok ? CG_OK : cg_fail_memory(error);
}

int call_compare_places(const struct call *x, const struct call *y)
{
    if (x->owner != y->owner) {
        return x->owner < y->owner ? -1 : 1;
    }
    if (x->line != y->line) {
        return x->line < y->line ? -1 : 1;
    }
    if (x->column != y->column) {
        return x->column < y->column ? -1 : 1;
    }
    return (x->file > y->file) - (x->file < y->file);
}

int call_by_place(const void *a, const void *b, void *program)
{
    const struct call *calls = ((const struct program *)program)->calls;
    return call_compare_places(&calls[*(const uint32_t *)a], &calls[*(const uint32_t *)b]);
}

/* The slot of argument i, NUMBER_NONE if no fact mentions it. */
static uint32_t parameter_slot(const struct function *function, uint32_t i)
{
    if (i < function->parameters.count && function->parameters.items[i] != NUMBER_NONE) {
        return function->parameters.items[i];
    }
    uint32_t fixed;
    bool variadic;
    bool known = signature_parameters(&function->signature, &fixed, &variadic);
    return !known || (variadic && i >= fixed) ? function->variadic : NUMBER_NONE;
}

const struct cg_value *call_type(const struct program *program, const struct call *call)
{
    static const struct cg_value untold = {NULL, 0};
    if (call->kind == CALL_POINTER) {
        return &call->signature;
    }
    bool known = call->owner != CG_NONE && program->nodes[call->owner] != NUMBER_NONE;
    return known ? &program->functions[program->nodes[call->owner]].signature : &untold;
}

/* Whether arguments and parameters are counted differently: by declaration in C, as passed in the
 * IR, where a record is several values. */
static bool is_counted_otherwise(const struct program *program, const struct call *call,
                                 const struct function *callee)
{
    const struct cg_value *from = call_type(program, call);
    uint32_t fixed;
    bool variadic, lowered = from->length && signature_is_lowered(from);
    bool known = from->length || call->kind == CALL_NAMED; /* all functions of the IR have types */
    return known && signature_parameters(&callee->signature, &fixed, &variadic) &&
           lowered != signature_is_lowered(&callee->signature) &&
           (variadic ? call->count < fixed : call->count != fixed);
}

static int pass_one(struct program *program, const struct call *call, uint32_t to, uint32_t from,
                    struct cg_error *error)
{
    if (to == NUMBER_NONE || from == NUMBER_NONE) {
        return CG_OK;
    }
    int status = bindings_pass(program, call, to, from, error);
    return status ? status : solver_copy(program->solver, to, from, error);
}

static int pass_any(struct program *program, const struct call *call,
                    const struct function *function, uint32_t from, struct cg_error *error)
{
    int status = CG_OK;
    for (size_t i = 0; i < function->parameters.count && !status; i++) {
        status = pass_one(program, call, function->parameters.items[i], from, error);
    }
    return status;
}

/* Each call of an operator new of the program returns memory of its own, as that of the library
 * does (C++17 [basic.stc.dynamic.allocation]): what the function takes it from would be objects of
 * all classes. Forms that the library does not have may return anything. */
static bool is_operator_new(const struct program *program, const struct function *function)
{
    return (strncmp(function->text, "_Znw", 4) == 0 || strncmp(function->text, "_Zna", 4) == 0) &&
           summaries_find(program->summaries, function->text);
}

/* An allocating function may return arguments. @param all which ones is not known */
static int return_arguments(struct program *program, const struct call *call, uint32_t returns,
                            bool all, struct cg_error *error)
{
    int status = CG_OK;
    for (uint32_t i = 0; i < call->count && !status; i++) {
        uint32_t from = program->arguments.items[call->arguments + i];
        bool back = returns && (all || (i < 8 * sizeof returns && returns >> i & 1));
        status = back && from != NUMBER_NONE
                     ? solver_copy(program->solver, call->result, from, error)
                     : CG_OK;
    }
    return status;
}

/* What a call of an allocating function returns to it alone. */
static int receive_memory(struct program *program, uint32_t number, uint32_t callee,
                          struct cg_error *error)
{
    const struct function *function = &program->functions[callee];
    struct call call = program->calls[number];
    uint32_t memory;
    if (call.result == NUMBER_NONE) {
        return CG_OK;
    }
    bool otherwise = is_counted_otherwise(program, &call, function);
    int status = return_arguments(program, &call, function->returns, otherwise, error);
    status = status ? status : memory_of(&memory, program, number, error);
    return status ? status : solver_copy(program->solver, call.result, memory, error);
}

/* @param call what all calls that `number` leads receive */
static int receive(struct program *program, uint32_t number, const struct call *call,
                   uint32_t callee, struct cg_error *error)
{
    const struct function *function = &program->functions[callee];
    int status = CG_OK;
    if (!function->allocates && !is_operator_new(program, function)) {
        return call->result == NUMBER_NONE || function->result == NUMBER_NONE
                   ? CG_OK
                   : solver_copy(program->solver, call->result, function->result, error);
    }
    for (uint32_t one = number; one != NUMBER_NONE && !status;
         one = shared_call_next(program, number, one)) {
        status = receive_memory(program, one, callee, error);
    }
    return status;
}

static int pass_arguments(struct program *program, uint32_t number, const struct call *call,
                          uint32_t callee, struct cg_error *error)
{
    const struct function *function = &program->functions[callee];
    int status = CG_OK;
    bool otherwise = is_counted_otherwise(program, call, function);
    for (uint32_t i = 0; i < call->count && !status; i++) {
        uint32_t from = program->arguments.items[call->arguments + i];
        status = pass_one(program, call, parameter_slot(function, i), from, error);
        if (!status && otherwise) {
            status = pass_any(program, call, function, from, error);
        }
    }
    return status ? status : receive(program, number, call, callee, error);
}

int function_unknown(uint32_t *out, struct program *program, uint32_t function,
                     struct cg_error *error)
{
    cg_node node = program->functions[function].node;
    bool system = node != CG_NONE && graph_declared(program->graph, node) == DECLARED_BY_SYSTEM;
    const char *reason = system ? CG_UNKNOWN_LIBRARY : CG_UNKNOWN_NOT_COLLECTED;
    return causes_unknown(out, program, reason, function_name(program, function), error);
}

/* Uncollected code receives the arguments and produces the result, which is unknown. @param type of
 * the function, which limits the result */
static int hand_over(struct program *program, const struct call *call, const struct cg_value *type,
                     uint32_t unknown, struct cg_error *error)
{
    struct cg_value result = signature_part(type, 0);
    int status = external_get_integers(program, error);
    for (uint32_t i = 0; i < call->count && !status; i++) {
        uint32_t from = program->arguments.items[call->arguments + i];
        if (from != NUMBER_NONE) {
            status = solver_copy(program->solver, program->outside, from, error);
        }
    }
    if (!status && call->result != NUMBER_NONE) {
        status = unknown_type(&result, program, result, error);
        status = status ? status : unknown_as(&unknown, program, unknown, &result, error);
        status = status ? status : solver_address(program->solver, call->result, unknown, error);
    }
    return status;
}

/* An unknown library function may call its arguments before it returns: handed_calls.c. */
static int note_handed(struct program *program, uint32_t call, uint32_t through,
                       struct cg_error *error)
{
    bool ok = number_add(&program->handed, call) && number_add(&program->handed, through);
    return ok ? CG_OK : cg_fail_memory(error);
}

static int call_uncollected(struct program *program, uint32_t number, uint32_t function,
                            struct cg_error *error)
{
    bool own = program->calls[number].kind == CALL_CALLBACK;
    struct call call = own ? program->calls[number] : shared_call(program, number);
    uint32_t unknown;
    int status = function_unknown(&unknown, program, function, error);
    const struct cg_value *type = &program->functions[function].signature;
    status = status ? status : hand_over(program, &call, type, unknown, error);
    bool known = status || call.kind == CALL_VIRTUAL || call.count == 0;
    return known ? status : note_handed(program, number, function, error);
}

/* What a library function does depends on what each call passes. */
static int bind_library(struct program *program, uint32_t number, uint32_t callee,
                        struct cg_error *error)
{
    int status = CG_OK;
    for (uint32_t call = number; call != NUMBER_NONE && !status;
         call = shared_call_next(program, number, call)) {
        status = receivers_construct(program, call, callee, error);
        if (!status && program->functions[callee].summary) {
            status = effects_apply(program, call, callee, error);
        }
    }
    return status;
}

int call_bind(struct program *program, uint32_t number, uint32_t callee, struct cg_error *error)
{
    struct call call = shared_call(program, number);
    const struct function *function = &program->functions[callee];
    if (function->read) {
        return pass_arguments(program, number, &call, callee, error);
    }
    bool described = function->summary;
    int status = bind_library(program, number, callee, error);
    return status || described ? status : call_uncollected(program, number, callee, error);
}

/* Classes resolve virtual calls in crowds, which would miss what library functions call back. */
static int bind(struct program *program, uint32_t number, uint32_t callee, struct cg_error *error)
{
    const struct call *call = &program->calls[number];
    bool read = program->functions[callee].read;
    if (read && call->leader != number) {
        return CG_OK;
    }
    bool alone = call->kind == CALL_NAMED || (call->kind == CALL_VIRTUAL && !read);
    int status = alone ? CG_OK : callees_count(program, number, callee, error);
    if (status) {
        return status;
    }
    return !alone && callees_are_many(program, number)
               ? callees_bind(program, number, callee, error)
               : call_bind(program, number, callee, error);
}

int call_function(struct program *program, uint32_t call, uint32_t function, struct cg_error *error)
{
    enum call_kind kind = program->calls[call].kind;
    bool leads = program->calls[call].leader == call;
    int status = CG_OK;
    if (leads && (kind == CALL_POINTER || kind == CALL_CALLBACK)) {
        status = call_note_target(program, call, function, error);
    }
    return status ? status : bind(program, call, function, error);
}

/* Pairs of a call and the cause of an unknown object. */
static int note_cause(struct number_list *pairs, struct program *program, uint32_t call,
                      uint32_t object, struct cg_error *error)
{
    int status = callees_count(program, call, NUMBER_NONE, error);
    bool ok = status || callees_are_many(program, call) ||
              (number_add(pairs, call) && number_add(pairs, unknown_of(program, object)->cause));
    return ok ? status : cg_fail_memory(error);
}

/* A call may call an unknown function. Another one for the same reason gets the arguments where the
 * first does. */
static int call_anything(struct program *program, uint32_t call, uint32_t object,
                         struct cg_error *error)
{
    unsigned bit = 1u << causes_bit(program, object);
    bool pointer = program->calls[call].kind == CALL_POINTER;
    struct call copy = pointer ? shared_call(program, call) : program->calls[call];
    int status = note_cause(&program->opened, program, call, object, error);
    program->calls[call].unknown |= bit;
    copy.count = copy.handed_over & bit ? 0 : copy.count;
    program->calls[call].handed_over |= bit;
    return status ? status : hand_over(program, &copy, &copy.signature, object, error);
}

/* A call receives an unknown value that was never a function nor converted to one: unknown_causes.c
 * reports it for calls that are otherwise resolved. */
static int call_data(struct program *program, uint32_t call, uint32_t object,
                     struct cg_error *error)
{
    if (program->promised & CG_PROMISE_TYPED_CALLS) {
        return CG_OK;
    }
    return note_cause(&program->mistyped, program, call, object, error);
}

/* A call may call an unknown value of a type that fits. */
static int call_unknown_value(struct program *program, uint32_t call, uint32_t object,
                              struct cg_error *error)
{
    return unknown_of(program, object)->type.length == 1
               ? call_data(program, call, object, error)
               : call_anything(program, call, object, error);
}

static int call_unknown(struct program *program, uint32_t call, uint32_t object,
                        struct cg_error *error)
{
    const struct cg_value *type = &unknown_of(program, object)->type;
    bool pointer = program->calls[call].kind == CALL_POINTER;
    if (pointer && type->length != 1 &&
        !convertible_fit(program, &program->calls[call].signature, type)) {
        return CG_OK;
    }
    if (pointer && program->causes[unknown_of(program, object)->cause].found) {
        struct number_list *found_unknowns = &program->found_unknowns;
        bool ok = number_add(found_unknowns, call) && number_add(found_unknowns, object);
        return ok ? CG_OK : cg_fail_memory(error);
    }
    return call_unknown_value(program, call, object, error);
}

/* What a function does that is not recorded as a target of a call. */
static int call_unrecorded(struct program *program, uint32_t call, uint32_t function,
                           struct cg_error *error)
{
    program->calls[call].unknown |= 1u << CAUSE_TYPE;
    bool ok = callees_are_many(program, call) ||
              (number_add(&program->misfits, call) && number_add(&program->misfits, function));
    return ok ? bind(program, call, function, error) : cg_fail_memory(error);
}

/* A function that was converted to the type of the call but cannot work with it, or that is in a
 * virtual table: it is not recorded as a target, but the effects of calling it apply. */
static int call_misfit(struct program *program, uint32_t call, uint32_t function,
                       struct cg_error *error)
{
    if (program->promised & CG_PROMISE_TYPED_CALLS) {
        return CG_OK;
    }
    program->functions[function].mistyped = true;
    return call_unrecorded(program, call, function, error);
}

/* The same of a library's call. The library has the function, and may call it later, but passes it
 * nothing that is not seen. */
static int call_back_misfit(struct program *program, uint32_t call, uint32_t function,
                            struct cg_error *error)
{
    if (program->promised & CG_PROMISE_TYPED_CALLS) {
        return CG_OK;
    }
    program->functions[function].escapes = true;
    return call_unrecorded(program, call, function, error);
}

/* A function that was stored without a type reaches a call that passes what it takes, but it was
 * not converted to the type of the call. Untyped memory may hold many of these, so none is a
 * target: the call becomes unresolved, and uncollected code may call them. */
static int call_untyped(struct program *program, uint32_t call, uint32_t function,
                        struct cg_error *error)
{
    if (program->promised & CG_PROMISE_TYPED_CALLS) {
        return CG_OK;
    }
    program->calls[call].unknown |= 1u << CAUSE_TYPE;
    uint32_t *least = &program->calls[call].untyped;
    bool less =
        !*least || strcmp(function_name(program, function), function_name(program, *least - 1)) < 0;
    *least = less ? function + 1 : *least;
    return solver_address(program->solver, program->outside, program->functions[function].slot,
                          error);
}

/* Whether a converted function works when called with a type. A conversion that names the function
 * means it; a place that overlaps with another may be written as the one and read as the other. */
static bool works_converted(const struct cast *cast, const struct cg_value *type,
                            const struct cg_value *own)
{
    if (cast->named) {
        return signatures_bear(type, own);
    }
    return cast->overlay ? signatures_pass_alike(type, own) : signatures_have_one_shape(type, own);
}

/* Whether a call has the type of a function that was converted. Without a prototype any call has,
 * unless the conversion may be of any function: then what the definition takes counts. */
static bool fits_own(const struct cast *cast, const struct cg_value *type,
                     const struct cg_value *own)
{
    bool meant = cast->overlay || (cast->named && cast->type.length);
    bool any = !meant && own->length > 1 && *own->text == '?';
    return signatures_fit(type, own) && (!any || signatures_have_one_shape(type, own));
}

/* Whether a function is under its own type unless a cast says otherwise: it is inside a library,
 * where nothing else names it, or of C++ and calls are promised to be typed. Without the promise
 * the types of C++ are not known. */
static bool is_never_cast(const struct function *function)
{
    const struct cg_value *type = &function->signature;
    bool cplusplus = signature_is_lowered(type) && signature_of_source(type).length;
    return cplusplus || (function->summary && function->summary->type);
}

/* Whether a function is under a type of the source, its own or one that it was converted to. */
static bool is_under_type(const struct function *function, const struct cast *cast)
{
    const struct cg_value *type = cast ? &cast->type : &function->signature;
    return type->length > 0 && *type->text == 'F';
}

/* A library function's call. A function of another type is there since memory is not told apart, or
 * the library knows more of it than its declaration: the call becomes unresolved, and what calling
 * it would do is followed. Code outside may call one without a type, since the library may know it.
 */
static int call_back(struct program *program, uint32_t call, uint32_t function,
                     const struct cast *cast, struct cg_error *error)
{
    if (library_calls_fit(program, &program->calls[call], function, cast)) {
        return call_function(program, call, function, error);
    }
    if (is_never_cast(&program->functions[function])) {
        return CG_OK;
    }
    if (is_under_type(&program->functions[function], cast)) {
        return call_back_misfit(program, call, function, error);
    }
    int status = call_untyped(program, call, function, error);
    bool promised = program->promised & CG_PROMISE_TYPED_CALLS;
    return status || promised ? status : bind(program, call, function, error);
}

/* Whether a call passes what a function without further arguments takes, or just what it takes. */
static bool passes_enough(const struct cg_value *type, const struct cg_value *own)
{
    uint32_t count;
    bool variadic = false;
    bool fixed = signature_parameters(own, &count, &variadic) && !variadic;
    return signatures_pass_alike(type, own) || (fixed && signatures_bear(type, own));
}

static int call_converted(struct program *program, uint32_t call, const struct cast *cast,
                          struct cg_error *error)
{
    uint32_t callee = cast->function;
    const struct cg_value *type = &program->calls[call].signature;
    const struct cg_value *own = &program->functions[callee].signature;
    if (program->calls[call].kind != CALL_POINTER) {
        return call_function(program, call, callee, error);
    }
    /* A call only calls functions that have its type or were converted to it. */
    bool own_type = fits_own(cast, type, own);
    if (!own_type && !cast->type.length && passes_enough(type, own)) {
        return call_untyped(program, call, callee, error);
    }
    bool converted = !own_type && convertible_leads(program, own, type);
    if (!own_type && !converted &&
        !(cast->type.length && convertible_fit(program, type, &cast->type))) {
        return CG_OK;
    }
    bool works = own_type || converted || works_converted(cast, type, own);
    if (!works) {
        return call_misfit(program, call, callee, error);
    }
    int status = records_pass(program, type, own, error);
    return status ? status : call_function(program, call, callee, error);
}

static bool type_fits(const struct program *program, uint32_t call, uint32_t function)
{
    const struct call *from = &program->calls[call];
    const struct function *callee = &program->functions[function];
    const char *caller = from->owner == CG_NONE ? "" : cg_node_name(program->graph, from->owner);
    bool inside = callee->summary && callee->summary->type;
    if (inside && !signatures_match(&from->signature, &callee->signature)) {
        return from->kind != CALL_POINTER; /* a library has it where calls pass what it takes */
    }
    return from->kind != CALL_POINTER ||
           (convertible_fit(program, &from->signature, &callee->signature) &&
            runtime_fits(caller, &from->signature, callee->text, &callee->signature));
}

/* Whether a call passes what a function of a virtual table takes. A pointer to a member keeps the
 * type of its function, whatever class it has. C has types of the source, a table those of the IR.
 */
static bool passes_entry(const struct program *program, const struct call *from,
                         const struct cg_value *own)
{
    const struct cg_value *type = &from->signature;
    if (from->kind != CALL_POINTER || !own->length) {
        return true;
    }
    return convertible_fit(program, type, own) && signatures_pass_alike(type, own) &&
           (signature_is_lowered(type) || signatures_match(type, own)) &&
           (from->by_hand || !from->member || signatures_lower_alike(type, own));
}

typedef int finding(struct program *program, uint32_t call, uint32_t function,
                    struct cg_error *error);

/* A function of a virtual table reaches a call of an unknown table: `found` calls it. */
static int call_entry(struct program *program, uint32_t call, uint32_t function, finding *found,
                      struct cg_error *error)
{
    bool called =
        passes_entry(program, &program->calls[call], &program->functions[function].signature);
    return called ? found(program, call, function, error) : CG_OK;
}

/* What becomes of it. A library calls no table of a class that it does not know. */
static finding *entry_found(const struct call *call)
{
    finding *other = call->kind == CALL_CALLBACK ? call_back_misfit : call_misfit;
    return call->by_hand ? call_function : other;
}

/* Whether a pointer to a virtual member may call an entry of a table: the source makes pointers to
 * this member, or to one that it overrides, and may have converted them to other types; or the call
 * passes just what it takes. If tables know the type of the pointers, the call has those already.
 */
static bool may_be_member(const struct program *program, const struct call *from, uint32_t callee)
{
    const struct function *function = &program->functions[callee];
    bool by_type = from->kind != CALL_POINTER || from->member;
    return numbers_hold(&program->members_cast, function->node) ||
           (by_type && passes_entry(program, from, &function->signature));
}

/* A pointer to a virtual member reaches a call: if tables have the class, the callees are the
 * members of its type. Otherwise the object's class is derived from it and has no known table, or
 * it does not belong to the program; unless all that are derived are known. */
static int call_member(struct program *program, uint32_t call, uint32_t entry,
                       struct cg_error *error)
{
    struct call from = program->calls[call];
    struct hierarchy_targets targets;
    int status = hierarchy_find_anywhere(&targets, program->hierarchy, entry, error);
    for (size_t i = 0; !status && i < targets.count; i++) {
        uint32_t callee;
        status = program_function_of(&callee, program, targets.nodes[i], error);
        if (!status && may_be_member(program, &from, callee)) {
            status = call_function(program, call, callee, error);
        }
    }
    bool has_own = from.kind == CALL_POINTER && !from.member;
    bool elsewhere = from.kind == CALL_POINTER && program->uncollected_code;
    if (status || has_own || from.derived || (targets.complete && !elsewhere)) {
        return status;
    }
    uint32_t unknown;
    status = causes_unknown(
        &unknown, program,
        targets.only_uncollected ? CG_UNKNOWN_NOT_COLLECTED : CG_UNKNOWN_NO_FACTS, NULL, error);
    return status ? status : call_unknown(program, call, unknown, error);
}

/* Whether a function is an entry of some table of bound procedures. */
static bool is_at_entry(const struct program *program, const struct function *function,
                        const char *entry)
{
    bool is = false;
    for (size_t i = 0; i < function->bound.count && !is; i++) {
        is = cg_pool_string(&program->texts, function->bound.items[i]) == entry;
    }
    return is;
}

/* Whether a call may call an object according to the entries it is bound to: a call through a table
 * of bound procedures calls only those at its entry, whatever else shares memory with the table. An
 * overriding procedure has the same characteristics (Fortran 2018, 7.5.7.3). */
static bool is_bound(const struct program *program, uint32_t call, uint32_t object)
{
    const struct call *from = &program->calls[call];
    uint32_t function = program_callee(program, object);
    if (!from->bound || function == NUMBER_NONE) {
        return true;
    }
    const struct function *callee = &program->functions[function];
    return is_at_entry(program, callee, from->bound) &&
           (from->kind != CALL_POINTER || signatures_match(&from->signature, &callee->signature));
}

/* Whether a call of the C++ runtime may call an object: where nothing but its own functions is
 * stored, only these, or what is unknown. */
static bool may_be_stored(const struct program *program, uint32_t call, uint32_t object)
{
    const struct call *from = &program->calls[call];
    bool any = from->kind != CALL_POINTER || from->owner == CG_NONE ||
               program->slot_kinds.items[object] == SLOT_UNKNOWN ||
               !runtime_calls_own(cg_node_name(program->graph, from->owner));
    enum slot_kind kind = program->slot_kinds.items[object];
    bool function = kind == SLOT_FUNCTION || kind == SLOT_CAST;
    return any ||
           (function && runtime_has(program->functions[program_callee(program, object)].text));
}

int call_object(struct program *program, uint32_t call, uint32_t object, struct cg_error *error)
{
    uint32_t index = program->slot_index.items[object];
    if (!is_bound(program, call, object) || !may_be_stored(program, call, object)) {
        return CG_OK;
    }
    enum slot_kind kind = program->slot_kinds.items[object];
    bool function = kind == SLOT_FUNCTION || kind == SLOT_CAST;
    if (function && program->calls[call].kind == CALL_CALLBACK) {
        const struct cast *cast = kind == SLOT_CAST ? &program->casts[index] : NULL;
        return call_back(program, call, program_callee(program, object), cast, error);
    }
    switch (kind) {
    case SLOT_FUNCTION:
        return type_fits(program, call, index) ? call_function(program, call, index, error) : CG_OK;
    case SLOT_ENTRY:
        return call_entry(program, call, index, entry_found(&program->calls[call]), error);
    case SLOT_MEMBER:
        return call_member(program, call, index, error);
    case SLOT_CAST:
        return call_converted(program, call, &program->casts[index], error);
    case SLOT_UNKNOWN:
        return call_unknown(program, call, object, error);
    default:
        program->calls[call].data = true;
        return CG_OK;
    }
}

/* The number of a cast, which may be a new one: functions, their types (each once in `texts`), and
 * ways to convert them. CG_NO_STRING when memory is exhausted. */
static uint32_t number_of_cast(struct program *program, const struct cast *cast)
{
    char key[sizeof cast->function + sizeof cast->type.text + 1];
    memcpy(key, &cast->function, sizeof cast->function);
    memcpy(key + sizeof cast->function, &cast->type.text, sizeof cast->type.text);
    key[sizeof key - 1] = (char)(cast->named | cast->overlay << 1);
    return cg_pool_intern(&program->cast_keys, key, sizeof key);
}

/* The object for a function converted to another type. @param overlay no type was ever written for
 * it: only places overlap */
static int find_cast(uint32_t *out, struct program *program, uint32_t function,
                     const struct conversion *conversion, bool overlay, struct cg_error *error)
{
    struct cast cast = {.function = function,
                        .type = conversion->type,
                        .named = conversion->named,
                        .overlay = overlay};
    uint32_t number = number_of_cast(program, &cast);
    if (number == CG_NO_STRING || !cg_grow(&program->casts, &program->casts_capacity,
                                           (size_t)number + 1, sizeof *program->casts)) {
        return cg_fail_memory(error);
    }
    int status = CG_OK;
    if (number == program->cast_count) {
        status = slot_new(&cast.slot, program, SLOT_CAST, number, error);
        program->casts[program->cast_count++] = cast;
    }
    *out = program->casts[number].slot;
    return status;
}

static int call_code_in_data(struct program *program, uint32_t call, struct cg_error *error)
{
    static const struct cg_value any = UNKNOWN_ANY;
    uint32_t unknown, pointer = program->calls[call].pointer;
    int status = unknown_object(&unknown, program, program->data_cause, &any, error);
    status = status ? status : call_anything(program, call, unknown, error);
    return status || pointer == NUMBER_NONE
               ? status
               : solver_copy(program->solver, program->outside, pointer, error);
}

/* Mark the functions as found that are in a variable that dlsym finds. */
static int find_held(struct program *program, uint32_t variable, struct cg_error *error)
{
    uint32_t *held = NULL;
    size_t count = 0;
    int status = solver_objects(program->solver, variable, &held, &count, error);
    for (size_t i = 0; !status && i < count; i++) {
        uint32_t function = program_callee(program, held[i]);
        if (function != NUMBER_NONE) {
            program->functions[function].found = true;
        }
    }
    free(held);
    return status;
}

static int find_all_held(struct program *program, struct cg_error *error)
{
    uint32_t *found = NULL;
    size_t count = 0;
    int status = solver_objects(program->solver, program->found, &found, &count, error);
    for (size_t i = 0; !status && i < count; i++) {
        bool variable = program_callee(program, found[i]) == NUMBER_NONE;
        status = variable ? find_held(program, found[i], error) : CG_OK;
    }
    free(found);
    return status;
}

/* By call: whether it has a callee; with `found`, one that dlsym may have found. A wrapper that
 * looks for the next function of its name does not find itself. @return NULL: no memory */
static bool *calls_with_callees(const struct program *program, bool found, struct cg_error *error)
{
    bool *called = calloc(program->call_count + (size_t)1, sizeof *called);
    for (size_t i = 0; called && i < program->targets.count; i += 2) {
        uint32_t call = program->targets.items[i];
        const struct function *callee = &program->functions[program->targets.items[i + 1]];
        bool other = callee->node != program->calls[call].owner;
        called[call] |= !found || (callee->found && other);
    }
    if (!called) {
        cg_fail_memory(error);
    }
    return called;
}

/* The graph has what dlsym finds, or a library does. */
static int call_found_unknowns(bool *more, struct program *program, struct cg_error *error)
{
    struct number_list found_unknowns = program->found_unknowns;
    if (!found_unknowns.count) {
        return CG_OK;
    }
    int status = find_all_held(program, error);
    bool *called = status ? NULL : calls_with_callees(program, true, error);
    if (!called && !status) {
        status = error->status;
    }
    program->found_unknowns = (struct number_list){0};
    for (size_t i = 0; i < found_unknowns.count && !status; i += 2) {
        if (!called[found_unknowns.items[i]]) {
            status = call_unknown_value(program, found_unknowns.items[i],
                                        found_unknowns.items[i + 1], error);
            *more = true;
        }
    }
    free(found_unknowns.items);
    free(called);
    return status;
}

/* Functions that C keeps as pointers to records are handles. They become integers, as a record that
 * is called may be any of those. What dlsym finds arrives under every type, so it is no handle. */
static int keep_handles(bool *more, struct program *program, struct cg_error *error)
{
    const struct conversion handle = {.to = program->integers, .type = {"", 0}};
    uint32_t *held = NULL, cast;
    size_t count = 0;
    int status = solver_objects(program->solver, program->handles, &held, &count, error);
    for (size_t i = 0; i < count && !status; i++) {
        uint32_t function = program_callee(program, held[i]);
        bool found = solver_holds(program->solver, program->found, held[i]);
        if (function != NUMBER_NONE && !found) {
            status = find_cast(&cast, program, function, &handle, false, error);
            bool new = !status && !solver_holds(program->solver, handle.to, cast);
            status = new ? solver_address(program->solver, handle.to, cast, error) : status;
            *more |= new;
        }
    }
    free(held);
    return status;
}

static int find_handles(struct program *program, struct cg_error *error)
{
    const struct number_list *pairs = &program->leads_to;
    int status = slot_new(&program->handles, program, SLOT_DATA, 0, error);
    for (size_t i = 0; i < pairs->count && !status; i += 2) {
        bool c = !program->records[pairs->items[i + 1]].cplusplus;
        status = c ? solver_copy(program->solver, program->handles, pairs->items[i], error) : CG_OK;
    }
    return status;
}

/* @param more receives whether solving goes on */
static int call_handles(bool *more, struct program *program, struct cg_error *error)
{
    bool called = false;
    for (uint32_t i = 0; i < program->call_count && !called; i++) {
        called = program->calls[i].kind == CALL_POINTER && program->calls[i].data;
    }
    if (called && program->handles == NUMBER_NONE) {
        *more = true;
        return find_handles(program, error);
    }
    return called ? keep_handles(more, program, error) : CG_OK;
}

int data_call(bool *more, struct program *program, struct cg_error *error)
{
    uint32_t count = program->promised & CG_PROMISE_TYPED_CALLS ? 0 : program->call_count;
    bool *called = calls_with_callees(program, false, error);
    int status = called ? CG_OK : error->status;
    *more = false;
    status = status ? status : call_handles(more, program, error);
    if (*more) {
        free(called);
        return status;
    }
    status = status ? status : call_found_unknowns(more, program, error);
    for (uint32_t i = 0; i < count && !status; i++) {
        const struct call *call = &program->calls[i];
        if (call->kind == CALL_POINTER && call->data && !call->unknown && !called[i]) {
            status = call_code_in_data(program, i, error);
            *more = true;
        }
    }
    free(called);
    return status;
}

/* Classes of the C++ runtime have subclasses only there and in the graph. The summary of the type
 * info name describes their functions: without a subclass in the program, functions that call
 * others of the same object call nothing of the program. */
static const struct summary *summary_of_class(const struct program *program,
                                              const struct hierarchy_targets *targets,
                                              const char *receiver)
{
    bool others =
        program->uncollected_code || program->loads || program->unread || program->libraries;
    const struct summary *summary = (targets->of_system || targets->in_header) && !others
                                        ? summaries_find(program->summaries, receiver)
                                        : NULL;
    return summary && summary->recalls && targets->derived ? NULL : summary;
}

/* Whether a class has no objects unless code makes them by hand: all code of the program is there,
 * and no table of the class, or of one derived from it. */
static bool is_unmade(const struct program *program)
{
    return !program->uncollected_code && !program->loads && !program->unread &&
           !program->libraries && !program->by_address;
}

/* A call may reach functions that are not in the graph. */
static int call_elsewhere(struct program *program, uint32_t call, const char *receiver,
                          const struct hierarchy_targets *targets, struct cg_error *error)
{
    const char *reason = targets->only_uncollected ? CG_UNKNOWN_NOT_COLLECTED : CG_UNKNOWN_NO_FACTS;
    const struct call *from = &program->calls[call];
    bool tracked = from->count && program->arguments.items[from->arguments] != NUMBER_NONE;
    uint32_t unknown, function;
    if (from->kind != CALL_POINTER && receiver && summary_of_class(program, targets, receiver)) {
        int status = program_function(&function, program, receiver, strlen(receiver), error);
        return status ? status : bind(program, call, function, error);
    }
    int status = causes_unknown(&unknown, program, reason, receiver, error);
    if (!status && targets->by_class && tracked) {
        return receivers_add(program, call, unknown, error);
    }
    return status ? status : call_object(program, call, unknown, error);
}

int call_virtual(struct program *program, uint32_t call, const char *receiver, uint32_t slot,
                 struct cg_error *error)
{
    struct hierarchy_targets targets = {.complete = false, .only_uncollected = false};
    struct call *c = &program->calls[call];
    c->member = !receiver;
    if (receiver && !hierarchy_find(&targets, program->hierarchy, receiver, slot)) {
        /* For a type of pointers to members without known tables, all virtual members are
         * converted, or their class is not collected: call_member gets those that this program
         * makes, and those that uncollected code makes are unknown values. */
        targets.only_uncollected = c->kind == CALL_POINTER;
        targets.complete = targets.only_uncollected;
        c->member = true;
        c->derived = hierarchy_has_derived(program->hierarchy, receiver);
        c->unmade = c->kind == CALL_VIRTUAL && is_unmade(program);
        targets.by_class = c->unmade;
    }
    size_t own = c->leader == call ? targets.count : 0;
    int status = CG_OK;
    for (size_t i = 0; i < own && !status; i++) {
        uint32_t function;
        status = program_function_of(&function, program, targets.nodes[i], error);
        status = status ? status : call_function(program, call, function, error);
    }
    return status || targets.complete ? status
                                      : call_elsewhere(program, call, receiver, &targets, error);
}

/* Conversions */

/* Whether a conversion applies to an object: a function that arrives with another type was never
 * converted, so the conversion does not apply to it. */
static bool converts(const struct program *program, const struct conversion *conversion,
                     uint32_t object)
{
    uint32_t index = program->slot_index.items[object];
    bool cast = program->slot_kinds.items[object] == SLOT_CAST;
    const struct cg_value *type =
        cast ? &program->casts[index].type : &program->functions[index].signature;
    if (cast && !type->length) {
        return true;
    }
    return conversion->from.length && signatures_fit(&conversion->from, type);
}

/* Whether a call with the type under which a place is read passes what a function takes. */
static bool is_read_so(const struct program *program, const struct conversion *conversion,
                       uint32_t function)
{
    return !conversion->overlay || !conversion->type.length ||
           signatures_pass_alike(&conversion->type, &program->functions[function].signature);
}

/* Unknown values change their type as functions do. A pointer to data never becomes a function. */
static int cast_unknown(struct program *program, const struct conversion *conversion,
                        uint32_t object, struct cg_error *error)
{
    const struct cg_value *known = &unknown_of(program, object)->type;
    struct cg_value type = conversion->type;
    struct cg_value untyped = UNKNOWN_UNTYPED;
    bool function = known->length != 1;
    bool changes = function ? conversion->from.length && signatures_fit(&conversion->from, known)
                            : *known->text == *untyped.text;
    if (!type.length) {
        type = known->length ? untyped : *known;
    } else if (*type.text != 'F') {
        type = UNKNOWN_ANY; /* no prototype */
    }
    int status =
        changes || !known->length ? unknown_as(&object, program, object, &type, error) : CG_OK;
    return status ? status : solver_address(program->solver, conversion->to, object, error);
}

int call_cast(struct program *program, uint32_t number, uint32_t object, struct cg_error *error)
{
    const struct conversion *conversion = &program->conversions[number];
    uint32_t to = conversion->to;
    if (!slot_is_value(program->slot_kinds.items[object])) {
        return CG_OK; /* it is copied: program_convert */
    }
    if (program->slot_kinds.items[object] == SLOT_UNKNOWN) {
        return cast_unknown(program, conversion, object, error);
    }
    uint32_t function = program_callee(program, object);
    if (function == NUMBER_NONE || !converts(program, conversion, object) ||
        !is_read_so(program, conversion, function)) {
        return solver_address(program->solver, to, object, error);
    }
    const struct cg_value *own = &program->functions[function].signature;
    uint32_t converted = program->functions[function].slot;
    bool same = conversion->type.length &&
                (!own->length || own->text == conversion->type.text || signature_is_lowered(own));
    bool overlay = conversion->overlay && program->slot_kinds.items[object] == SLOT_FUNCTION;
    int status =
        same ? CG_OK : find_cast(&converted, program, function, conversion, overlay, error);
    return status ? status : solver_address(program->solver, to, converted, error);
}
