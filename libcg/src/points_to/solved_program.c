/*
 * Makes the numbers: slots by text, functions by node, records and calls in arrays that grow as
 * facts are read, and the watches that the solver calls back.
 */
#include "points_to/convertible_types.h"
#include "points_to/unknown_causes.h"

#include "base/compare.h"
#include "base/error.h"
#include "base/memory.h"
#include "linked/declarers.h"
#include "points_to/bindings.h"
#include "strings/text.h"
#include "json/scanner.h"

#include <libcg/site.h>

#include <stdlib.h>
#include <string.h>

bool number_add(struct number_list *list, uint32_t number)
{
    if (!cg_grow(&list->items, &list->capacity, list->count + 1, sizeof *list->items)) {
        return false;
    }
    list->items[list->count++] = number;
    return true;
}

bool number_add_new(struct number_list *list, uint32_t number)
{
    for (size_t i = 0; i < list->count; i++) {
        if (list->items[i] == number) {
            return true;
        }
    }
    return number_add(list, number);
}

static int compare_pairs(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    int order = compare_u32(x, y);
    return order ? order : compare_u32(x + 1, y + 1);
}

bool numbers_add_new_pair(struct number_list *list, uint32_t first, uint32_t second)
{
    for (size_t i = 0; i < list->count; i += 2) {
        if (list->items[i] == first && list->items[i + 1] == second) {
            return true;
        }
    }
    return number_add(list, first) && number_add(list, second);
}

void records_begin_list(struct program *program)
{
    program->listings++;
}

bool record_is_new(struct program *program, uint32_t record)
{
    bool is_new = program->records[record].listed != program->listings;
    program->records[record].listed = program->listings;
    return is_new;
}

void numbers_settle(struct number_list *list, size_t width)
{
    int (*compare)(const void *, const void *) = width == 1 ? compare_u32 : compare_pairs;
    size_t size = width * sizeof *list->items, kept = 0;
    if (list->count) {
        qsort(list->items, list->count / width, size, compare);
    }
    for (size_t i = 0; i < list->count; i += width) {
        if (!kept || compare(&list->items[i], &list->items[kept - width]) != 0) {
            memmove(&list->items[kept], &list->items[i], size);
            kept += width;
        }
    }
    list->count = kept;
}

size_t numbers_first(const struct number_list *pairs, uint32_t number)
{
    size_t low = 0, high = pairs->count / 2;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (pairs->items[2 * middle] < number) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return 2 * low;
}

bool numbers_hold(const struct number_list *list, uint32_t number)
{
    return list->count > 0 &&
           bsearch(&number, list->items, list->count, sizeof number, compare_u32) != NULL;
}

bool numbers_hold_pair(const struct number_list *pairs, uint32_t first, uint32_t second)
{
    const uint32_t pair[] = {first, second};
    return pairs->count > 0 &&
           bsearch(pair, pairs->items, pairs->count / 2, sizeof pair, compare_pairs) != NULL;
}

/* Grow a list that is indexed by numbers assigned elsewhere. */
static bool grow_to(struct number_list *list, uint32_t number)
{
    while (list->count <= number) {
        if (!number_add(list, NUMBER_NONE)) {
            return false;
        }
    }
    return true;
}

static int add_special_slots(struct program *program, struct cg_error *error)
{
    uint32_t *const special[] = {&program->integers, &program->bytes, &program->outside,
                                 &program->found, &program->constant};
    int status = CG_OK;
    for (size_t i = 0; i < sizeof special / sizeof *special && !status; i++) {
        status = slot_new(special[i], program, SLOT_DATA, 0, error);
    }
    return status;
}

