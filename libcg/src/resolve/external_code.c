/*
 * Finds what no file defines, gives it the unknown values and everything that the program exposes,
 * and, when an object reaches it, opens the object's fields and calls its functions.
 */
#include "resolve/external_code.h"

#include "base/error.h"
#include "facts/called_functions.h"
#include "graph/linked_state.h"
#include "linked/declarers.h"
#include "linked/found_calls.h"
#include "linked/link_report.h"
#include "memory/shown_records.h"
#include "memory/untyped_memory.h"
#include "points_to/signatures.h"
#include "points_to/unknown_causes.h"
#include "resolve/bind_calls.h"
#include "resolve/compiler_calls.h"
#include "resolve/cxx_runtime.h"
#include "resolve/named_symbols.h"
#include "resolve/own_files.h"
#include "resolve/receivers.h"
#include "json/json_walk.h"

#include <libcg/entries.h>
#include <libcg/site.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How much is unknown */

/* The one of two functions whose name comes first, in byte order. @param first may be CG_NONE */
static cg_node first_by_name(const struct cg_graph *graph, cg_node first, cg_node other)
{
    bool before =
        first != CG_NONE && strcmp(cg_node_name(graph, first), cg_node_name(graph, other)) <= 0;
    return before ? first : other;
}

/* Whether a function without a body belongs to the program itself. One of the name of a library
 * function is the library's, wherever it is declared, and so is one that need not exist, unless a
 * source is missing that may define it. */
static bool is_own(const struct program *program, cg_node node)
{
    const struct cg_graph *graph = program->graph;
    enum declared declared = graph_declared(graph, node);
    bool listed = summaries_find(program->summaries, cg_node_name(graph, node));
    bool perhaps = listed || declared == DECLARED_WEAKLY;
    bool by_program = declared == DECLARED_BY_PROGRAM || declared == DECLARED_WEAKLY;
    return !cg_node_has_body(graph, node) &&
           ((by_program && (!perhaps || program->lacks_sources)) ||
            (declared == DECLARED_IMPLICITLY && !listed));
}

/* Functions have their summaries since facts were read, before it was known what is missing. */
static void drop_summaries(struct program *program)
{
    for (uint32_t i = 0; program->missing_code && i < program->function_count; i++) {
        struct function *function = &program->functions[i];
        if (function->summary) {
            function->summary = program_summary(program, function->node, function->text);
        }
    }
}

/* A C function belongs to a library, and is declared by hand (`extern "C" const char *version();`),
 * if only C++ calls it, no call passes it a pointer, and it returns no way to memory that may hold
 * functions. It may do anything, but has no objects of the program's classes. */
static bool is_declared_by_hand(const struct program *program, cg_node node, unsigned marks)
{
    return (marks & ~FUNCTION_UNUSED) == FUNCTION_CALLED &&
           strncmp(cg_node_name(program->graph, node), "_Z", 2) != 0;
}

/* Whether a used function is C++ code of a library with unknown classes. Those of the C++ runtime
 * are known, whether their functions have summaries or not. */
static bool is_of_other_library(const struct program *program, cg_node node)
{
    const char *name = cg_node_name(program->graph, node);
    bool is = strncmp(name, "_Z", 2) == 0 && !cg_node_has_body(program->graph, node) &&
              !graph_is_pure(program->graph, node) && !summaries_find(program->summaries, name);
    return is && !runtime_has(name);
}

/* Functions of the program that are used and not defined, and whether a C++ library is used. A pure
 * method is called only by its qualified name, and then it is defined somewhere; a pointer to it
 * means its entry in virtual tables. */
static int find_foreign_functions(struct cg_link_report *report, struct program *program,
                                  struct cg_error *error)
{
    const struct cg_graph *graph = program->graph;
    unsigned char *marks = called_functions(program);
    for (cg_node n = 0; marks && n < cg_graph_node_count(graph); n++) {
        bool named = cg_site_count(graph, n, CG_KEY_ADDRESS_TAKEN) > 0 && !graph_is_pure(graph, n);
        bool by_hand = !named && is_declared_by_hand(program, n, marks[n]);
        program->libraries |=
            (named || marks[n] != FUNCTION_UNUSED) && is_of_other_library(program, n);
        if (!((marks[n] & FUNCTION_CALLED) || named) || by_hand || !is_own(program, n)) {
            continue;
        }
        report->foreign_function = first_by_name(graph, report->foreign_function, n);
        report->counts[CG_LINK_FOREIGN_FUNCTIONS]++;
    }
    free(marks);
    return marks ? CG_OK : cg_fail_memory(error);
}

