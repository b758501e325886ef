/* Causes of unknown values: their objects, and the number of calls that each leaves unresolved. */
#include "points_to/unknown_causes.h"

#include "base/compare.h"
#include "base/error.h"
#include "base/memory.h"
#include "graph/linked_state.h"
#include "strings/text.h"

#include <libcg/site.h>

#include <stdlib.h>
#include <string.h>

static const char *const reasons[CAUSE_REASONS] = {
    CG_UNKNOWN_NOT_COLLECTED, CG_UNKNOWN_LIBRARY,  CG_UNKNOWN_DLSYM,
    CG_UNKNOWN_INTEGER,       CG_UNKNOWN_ASSEMBLY, CG_UNKNOWN_TYPE,
    CG_UNKNOWN_NO_FACTS,      CG_UNKNOWN_CROWD,    CG_UNKNOWN_UNSEEN,
};
#define REASONS CAUSE_REASONS

/** Bits of some of them, from their order here. */
#define NOT_COLLECTED 0u
#define DLSYM 2u
#define ASSEMBLY 4u

/** Most causes with objects. A set with one such object usually has nearly all, so sets, and edges
 *  to what objects hold, grow with their number. Programs of a million lines have some hundreds. */
#define MOST_CAUSES 1024u

/** Most causes that are written. */
#define MOST_WRITTEN 20u

/* Finding and adding */

static int add_cause(uint32_t *out, struct program *program, unsigned bit, uint32_t text,
                     struct cg_error *error)
{
    if (!cg_grow(&program->causes, &program->causes_capacity, (size_t)program->cause_count + 1,
                 sizeof *program->causes)) {
        return cg_fail_memory(error);
    }
    *out = program->cause_count++;
    program->causes[*out] = (struct cause){.bit = bit,
                                           .text = text,
                                           .unknowns = NUMBER_NONE,
                                           .counted_as = *out,
                                           .inside = *out,
                                           .next = program->cause_of.items[text]};
    program->cause_of.items[text] = *out;
    return CG_OK;
}

static uint32_t find_cause(const struct program *program, unsigned bit, uint32_t text)
{
    uint32_t cause = program->cause_of.items[text];
    while (cause != NUMBER_NONE &&
           (program->causes[cause].bit != bit || program->causes[cause].counted_as != cause)) {
        cause = program->causes[cause].next;
    }
    return cause;
}

/* Memory that values of a cause point to holds what uncollected code wrote there. */
static int add_cause_with_values(uint32_t *out, struct program *program, unsigned bit,
                                 uint32_t text, struct cg_error *error)
{
    uint32_t inside = NUMBER_NONE;
    int status = add_cause(out, program, bit, text, error);
    if (status || bit == NOT_COLLECTED) {
        return status;
    }
    status = add_cause(&inside, program, NOT_COLLECTED, text, error);
    if (!status) {
        program->causes[inside].counted_as = *out;
        program->causes[*out].inside = inside;
    }
    return status;
}

int causes_init(struct program *program, struct cg_error *error)
{
    uint32_t text;
    int status = program_intern(&text, program, "others", 6, error);
    for (unsigned bit = 0; bit < REASONS && !status; bit++) {
        status = add_cause_with_values(&program->general_cause[bit], program, bit, text, error);
    }
    status = status ? status
                    : program_intern(&text, program, CG_UNKNOWN_NOT_COLLECTED,
                                     strlen(CG_UNKNOWN_NOT_COLLECTED), error);
    status = status ? status
                    : add_cause_with_values(&program->outside_cause, program, NOT_COLLECTED, text,
                                            error);
    status = status ? status : program_intern(&text, program, "code in data", 12, error);
    return status ? status
                  : add_cause_with_values(&program->data_cause, program, CAUSE_TYPE, text, error);
}

static unsigned bit_of(const char *reason)
{
    for (unsigned bit = 0; bit < REASONS; bit++) {
        if (strcmp(reasons[bit], reason) == 0) {
            return bit;
        }
    }
    return NOT_COLLECTED;
}

int causes_unknown(uint32_t *out, struct program *program, const char *reason, const char *name,
                   struct cg_error *error)
{
    unsigned bit = bit_of(reason);
    bool found = bit == DLSYM && program->promised & CG_PROMISE_LOADED_CODE_COLLECTED;
    bit = bit == DLSYM && program->promised & PROMISE_LOADED_CODE ? NOT_COLLECTED : bit;
    uint32_t text, cause = NUMBER_NONE;
    int status = name ? program_intern(&text, program, name, strlen(name), error) : CG_OK;
    if (name && !status) {
        cause = find_cause(program, bit, text);
        if (cause == NUMBER_NONE && !program->solving && program->cause_count < MOST_CAUSES) {
            status = add_cause_with_values(&cause, program, bit, text, error);
        }
        if (!status && cause != NUMBER_NONE) {
            program->causes[cause].found |= found;
        }
    }
    cause = cause == NUMBER_NONE ? program->general_cause[bit] : cause;
    struct cg_value any = UNKNOWN_ANY;
    return status ? status : unknown_object(out, program, cause, &any, error);
}