int program_init(struct program *program, struct cg_graph *graph, bool typed,
                 struct cg_error *error)
{
    uint32_t nodes = cg_graph_node_count(graph);
    *program = (struct program){.graph = graph, .typed = typed, .handles = NUMBER_NONE};
    program->nodes = malloc((nodes + (size_t)1) * sizeof *program->nodes);
    bool ok = cg_pool_init(&program->texts) && program->nodes;
    ok = cg_pool_init(&program->cast_keys) && ok;
    ok = cg_pool_init(&program->ambiguous) && ok;
    ok = cg_pool_init(&program->heads) && ok;
    if (!cg_pool_init(&program->overlays) || !ok) {
        return cg_fail_memory(error);
    }
    memset(program->nodes, 0xff, nodes * sizeof *program->nodes);
    int status = solver_new(&program->solver, error);
    status = status ? status : bindings_new(&program->bindings, error);
    status = status ? status : add_special_slots(program, error);
    uint32_t none;
    status = status ? status : program_new_record(&none, program, error);
    return status ? status : causes_init(program, error);
}

static void free_lists(struct program *program)
{
    struct number_list *const lists[] = {&program->slot_of,        &program->function_of,
                                         &program->record_of,      &program->slot_kinds,
                                         &program->slot_index,     &program->arguments,
                                         &program->watches,        &program->targets,
                                         &program->defined,        &program->system,
                                         &program->named,          &program->virtuals,
                                         &program->pointers,       &program->callbacks,
                                         &program->hidden,         &program->uses,
                                         &program->passed_as,      &program->misfits,
                                         &program->found_unknowns, &program->mistyped,
                                         &program->cell_of,        &program->used_as,
                                         &program->own_types,      &program->any_types,
                                         &program->converted,      &program->used,
                                         &program->handed,         &program->cause_of,
                                         &program->ranked,         &program->opened,
                                         &program->receivers,      &program->constructed,
                                         &program->foreign,        &program->shared,
                                         &program->tables,         &program->runtime,
                                         &program->declared_types, &program->declared_cells,
                                         &program->field_types,    &program->arrays,
                                         &program->offset_of,      &program->referenced,
                                         &program->linked,         &program->addresses,
                                         &program->leads_to,       &program->got,
                                         &program->returned,       &program->bound_to,
                                         &program->declared_as,    &program->by_libraries,
                                         &program->by_runtimes,    &program->by_compilers,
                                         &program->substitutes,    &program->members_made,
                                         &program->members_cast};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        free(lists[i]->items);
    }
}

/* The lists in functions, records, and what is copied or kept. */
static void free_parts(struct program *program)
{
    for (uint32_t i = 0; i < program->function_count; i++) {
        free(program->functions[i].parameters.items);
        free(program->functions[i].bound.items);
    }
    for (uint32_t i = 0; i < program->record_count; i++) {
        free(program->records[i].fields.items);
        free(program->records[i].inner.items);
        free(program->records[i].inner_at.items);
        free(program->records[i].arrays.items);
        free(program->records[i].outer.items);
        free(program->records[i].stands_for.items);
        free(program->records[i].insides.items);
        free(program->records[i].shared.items);
    }
    for (uint32_t i = 0; i < program->copy_count; i++) {
        struct block_copy *copy = &program->copies[i];
        free(copy->ends[0].items);
        free(copy->ends[1].items);
        free(copy->views[0].items);
        free(copy->views[1].items);
        free(copy->hubs.at.items);
    }
    for (uint32_t i = 0; i < program->kept_count; i++) {
        free(program->kept[i].types.items);
        free(program->kept[i].values.items);
    }
}

void program_free(struct program *program)
{
    free_lists(program);
    free_parts(program);
    origin_index_free(&program->by_origin[0]);
    origin_index_free(&program->by_origin[1]);
    origin_index_free(&program->definitions);
    free(program->copies);
    free(program->functions);
    free(program->causes);
    free(program->unknowns);
    free(program->casts);
    free(program->accesses);
    free(program->cells);
    free(program->kept);
    free(program->conversions);
    free(program->records);
    free(program->calls);
    free(program->nodes);
    convertible_free(program);
    cg_pool_free(&program->texts);
    cg_pool_free(&program->cast_keys);
    cg_pool_free(&program->ambiguous);
    cg_pool_free(&program->heads);
    free(program->steady);
    cg_pool_free(&program->overlays);
    hierarchy_free(program->hierarchy);
    solver_free(program->solver);
    bindings_free(program->bindings);
}