/* @return what a library function does; NULL if it has a body, or nothing describes it. O(length
 * of its name) expected. */
static const struct summary *external_summary(const struct program *program, cg_node node)
{
    return cg_node_has_body(program->graph, node)
               ? NULL
               : summaries_find(program->summaries, cg_node_name(program->graph, node));
}

const struct summary *external_loader(const struct program *program, cg_node node)
{
    return cg_node_has_body(program->graph, node)
               ? NULL
               : summaries_loader(program->summaries, cg_node_name(program->graph, node));
}

static bool gets_offsets(const struct program *program, cg_node node)
{
    const struct summary *summary = external_summary(program, node);
    return summary && summary->offsets;
}

static const struct summary *marked_summary(const struct program *program, const char *mark,
                                            const char *name)
{
    char text[256];
    int length = snprintf(text, sizeof text, "%s%s", mark, name);
    return length < (int)sizeof text ? summaries_find(program->summaries, text) : NULL;
}

const struct summary *external_variable(const struct program *program, const char *variable)
{
    return marked_summary(program, "&", variable);
}

/* What the files of the program and of its libraries say. */
static enum named_by named_by_files(const struct program *program, const char *name)
{
    uint32_t text = program->by_libraries.count ? cg_pool_find(&program->texts, name, strlen(name))
                                                : CG_NO_STRING;
    if (text == CG_NO_STRING || !numbers_hold(&program->by_libraries, text)) {
        return NAMED_BY_NONE;
    }
    return numbers_hold(&program->by_runtimes, text) ? NAMED_BY_RUNTIMES : NAMED_BY_LIBRARIES;
}

bool external_is_replacement(const struct program *program, cg_node node)
{
    const struct cg_graph *graph = program->graph;
    return cg_node_has_body(graph, node) && cg_node_linkage(graph, node) != CG_LINKAGE_INTERNAL &&
           graph_declared(graph, node) != DECLARED_BY_SYSTEM;
}

bool external_is_called_by_compilers(const struct program *program, cg_node node)
{
    return marked_summary(program, "!", cg_node_name(program->graph, node));
}

enum named_by external_calls_by_name(const struct program *program, cg_node node)
{
    const char *name = cg_node_name(program->graph, node);
    if (!external_is_replacement(program, node)) {
        return NAMED_BY_NONE;
    }
    bool listed = marked_summary(program, "@", name) ||
                  (program->cplusplus && marked_summary(program, "@@", name));
    return listed ? NAMED_BY_RUNTIMES : named_by_files(program, name);
}

#define VARIABLE_DEFINED 1u /* in the graph */
#define VARIABLE_HIDDEN 2u
#define VARIABLE_SYSTEM 4u /* only system headers declare it */
#define VARIABLE_USED 8u   /* its type leads to functions */

/* Properties of the slots that are variables, by number. */
static int mark_variables(unsigned char **out, const struct program *program,
                          struct cg_error *error)
{
    const struct {
        const struct number_list *slots;
        unsigned char mark;
    } known[] = {{&program->defined, VARIABLE_DEFINED},
                 {&program->hidden, VARIABLE_HIDDEN},
                 {&program->system, VARIABLE_SYSTEM},
                 {&program->used, VARIABLE_USED}};
    unsigned char *marks = calloc(program->slot_kinds.count + 1, sizeof *marks);
    for (size_t i = 0; marks && i < sizeof known / sizeof *known; i++) {
        for (size_t k = 0; k < known[i].slots->count; k++) {
            marks[known[i].slots->items[k]] |= known[i].mark;
        }
    }
    *out = marks;
    return marks ? CG_OK : cg_fail_memory(error);
}

/* A variable through which the program may call functions, and that no file defines, belongs to
 * code of the program that was not collected; unless a library defines it.
 * @param first receives the first name of one, in byte order; NULL: there is none */