int causes_outside(uint32_t *out, struct program *program, const struct cg_value *type,
                   struct cg_error *error)
{
    struct cg_value given;
    int status = unknown_type(&given, program, *type, error);
    return status ? status : unknown_object(out, program, program->outside_cause, &given, error);
}

static int name_outside(struct program *program, const char *what, const char *name,
                        struct cg_error *error)
{
    char text[300] = "";
    strcat(text, what);
    strncat(text, name, sizeof text - strlen(text) - 1);
    return program_intern(&program->causes[program->outside_cause].text, program, text,
                          strlen(text), error);
}

int causes_name_outside(struct program *program, const char *name, struct cg_error *error)
{
    return name_outside(program, "code such as that of ", name, error);
}

bool causes_are_of_dlsym(const struct program *program, uint32_t object)
{
    return program->causes[unknown_of(program, object)->cause].bit == DLSYM;
}

unsigned causes_bit(const struct program *program, uint32_t object)
{
    return program->causes[unknown_of(program, object)->cause].bit;
}

/* Counting */

static int by_call(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    int order = numeric_order(x[0], y[0]);
    return order ? order : numeric_order(x[1], y[1]);
}

/* A cause that is only counted. */
static int counted_cause(uint32_t *out, struct program *program, unsigned bit, const char *name,
                         struct cg_error *error)
{
    uint32_t text;
    int status = program_intern(&text, program, name, strlen(name), error);
    *out = status ? NUMBER_NONE : find_cause(program, bit, text);
    return status || *out != NUMBER_NONE ? status : add_cause(out, program, bit, text, error);
}

/* Calls that only values other than functions leave unresolved. */
static int settle_mistyped(struct program *program, struct cg_error *error)
{
    const uint32_t *pairs = program->mistyped.items;
    int status = CG_OK;
    for (size_t i = 0; i < program->mistyped.count && !status; i += 2) {
        struct call *call = &program->calls[pairs[i]];
        uint32_t cause, text = program->causes[pairs[i + 1]].text;
        if (call->unknown & ~(1u << CAUSE_TYPE)) {
            continue;
        }
        call->unknown |= 1u << CAUSE_TYPE;
        status = counted_cause(&cause, program, CAUSE_TYPE, cg_pool_string(&program->texts, text),
                               error);
        bool ok = status ||
                  (number_add(&program->opened, pairs[i]) && number_add(&program->opened, cause));
        status = ok ? status : cg_fail_memory(error);
    }
    return status;
}

int causes_open(struct program *program, uint32_t call, unsigned bit, struct cg_error *error)
{
    uint32_t cause;
    program->calls[call].unknown |= 1u << bit;
    int status = counted_cause(&cause, program, bit, reasons[bit], error);
    bool ok = status || (number_add(&program->opened, call) && number_add(&program->opened, cause));
    return ok ? status : cg_fail_memory(error);
}

static bool is_outside(const struct program *program, uint32_t cause)
{
    return program->causes[cause].counted_as == program->outside_cause ||
           program->causes[program->outside_cause].inside == cause;
}

/* Nor do calls: inline assembly has it. */
static int name_outside_by_assembly(struct program *program, struct cg_error *error)
{
    const char *least = NULL;
    for (uint32_t i = 0; i < program->cause_count; i++) {
        const struct cause *cause = &program->causes[i];
        const char *name = cg_pool_string(&program->texts, cause->text);
        bool named = cause->bit == ASSEMBLY && i != program->general_cause[ASSEMBLY];
        least = named && (!least || strcmp(name, least) < 0) ? name : least;
    }
    return least ? name_outside(program, "code such as the assembly of ", least, error) : CG_OK;
}

/* If no source is missing, what calls pass to an unknown function is all that uncollected code has:
 * it is named after one of them. */