/* Texts */

int program_intern(uint32_t *out, struct program *program, const char *text, size_t length,
                   struct cg_error *error)
{
    *out = cg_pool_intern(&program->texts, text, length);
    bool ok = *out != CG_NO_STRING && grow_to(&program->slot_of, *out) &&
              grow_to(&program->function_of, *out) && grow_to(&program->record_of, *out) &&
              grow_to(&program->cause_of, *out);
    return ok ? CG_OK : cg_fail_memory(error);
}

static int intern_escaped(uint32_t *out, struct program *program, const struct cg_value *string,
                          struct cg_error *error)
{
    struct cg_text text = {0};
    json_unescape(&text, string->text + 1, string->length - 2);
    int status = text.failed ? cg_fail_memory(error)
                 : memchr(text.bytes, '\0', text.length)
                     ? cg_fail(error, CG_E_FORMAT, "a string of a pointer fact has a NUL character")
                     : program_intern(out, program, text.bytes, text.length, error);
    cg_text_free(&text);
    return status;
}

int program_entry(const char **out, struct program *program, const char *entry,
                  struct cg_error *error)
{
    uint32_t text;
    int status = program_intern(&text, program, entry, strlen(entry), error);
    *out = status ? NULL : cg_pool_string(&program->texts, text);
    return status;
}

int program_text(uint32_t *out, struct program *program, const struct cg_value *string,
                 struct cg_error *error)
{
    if (string->length < 2 || string->text[0] != '"') {
        return cg_fail(error, CG_E_FORMAT, "a pointer fact has '%.*s' instead of a string",
                       (int)(string->length < 40 ? string->length : 40), string->text);
    }
    if (memchr(string->text, '\\', string->length)) {
        return intern_escaped(out, program, string, error);
    }
    return program_intern(out, program, string->text + 1, string->length - 2, error);
}

/* Functions and records */

const struct summary *program_summary(const struct program *program, cg_node node, const char *text)
{
    bool own = program->missing_code && !program->by_address && node != CG_NONE &&
               graph_declared(program->graph, node) == DECLARED_BY_PROGRAM;
    return own ? NULL : summaries_find(program->summaries, text);
}

/* The type of a library function that nothing declares. */
static int take_type(struct function *function, struct program *program, struct cg_error *error)
{
    const char *type = function->summary ? function->summary->type : NULL;
    uint32_t text;
    if (!type) {
        return CG_OK;
    }
    int status = program_intern(&text, program, type, strlen(type), error);
    if (!status) {
        function->signature = (struct cg_value){cg_pool_string(&program->texts, text),
                                                cg_pool_length(&program->texts, text)};
    }
    return status;
}

static int add_function(uint32_t *out, struct program *program, const char *text, cg_node node,
                        struct cg_error *error)
{
    if (!cg_grow(&program->functions, &program->functions_capacity,
                 (size_t)program->function_count + 1, sizeof *program->functions)) {
        return cg_fail_memory(error);
    }
    uint32_t number = program->function_count;
    struct function function = {
        .text = text, .node = node, .result = NUMBER_NONE, .variadic = NUMBER_NONE};
    bool defined = node != CG_NONE && cg_node_has_body(program->graph, node);
    if (node != CG_NONE) {
        function.read =
            defined && cg_metadata_has(program->graph, CG_ON_NODE, node, CG_KEY_POINTER_FACTS);
        program->nodes[node] = number;
    }
    if (!defined && program->summaries) { /* a program's own function may have any name */
        function.summary = program_summary(program, node, text);
    }
    int status = take_type(&function, program, error);
    status = status ? status : slot_new(&function.slot, program, SLOT_FUNCTION, number, error);
    if (!status) {
        program->functions[program->function_count++] = function;
        *out = number;
    }
    return status;
}