static int find_foreign_variables(const char **first, struct cg_link_report *report,
                                  const struct program *program, struct cg_error *error)
{
    *first = NULL;
    unsigned char *marks;
    int status = mark_variables(&marks, program, error);
    for (uint32_t text = 0; text < program->slot_of.count && !status; text++) {
        uint32_t slot = program->slot_of.items[text];
        const char *name = cg_pool_string(&program->texts, text);
        if (slot != NUMBER_NONE && name[0] == 'g') {
            unsigned known = marks[slot] & (VARIABLE_DEFINED | VARIABLE_SYSTEM | VARIABLE_USED);
            bool foreign = known == VARIABLE_USED && !external_variable(program, name + 1);
            report->counts[CG_LINK_FOREIGN_VARIABLES] += foreign;
            *first = foreign && (!*first || strcmp(name + 1, *first) < 0) ? name + 1 : *first;
        }
    }
    free(marks);
    return status;
}

/* The first function, in byte order, that has a body that nobody has read; CG_NONE: none. */
static cg_node first_unread(const struct cg_graph *graph)
{
    cg_node first = CG_NONE;
    for (cg_node n = 0; n < cg_graph_node_count(graph); n++) {
        first = function_is_unread(graph, n) ? first_by_name(graph, first, n) : first;
    }
    return first;
}

/* What makes code unknown: the first of these that there is. */
static int name_cause(struct program *program, const struct cg_link_report *report,
                      const char *variable, struct cg_error *error)
{
    const struct cg_graph *graph = program->graph;
    cg_node node = program->loads ? report->loader : report->foreign_function;
    node = node == CG_NONE && !variable && program->unread ? first_unread(graph) : node;
    const char *name = node == CG_NONE ? variable : cg_node_name(graph, node);
    return name ? causes_name_outside(program, name, error) : CG_OK;
}

int external_hold(struct program *program, uint32_t slot, const struct cg_value *type,
                  struct cg_error *error)
{
    uint32_t unknown;
    int status = causes_outside(&unknown, program, type, error);
    return status ? status : solver_address(program->solver, slot, unknown, error);
}

int external_prepare(struct program *program, enum cg_world world, struct cg_link_report *report,
                     struct cg_error *error)
{
    const struct cg_graph *graph = program->graph;
    program->library =
        world == CG_WORLD_OPEN || (world == CG_WORLD_AUTO && cg_graph_main(graph) == CG_NONE);
    program->lacks_sources = graph_lacks_sources(graph);
    for (cg_node n = 0; n < cg_graph_node_count(graph); n++) {
        program->unread |= function_is_unread(graph, n);
        program->cplusplus |=
            cg_node_has_body(graph, n) && strncmp(cg_node_name(graph, n), "_Z", 2) == 0;
        program->offsets |= gets_offsets(program, n);
        report->loader =
            external_loader(program, n) ? first_by_name(graph, report->loader, n) : report->loader;
    }
    bool finds;
    cg_node finder;
    int status = own_files_read(&finds, &finder, program, error);
    report->loader = report->loader == CG_NONE ? finder : report->loader;
    const struct cg_value any = {NULL, 0};
    status = status ? status : external_hold(program, program->outside, &any, error);
    status = status ? status : find_foreign_functions(report, program, error);
    const char *variable = NULL;
    status = status ? status : find_foreign_variables(&variable, report, program, error);
    bool foreign =
        report->counts[CG_LINK_FOREIGN_FUNCTIONS] || report->counts[CG_LINK_FOREIGN_VARIABLES];
    program->loads =
        (report->loader != CG_NONE || finds) && !(program->promised & PROMISE_LOADED_CODE);
    program->headers = program->library || foreign || program->loads;
    program->missing_code =
        program->unread || (foreign && !(program->promised & CG_PROMISE_NO_FOREIGN_CODE));
    program->uncollected_code = program->library || program->missing_code;
    drop_summaries(program);
    program->foreign_variables = report->counts[CG_LINK_FOREIGN_VARIABLES] &&
                                 !(program->promised & CG_PROMISE_NO_FOREIGN_CODE);
    bool shared = program->uncollected_code || program->loads;
    status = status ? status : name_cause(program, report, variable, error);
    return status || !shared ? status : external_get_integers(program, error);
}

int external_get_integers(struct program *program, struct cg_error *error)
{
    bool libraries = !program->headers && !program->unread; /* that call what is passed to them */
    if (program->integers_known || (libraries && program->promised & CG_PROMISE_TYPED_CALLS)) {
        return CG_OK;
    }
    program->integers_known = true;
    int status = solver_copy(program->solver, program->outside, program->integers, error);
    return status ? status : solver_copy(program->solver, program->outside, program->bytes, error);
}