static int name_outside_by_call(struct program *program, struct cg_error *error)
{
    const char *text =
        cg_pool_string(&program->texts, program->causes[program->outside_cause].text);
    const uint32_t *pairs = program->opened.items;
    const char *least = NULL;
    if (strcmp(text, CG_UNKNOWN_NOT_COLLECTED) != 0) {
        return CG_OK;
    }
    for (size_t i = 0; i < program->opened.count; i += 2) {
        cg_node owner = program->calls[pairs[i]].owner;
        const char *name = owner == CG_NONE ? NULL : cg_node_name(program->graph, owner);
        bool hands_over = name && program->causes[pairs[i + 1]].bit != NOT_COLLECTED &&
                          !is_outside(program, pairs[i + 1]);
        least = hands_over && (!least || strcmp(name, least) < 0) ? name : least;
    }
    return least ? name_outside(program, "code such as the unknown callees of ", least, error)
                 : name_outside_by_assembly(program, error);
}

/* What leaves a call unresolved because of its type. */
static int open_by_type(struct program *program, uint32_t call, uint32_t function,
                        struct cg_error *error)
{
    uint32_t cause;
    int status =
        counted_cause(&cause, program, CAUSE_TYPE, function_name(program, function), error);
    bool ok = status || (number_add(&program->opened, call) && number_add(&program->opened, cause));
    return ok ? status : cg_fail_memory(error);
}

int causes_settle(struct program *program, struct cg_error *error)
{
    const struct number_list *misfits = &program->misfits;
    struct number_list *opened = &program->opened;
    int status = name_outside_by_call(program, error);
    for (size_t i = 0; i < misfits->count && !status; i += 2) {
        status = open_by_type(program, misfits->items[i], misfits->items[i + 1], error);
    }
    for (uint32_t i = 0; i < program->call_count && !status; i++) {
        uint32_t untyped = program->calls[i].untyped;
        status = untyped ? open_by_type(program, i, untyped - 1, error) : CG_OK;
    }
    status = status ? status : settle_mistyped(program, error);
    if (opened->count) {
        qsort(opened->items, opened->count / 2, 2 * sizeof *opened->items, by_call);
    }
    return status;
}

/* Whether a cause is new for a site. */
static bool is_new(struct site_causes *site, struct cause *cause)
{
    bool found = cause->last_site != site->site;
    cause->last_site = site->site;
    site->count += found;
    return found;
}

static void count_cause(struct program *program, struct site_causes *site, uint32_t number)
{
    number = program->causes[number].counted_as;
    struct cause *cause = &program->causes[number];
    if (is_new(site, cause)) {
        cause->sites++;
        site->best[0] = number;
    }
}

/* The call whose pairs are those of a call: the leader watches for all that go through one pointer.
 */
static uint32_t watching_call(const struct program *program, uint32_t call)
{
    bool pointer = program->calls[call].kind == CALL_POINTER;
    return pointer ? program->calls[call].leader : call;
}