int program_function(uint32_t *out, struct program *program, const char *text, size_t length,
                     struct cg_error *error)
{
    uint32_t string;
    int status = program_intern(&string, program, text, length, error);
    if (status || program->function_of.items[string] != NUMBER_NONE) {
        *out = status ? NUMBER_NONE : program->function_of.items[string];
        return status;
    }
    const char *own = cg_pool_string(&program->texts, string);
    cg_node node;
    status = program_find_node(&node, program, own, error);
    if (status) {
        return status;
    }
    if (node != CG_NONE && program->nodes[node] != NUMBER_NONE) { /* under another name */
        *out = program->nodes[node];
    } else {
        status = add_function(out, program, own, node, error);
    }
    if (!status) {
        program->function_of.items[string] = *out;
    }
    return status;
}

int program_function_of(uint32_t *out, struct program *program, cg_node node,
                        struct cg_error *error)
{
    if (program->nodes[node] != NUMBER_NONE) {
        *out = program->nodes[node];
        return CG_OK;
    }
    return add_function(out, program, cg_node_name(program->graph, node), node, error);
}

int program_taken(struct number_list *taken, struct program *program, struct cg_error *error)
{
    int status = CG_OK;
    for (cg_node n = 0; n < cg_graph_node_count(program->graph) && !status; n++) {
        uint32_t function;
        if (cg_site_count(program->graph, n, CG_KEY_ADDRESS_TAKEN) > 0) {
            status = program_function_of(&function, program, n, error);
            if (!status && !number_add(taken, function)) {
                status = cg_fail_memory(error);
            }
        }
    }
    return status;
}

int program_new_record(uint32_t *out, struct program *program, struct cg_error *error)
{
    if (program->record_count == NUMBER_NONE) {
        return cg_fail(error, CG_E_LIMIT, "too many records");
    }
    if (!cg_grow(&program->records, &program->records_capacity, (size_t)program->record_count + 1,
                 sizeof *program->records)) {
        return cg_fail_memory(error);
    }
    *out = program->record_count;
    program->records[program->record_count++] = (struct record){.cells = NUMBER_NONE,
                                                                .written = NUMBER_NONE,
                                                                .visibility = VISIBLE_TO_FILE,
                                                                .name = CG_NO_STRING,
                                                                .own = NUMBER_NONE,
                                                                .around = NUMBER_NONE,
                                                                .reach = NUMBER_NONE,
                                                                .reached = NUMBER_NONE};
    return CG_OK;
}

int program_record(uint32_t *out, struct program *program, const char *name, size_t length,
                   struct cg_error *error)
{
    uint32_t string;
    int status = program_intern(&string, program, name, length, error);
    if (!status && program->record_of.items[string] == NUMBER_NONE) {
        status = program_new_record(&program->record_of.items[string], program, error);
        if (!status) {
            program->records[program->record_of.items[string]].name = string;
        }
    }
    *out = status ? NUMBER_NONE : program->record_of.items[string];
    return status;
}

/* Calls and watches */

int program_add_call(uint32_t *out, struct program *program, const struct call *call,
                     struct cg_error *error)
{
    if (program->call_count >= NUMBER_NONE - 1) {
        return cg_fail(error, CG_E_LIMIT, "too many calls");
    }
    if (!cg_grow(&program->calls, &program->calls_capacity, (size_t)program->call_count + 1,
                 sizeof *program->calls)) {
        return cg_fail_memory(error);
    }
    *out = program->call_count;
    program->calls[*out] = *call;
    program->calls[*out].leader = *out;
    program->calls[*out].fellow = NUMBER_NONE;
    program->calls[*out].passed = NUMBER_NONE;
    program->calls[*out].callees = 0;
    program->calls[*out].last_callee = NUMBER_NONE;
    program->calls[*out].crowd = NUMBER_NONE;
    program->calls[*out].is_crowd = false;
    program->call_count++;
    return CG_OK;
}