/* What uncollected code has */

int external_give(struct program *program, cg_node node, struct cg_error *error)
{
    uint32_t function;
    int status = program_function_of(&function, program, node, error);
    return status ? status
                  : solver_address(program->solver, program->outside,
                                   program->functions[function].slot, error);
}

/* Callees of unread code may receive anything. */
static int give_called_by_unread(struct program *program, struct cg_error *error)
{
    const struct cg_graph *graph = program->graph;
    int status = CG_OK;
    for (cg_edge e = 0; e < cg_graph_edge_count(graph) && !status; e++) {
        if (function_is_unread(graph, cg_edge_caller(graph, e)) &&
            cg_node_has_body(graph, cg_edge_callee(graph, e))) {
            status = external_give(program, cg_edge_callee(graph, e), error);
        }
    }
    return status;
}

/* Functions that are defined but were not read may be called from their own translation unit. */
static int open_parameters(struct program *program, uint32_t number, struct cg_error *error)
{
    const struct function *function = &program->functions[number];
    int status = CG_OK;
    for (size_t i = 0; i < function->parameters.count && !status; i++) {
        uint32_t slot = function->parameters.items[i];
        if (slot != NUMBER_NONE) {
            status = solver_copy(program->solver, program->outside, slot, error);
        }
    }
    if (!status && function->variadic != NUMBER_NONE) {
        status = solver_copy(program->solver, program->outside, function->variadic, error);
    }
    if (!status && function->result != NUMBER_NONE) {
        struct cg_value type = signature_part(&function->signature, 0);
        status = external_hold(program, function->result, &type, error);
    }
    return status;
}

static bool variable_is_named(const struct program *program, const char *name, unsigned marks)
{
    return !(marks & VARIABLE_DEFINED) ||
           symbol_may_be_named(program, name, marks & VARIABLE_HIDDEN);
}

static bool is_kept(const struct program *program, const char *variable, unsigned marks)
{
    const struct summary *summary =
        marks & VARIABLE_DEFINED ? NULL : external_variable(program, variable);
    bool others = program->uncollected_code || program->loads || marks & VARIABLE_USED;
    return summary && (summary->kept || (summary->unset && !others));
}

/* A variable that no file defines belongs to uncollected code, and code that may be the program's
 * can name variables that are not internal. */
static int give_variables(struct program *program, struct cg_error *error)
{
    unsigned char *marks;
    int status = mark_variables(&marks, program, error);
    for (uint32_t text = 0; text < program->slot_of.count && !status; text++) {
        uint32_t slot = program->slot_of.items[text];
        const char *name = cg_pool_string(&program->texts, text);
        if (slot == NUMBER_NONE || name[0] != 'g' || is_kept(program, name + 1, marks[slot])) {
            continue;
        }
        bool internal = strchr(name, '|');
        bool named = internal ? program->unread : variable_is_named(program, name + 1, marks[slot]);
        if (named && (marks[slot] & VARIABLE_DEFINED)) {
            status = records_show(program, slot, error);
        }
        if (!status && (named || (marks[slot] & VARIABLE_SYSTEM))) {
            status = solver_address(program->solver, program->outside, slot, error);
        }
        if (!status && !internal && !(marks[slot] & VARIABLE_DEFINED)) {
            status = receivers_variable(program, slot, error);
        }
    }
    free(marks);
    return status;
}

static int give_exposed_methods(struct program *program, struct cg_error *error)
{
    size_t count;
    const cg_node *nodes = hierarchy_exposed(program->hierarchy, &count);
    int status = CG_OK;
    for (size_t i = 0; i < count && !status; i++) {
        status = external_give(program, nodes[i], error);
    }
    return status;
}

/* Libraries throw objects of their own as well. The C++ runtime throws none with functions in
 * it. */
static int give_thrown(struct program *program, const char *name, struct cg_error *error)
{
    uint32_t slot, object;
    if (cg_pool_find(&program->texts, name, strlen(name)) == CG_NO_STRING) {
        return CG_OK;
    }
    int status = slot_named(&slot, program, name, strlen(name), error);
    status = status ? status : slot_new(&object, program, SLOT_DATA, 0, error);
    status = status ? status : solver_address(program->solver, slot, object, error);
    status = status ? status : receivers_variable(program, object, error);
    bool runtime = !program->libraries && !program->uncollected_code && !program->loads;
    return status || runtime ? status
                             : external_hold(program, object, &(struct cg_value){NULL, 0}, error);
}