/* The first pair of a call. */
static size_t first_of_call(const struct program *program, uint32_t call)
{
    const uint32_t *pairs = program->opened.items;
    size_t low = 0, high = program->opened.count / 2;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (pairs[2 * middle] < call) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

typedef void visit_cause(struct program *program, struct site_causes *site, uint32_t number);

static void visit_causes(struct program *program, struct site_causes *site, uint32_t call,
                         visit_cause *visit)
{
    const uint32_t *pairs = program->opened.items;
    size_t end = program->opened.count / 2;
    call = watching_call(program, call);
    for (size_t i = first_of_call(program, call); i < end && pairs[2 * i] == call; i++) {
        visit(program, site, pairs[2 * i + 1]);
    }
}

void causes_count_call(struct program *program, struct site_causes *site, uint32_t call)
{
    visit_causes(program, site, call, count_cause);
}

int causes_count_unrecorded(struct program *program, struct site_causes *site, const char *function,
                            struct cg_error *error)
{
    uint32_t cause;
    int status = counted_cause(&cause, program, CAUSE_NO_FACTS, function, error);
    if (!status) {
        count_cause(program, site, cause);
    }
    return status;
}

void causes_end_site(struct program *program, const struct site_causes *site)
{
    if (site->count == 1) {
        program->causes[site->best[0]].only++;
    }
}

/* Writing */

static int by_cost(const void *a, const void *b, void *data)
{
    const struct program *program = data;
    const struct cause *x = &program->causes[*(const uint32_t *)a];
    const struct cause *y = &program->causes[*(const uint32_t *)b];
    int order = numeric_order(y->only, x->only);
    order = order ? order : numeric_order(y->sites, x->sites);
    order = order ? order
                  : strcmp(cg_pool_string(&program->texts, x->text),
                           cg_pool_string(&program->texts, y->text));
    return order ? order : numeric_order(x->bit, y->bit);
}

static void write_cause(struct cg_text *text, const struct program *program, uint32_t number)
{
    const struct cause *cause = &program->causes[number];
    const char *reason = reasons[cause->bit];
    cg_text_add(text, text->length > 1 ? ",{\"cause\":" : "{\"cause\":");
    cg_text_add_json_string(text, cg_pool_string(&program->texts, cause->text),
                            cg_pool_length(&program->texts, cause->text));
    cg_text_add(text, ",\"only\":");
    cg_text_add_number(text, cause->only);
    cg_text_add(text, ",\"reason\":");
    cg_text_add_json_string(text, reason, strlen(reason));
    cg_text_add(text, ",\"sites\":");
    cg_text_add_number(text, cause->sites);
    cg_text_add(text, "}");
}

int causes_rank(struct program *program, struct cg_error *error)
{
    struct number_list *order = &program->ranked;
    bool ok = true;
    for (uint32_t i = 0; i < program->cause_count && ok; i++) {
        program->causes[i].last_site = 0;
        ok = program->causes[i].counted_as != i || number_add(order, i);
    }
    if (order->count) {
        qsort_r(order->items, order->count, sizeof *order->items, by_cost, program);
    }
    for (size_t i = 0; i < order->count; i++) {
        program->causes[order->items[i]].rank = (uint32_t)i;
    }
    return ok ? CG_OK : cg_fail_memory(error);
}

int causes_write(struct program *program, struct cg_error *error)
{
    struct cg_text text = {0};
    const struct number_list *order = &program->ranked;
    cg_text_add(&text, "[");
    for (size_t i = 0; i < order->count && i < MOST_WRITTEN; i++) {
        if (program->causes[order->items[i]].sites) {
            write_cause(&text, program, order->items[i]);
        }
    }
    cg_text_add(&text, "]");
    int status = text.failed ? cg_fail_memory(error) : CG_OK;
    if (!status && text.length > 2) {
        status = cg_metadata_set(program->graph, CG_ON_GRAPH, 0, CG_KEY_UNRESOLVED_CAUSES,
                                 &(struct cg_value){text.bytes, text.length}, error);
    }
    cg_text_free(&text);
    return status;
}

/* Insert a cause among the most expensive ones of a site. */
static void name_cause(struct program *program, struct site_causes *site, uint32_t number)
{
    const struct cause *causes = program->causes;
    number = causes[number].counted_as;
    if (!is_new(site, &program->causes[number])) {
        return;
    }
    uint32_t at = site->count <= CAUSES_NAMED ? site->count - 1 : CAUSES_NAMED;
    while (at > 0 && causes[number].rank < causes[site->best[at - 1]].rank) {
        if (at < CAUSES_NAMED) {
            site->best[at] = site->best[at - 1];
        }
        at--;
    }
    if (at < CAUSES_NAMED) {
        site->best[at] = number;
    }
}

void causes_name_call(struct program *program, struct site_causes *site, uint32_t call)
{
    visit_causes(program, site, call, name_cause);
}

int causes_names(const char **out, struct program *program, const struct site_causes *site,
                 struct cg_error *error)
{
    struct cg_text text = {0};
    uint32_t shown = site->count < CAUSES_NAMED ? site->count : CAUSES_NAMED, string;
    for (uint32_t i = 0; i < shown; i++) {
        uint32_t name = program->causes[site->best[i]].text;
        cg_text_add(&text, i ? CG_CAUSES_SEPARATOR : "");
        cg_text_add(&text, cg_pool_string(&program->texts, name));
    }
    if (site->count > shown) {
        cg_text_add(&text, CG_CAUSES_SEPARATOR);
        cg_text_add_number(&text, site->count - shown);
        cg_text_add(&text, " more");
    }
    int status = text.failed ? cg_fail_memory(error) : CG_OK;
    *out = NULL;
    if (!status && text.length) {
        status = program_intern(&string, program, text.bytes, text.length, error);
        *out = status ? NULL : cg_pool_string(&program->texts, string);
    }
    cg_text_free(&text);
    return status;
}

void causes_reasons(char *buffer, size_t size, unsigned unknown)
{
    size_t length = 0;
    buffer[0] = '\0';
    for (size_t i = 0; i < REASONS; i++) {
        if (unknown & 1u << i) {
            const char *parts[] = {length ? ", " : "", reasons[i]};
            for (size_t p = 0; p < 2; p++) {
                size_t n = strlen(parts[p]);
                if (length + n < size) {
                    memcpy(buffer + length, parts[p], n + 1);
                    length += n;
                }
            }
        }
    }
}