int program_add_arguments(struct call *call, struct program *program,
                          const struct number_list *slots, struct cg_error *error)
{
    struct number_list *arguments = &program->arguments;
    if (slots->count >= NUMBER_NONE - arguments->count) {
        return cg_fail(error, CG_E_LIMIT, "too many arguments");
    }
    call->arguments = (uint32_t)arguments->count;
    call->count = (uint32_t)slots->count;
    for (size_t i = 0; i < slots->count; i++) {
        if (!number_add(arguments, slots->items[i])) {
            return cg_fail_memory(error);
        }
    }
    return CG_OK;
}

int program_convert(struct program *program, uint32_t slot, const struct conversion *conversion,
                    struct cg_error *error)
{
    if (program->conversion_count >= NUMBER_NONE - 1) {
        return cg_fail(error, CG_E_LIMIT, "too many pointer facts");
    }
    if (!cg_grow(&program->conversions, &program->conversions_capacity,
                 (size_t)program->conversion_count + 1, sizeof *program->conversions)) {
        return cg_fail_memory(error);
    }
    program->conversions[program->conversion_count] = *conversion;
    int status = program_watch(program, slot, WATCH_CAST, program->conversion_count++, error);
    return status ? status : solver_copy_unmarked(program->solver, conversion->to, slot, error);
}

int program_access(struct program *program, uint32_t pointer, enum watch_kind kind,
                   const struct access *access, struct cg_error *error)
{
    if (program->access_count >= NUMBER_NONE - 1) {
        return cg_fail(error, CG_E_LIMIT, "too many pointer facts");
    }
    if (!cg_grow(&program->accesses, &program->accesses_capacity, (size_t)program->access_count + 1,
                 sizeof *program->accesses)) {
        return cg_fail_memory(error);
    }
    program->accesses[program->access_count] = *access;
    return program_watch(program, pointer, kind, program->access_count++, error);
}

const char *function_name(const struct program *program, uint32_t function)
{
    cg_node node = program->functions[function].node;
    return node == CG_NONE ? program->functions[function].text : cg_node_name(program->graph, node);
}

uint32_t program_callee(const struct program *program, uint32_t object)
{
    uint32_t index = program->slot_index.items[object];
    switch (program->slot_kinds.items[object]) {
    case SLOT_FUNCTION:
        return index;
    case SLOT_CAST:
        return program->casts[index].function;
    default:
        return NUMBER_NONE;
    }
}

/* Functions are no memory: nothing is read from them or written to them. */
static bool sees_functions(enum watch_kind kind)
{
    switch (kind) {
    case WATCH_TYPED:
    case WATCH_LOAD:
    case WATCH_STORE:
    case WATCH_GATHER:
    case WATCH_SPREAD:
    case WATCH_FILL:
    case WATCH_TABLE:
    case WATCH_COPIED_TO:
    case WATCH_COPIED_FROM:
        return false;
    default:
        return true;
    }
}

int program_watch(struct program *program, uint32_t slot, enum watch_kind kind, uint32_t index,
                  struct cg_error *error)
{
    uint32_t tag = (uint32_t)(program->watches.count / 2);
    if (program->watches.count >= NUMBER_NONE - 2) {
        return cg_fail(error, CG_E_LIMIT, "too many pointer facts");
    }
    if (!number_add(&program->watches, kind) || !number_add(&program->watches, index)) {
        return cg_fail_memory(error);
    }
    return sees_functions(kind) ? solver_watch(program->solver, slot, tag, error)
                                : solver_watch_data(program->solver, slot, tag, error);
}

bool program_is_allocator(const char *name)
{
    static const char *const names[] = {
        "malloc",   "calloc",        "realloc",        "free",   "reallocarray",
        "memalign", "aligned_alloc", "posix_memalign", "valloc", "pvalloc"};
    static const char *const begins[] = {"_Znw", "_Zna", "_Zdl", "_Zda"};
    bool is = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        is = is || strcmp(name, names[i]) == 0;
    }
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++) {
        is = is || strncmp(name, begins[i], strlen(begins[i])) == 0;
    }
    return is;
}