static int give_exceptions(struct program *program, struct cg_error *error)
{
    int status = give_thrown(program, "gexception objects", error);
    return status ? status : give_thrown(program, "gexception pointers", error);
}

int external_seed(struct program *program, struct cg_error *error)
{
    int status = give_exposed_methods(program, error);
    status = status ? status : receivers_share(program, error);
    status = status ? status : give_exceptions(program, error);
    status = status ? status : referenced_give(program, error);
    status = status ? status : libraries_give(program, error);
    status = status ? status : compiler_calls_give(program, error);
    status = status ? status : symbols_give(program, error);
    status = status ? status : symbols_find(program, error);
    for (cg_node n = 0; n < cg_graph_node_count(program->graph) && !status; n++) {
        if (function_may_be_named(program, n) || external_calls_by_name(program, n)) {
            status = external_give(program, n, error);
        }
    }
    status = status ? status : give_variables(program, error);
    if (!status && program->unread) {
        status = give_called_by_unread(program, error);
    }
    for (uint32_t i = 0; i < program->function_count && !status; i++) {
        if (!program->functions[i].read && !program->functions[i].summary) {
            status = open_parameters(program, i, error);
        }
    }
    return status;
}

/* What uncollected code does with it */

static int call_from_outside(struct program *program, uint32_t number, struct cg_error *error)
{
    struct function *function = &program->functions[number];
    function->escapes = true;
    int status = CG_OK;
    for (size_t i = 0; i < function->parameters.count && !status; i++) {
        uint32_t slot = function->parameters.items[i];
        if (slot != NUMBER_NONE) {
            struct cg_value type = signature_part(&function->signature, (uint32_t)i + 1);
            status = external_hold(program, slot, &type, error);
        }
    }
    if (!status && function->variadic != NUMBER_NONE) {
        status = external_hold(program, function->variadic, &(struct cg_value){NULL, 0}, error);
    }
    if (!status && function->result != NUMBER_NONE) {
        status = solver_copy(program->solver, program->outside, function->result, error);
    }
    return status;
}

/* Whether a name is that of a record that the program defines. */
static bool is_of_program(const struct program *program, const char *name, size_t length)
{
    uint32_t text = cg_pool_find(&program->texts, name, length);
    uint32_t number = text == CG_NO_STRING ? NUMBER_NONE : program->record_of.items[text];
    const struct record *record = number == NUMBER_NONE ? NULL : &program->records[number];
    return record && (record->visibility == VISIBLE_TO_PROGRAM ||
                      (record->visibility == VISIBLE_TO_FILE && record->fields.count > 0));
}

/* Whether a record is an instance of a template for a type of the program: no library has it. */
static bool is_for_program(const struct program *program, const struct record *record)
{
    static const char of_names[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_:$";
    bool is = false;
    const char *rest = strchr(cg_pool_string(&program->texts, record->name), '<');
    while (rest && *rest && !is) {
        size_t length = strspn(rest, of_names);
        is = length > 0 && is_of_program(program, rest, length);
        rest += length + (length == 0);
    }
    return is;
}

/* Whether uncollected code knows the fields of a record. For allocated memory, the records it is
 * used as decide. */
static bool is_known_outside(const struct program *program, const struct record *record)
{
    enum visibility needed = program->unread                            ? VISIBLE_TO_FILE
                             : program->headers                         ? VISIBLE_TO_PROGRAM
                             : program->libraries || program->templates ? VISIBLE_TO_CXX
                                                                        : VISIBLE_TO_ALL;
    return record->visibility >= needed &&
           !(needed == VISIBLE_TO_CXX && record->visibility == VISIBLE_TO_CXX &&
             is_for_program(program, record));
}

/* Whether libraries get offsets of fields, and a record begins with one that they know: offsets of
 * its own fields may be among them. */
static bool is_extended_for(const struct program *program, const struct record *record)
{
    bool extends = false;
    for (size_t i = 0; program->offsets && i < record->inner.count && !extends; i++) {
        const struct record *inner = &program->records[record->inner.items[i]];
        extends =
            record->inner_at.items[i] == 0 && (inner->outside || is_known_outside(program, inner));
    }
    return extends;
}

/* Uncollected code has the fields of a record that it knows. */
static int open_fields(struct program *program, struct record *record, struct cg_error *error)
{
    record->outside = true;
    int status = memory_open(program, (uint32_t)(record - program->records), error);
    for (size_t i = 0; i < record->fields.count && !status; i++) {
        status = solver_address(program->solver, program->outside, record->fields.items[i], error);
    }
    return status;
}

/* Uncollected code has a record, and the records in it: it may know these even if it does not know
 * the whole, as a library knows the class that a program extends. What an instance of a template
 * contains is only found by code that has the instance. */
static int open_record(struct program *program, uint32_t first, struct cg_error *error)
{
    struct number_list pending = {0};
    int status = number_add(&pending, first) ? CG_OK : cg_fail_memory(error);
    while (pending.count && !status) {
        struct record *record = &program->records[pending.items[--pending.count]];
        bool known = is_known_outside(program, record) || is_extended_for(program, record);
        if (record->outside || (record->had && !known)) {
            continue;
        }
        record->had = true;
        status = known ? open_fields(program, record, error) : CG_OK;
        bool inner = known || record->visibility != VISIBLE_TO_CXX;
        for (size_t i = 0; i < record->inner.count && !status && inner; i++) {
            status = number_add(&pending, record->inner.items[i]) ? CG_OK : cg_fail_memory(error);
        }
    }
    free(pending.items);
    return status;
}

static int read_and_write(struct program *program, uint32_t slot, struct cg_error *error)
{
    uint32_t unknown;
    int status = solver_copy(program->solver, program->outside, slot, error);
    status = status ? status : memory_given(&unknown, program, slot, error);
    return status ? status : solver_address(program->solver, slot, unknown, error);
}

/* Uncollected code may call the methods of a pointer to a virtual member. */
static int member_from_outside(struct program *program, uint32_t entry, struct cg_error *error)
{
    struct hierarchy_targets targets;
    int status = hierarchy_find_anywhere(&targets, program->hierarchy, entry, error);
    for (size_t i = 0; !status && i < targets.count; i++) {
        status = external_give(program, targets.nodes[i], error);
    }
    return status;
}

int external_object(struct program *program, uint32_t object, struct cg_error *error)
{
    uint32_t record, function = program_callee(program, object);
    enum slot_kind kind = program->slot_kinds.items[object];
    if (kind == SLOT_TABLE ||
        kind == SLOT_ENTRY) { /* the class decides which methods it may call */
        return CG_OK;
    }
    if (kind == SLOT_MEMBER) {
        return member_from_outside(program, program->slot_index.items[object], error);
    }
    if (function != NUMBER_NONE || kind == SLOT_UNKNOWN) {
        return kind == SLOT_UNKNOWN ? CG_OK : call_from_outside(program, function, error);
    }
    int status = memory_record(&record, program, object, error);
    record = kind == SLOT_RECORD ? program->slot_index.items[object] : record;
    status = status ? status : open_record(program, record, error);
    if (!status && kind == SLOT_RECORD && program->further) { /* it may be a coroutine's frame */
        status = memory_further(program, program->outside, object, program->further, error);
    }
    return status ? status : read_and_write(program, object, error);
}

int external_typed(struct program *program, uint32_t record, uint32_t object,
                   struct cg_error *error)
{
    uint32_t memory;
    if (program->slot_kinds.items[object] == SLOT_TABLE) {
        return memory_read_table(program, record, object, error);
    }
    if (program->slot_kinds.items[object] == SLOT_RECORD) {
        int failed = memory_overlay(program, object, record, error);
        if (failed) {
            return failed;
        }
    }
    bool opened = program->slot_kinds.items[object] == SLOT_UNKNOWN;
    if (opened && causes_are_of_dlsym(program, object)) { /* loaded code defines such a record */
        program->records[record].visibility = VISIBLE_TO_ALL;
    }
    int status = memory_used_as(program, object, record, error);
    status = status ? status : memory_record(&memory, program, object, error);
    opened = opened || (!status && memory != NUMBER_NONE && program->records[memory].outside);
    return status || !opened ? status : open_record(program, record, error);
}
