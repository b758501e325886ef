/*
 * Finds the records that only head memory: see headed_records.h. First the records that facts name
 * as headers, then those of them whose address is anywhere else in the facts.
 */
#include "facts/headed_records.h"

#include "base/error.h"
#include "linked/declarers.h"
#include "json/json_walk.h"

#include <libcg/link.h>

#include <string.h>

/** Elements of a fact that are looked at by their place. */
#define ELEMENTS 6

/** Arrays in a fact: its arguments. Deeper ones are not facts. */
#define LIMIT_DEPTH 2

struct elements {
    struct cg_value items[ELEMENTS];
    size_t count;
};

struct search {
    struct program *program;
    struct cg_pool strewn; /**< headers whose address is elsewhere */
    bool failed;
    void (*visit)(struct search *search, const struct elements *fact, const struct cg_value *text);
};

/* The record of an address as a JSON string, without its offset. */
static bool record_of(struct cg_value *out, const struct cg_value *address)
{
    const char *text = address->text;
    const char *plus = headed_is_address(address) ? memrchr(text, '+', address->length) : NULL;
    *out = (struct cg_value){plus ? text + 3 : NULL, plus ? (size_t)(plus - text) - 3 : 0};
    return out->length > 0;
}

bool headed_is_address(const struct cg_value *element)
{
    return element->length > 4 && memcmp(element->text, "\"&f", 3) == 0;
}

bool headed_is(const struct program *program, const struct cg_value *address)
{
    struct cg_value record;
    return program->heads.count && record_of(&record, address) &&
           cg_pool_find(&program->heads, record.text, record.length) != CG_NO_STRING;
}

static struct elements take_apart(const struct cg_value *fact)
{
    struct elements elements = {.count = 0};
    struct json_walk walk;
    bool more = json_walk_start(&walk, fact, '[');
    while (more && elements.count < ELEMENTS) {
        more = json_walk_next(&walk, NULL, &elements.items[elements.count]);
        elements.count += more;
    }
    return elements;
}

static char word_of(const struct elements *fact)
{
    return fact->count && fact->items[0].length == 3 ? fact->items[0].text[1] : '\0';
}

static bool is_headed(const struct elements *fact)
{
    return word_of(fact) == 'e' && fact->count > 3 && headed_is_address(&fact->items[3]);
}

static void visit_facts(struct search *search, enum cg_place place, cg_node node, const char *with)
{
    const char *text = cg_metadata_get(search->program->graph, place, node, CG_KEY_POINTER_FACTS);
    struct cg_value whole = {text, text ? strlen(text) : 0}, fact;
    struct json_walk walk;
    bool more = text && (!with || strstr(text, with)) && json_walk_start(&walk, &whole, '[');
    while (more && !search->failed && json_walk_next(&walk, NULL, &fact)) {
        struct elements elements = take_apart(&fact);
        search->visit(search, &elements, &fact);
    }
}

/* @param with visit only facts in whose text this is; NULL: all */
static void visit_all(struct search *search, const char *with)
{
    visit_facts(search, CG_ON_GRAPH, 0, with);
    for (cg_node n = 0; n < cg_graph_node_count(search->program->graph); n++) {
        visit_facts(search, CG_ON_NODE, n, with);
    }
}

/* Headers */

static void add_header(struct search *search, const struct elements *fact,
                       const struct cg_value *text)
{
    struct cg_value record;
    (void)text;
    if (fact->count == 5 && is_headed(fact) && record_of(&record, &fact->items[3])) {
        search->failed =
            cg_pool_intern(&search->program->heads, record.text, record.length) == CG_NO_STRING;
    }
}

/* Their addresses elsewhere */

static void strew(struct search *search, const struct cg_value *record)
{
    bool header =
        cg_pool_find(&search->program->heads, record->text, record->length) != CG_NO_STRING;
    search->failed = search->failed || (header && cg_pool_intern(&search->strewn, record->text,
                                                                 record->length) == CG_NO_STRING);
}

static bool concerns(const struct summary_operand *operand, uint32_t argument)
{
    return operand->kind == SUMMARY_VARIADIC ||
           (operand->kind == SUMMARY_ARGUMENT && operand->index == argument);
}

static bool is_result(const struct summary_operand *operand)
{
    return operand->kind == SUMMARY_RESULT && !operand->deref;
}

/* Whether an effect has no part in an argument. @param unused the result of the call */
static bool is_apart(const struct summary_effect *effect, uint32_t argument, bool unused)
{
    bool apart = !concerns(&effect->target, argument) && !concerns(&effect->source, argument);
    bool returned = effect->kind == SUMMARY_ASSIGN && is_result(&effect->target) &&
                    !effect->source.deref && unused;
    for (size_t i = 0; i < effect->count; i++) {
        apart = apart && !concerns(&effect->arguments[i], argument);
    }
    return apart || returned;
}

/* The library function that a fact calls, or NULL. */
static const struct summary *called(struct search *search, const struct elements *fact)
{
    const struct cg_value *name = &fact->items[4];
    if (word_of(fact) != 'd' || fact->count < ELEMENTS || name->length < 4) {
        return NULL;
    }
    struct program *program = search->program;
    uint32_t number;
    search->failed = search->failed || program_function(&number, program, name->text + 2,
                                                        name->length - 3, NULL) != CG_OK;
    const struct function *function = search->failed ? NULL : &program->functions[number];
    bool own = function && function->node != CG_NONE &&
               graph_declared(program->graph, function->node) == DECLARED_BY_PROGRAM;
    bool library = function && !own && !function->read && function->summary;
    return library && !function->summary->unlisted ? function->summary : NULL;
}

/* Whether a call leaves an argument where it is: `free(header)`. */
static bool is_idle(struct search *search, const struct elements *fact, uint32_t argument)
{
    const struct summary *summary = called(search, fact);
    bool idle = summary != NULL;
    for (size_t i = 0; idle && i < summary->count; i++) {
        idle = is_apart(&summary->effects[i], argument, fact->items[5].length == 2);
    }
    return idle;
}

static void strew_addresses(struct search *search, const struct elements *fact,
                            const struct cg_value *array, unsigned depth)
{
    struct json_walk walk;
    struct cg_value element, record;
    uint32_t number = 0;
    bool more = json_walk_start(&walk, array, '[');
    for (; more && json_walk_next(&walk, NULL, &element); number++) {
        bool header = depth == 0 && number == 3 && is_headed(fact);
        if (json_is(&element, '[') && depth + 1 < LIMIT_DEPTH) {
            strew_addresses(search, fact, &element, depth + 1);
        } else if (record_of(&record, &element) && !header &&
                   !(depth == 1 && is_idle(search, fact, number))) {
            strew(search, &record);
        }
    }
}

/* A record may be found in another, or through a field or a variable that others read. */
static void strew_reached(struct search *search, const struct elements *fact)
{
    char word = word_of(fact);
    bool inner = word == 'n' && fact->count > 2;
    bool pointed = word == 'y' && fact->count > 2 && fact->items[1].length > 1 &&
                   (fact->items[1].text[1] == 'f' || fact->items[1].text[1] == 'g');
    if ((inner || pointed) && fact->items[2].length > 2) {
        struct cg_value record = {fact->items[2].text + 1, fact->items[2].length - 2};
        strew(search, &record);
    }
}

static void strew_all(struct search *search, const struct elements *fact,
                      const struct cg_value *text)
{
    strew_addresses(search, fact, text, 0);
    strew_reached(search, fact);
}

/* Keep those that are not strewn. */
static bool settle(struct search *search)
{
    struct cg_pool named = search->program->heads;
    bool ok = cg_pool_init(&search->program->heads);
    for (uint32_t i = 0; i < named.count && ok; i++) {
        const char *name = cg_pool_string(&named, i);
        size_t length = cg_pool_length(&named, i);
        ok = cg_pool_find(&search->strewn, name, length) != CG_NO_STRING ||
             cg_pool_intern(&search->program->heads, name, length) != CG_NO_STRING;
    }
    cg_pool_free(&named);
    return ok;
}

int headed_find(struct program *program, struct cg_error *error)
{
    struct search search = {.program = program, .visit = add_header};
    search.failed = !cg_pool_init(&search.strewn);
    visit_all(&search, "\"behind\"");
    if (!search.failed && program->heads.count) {
        search.visit = strew_all;
        visit_all(&search, NULL);
        search.failed = !settle(&search) || search.failed;
    }
    cg_pool_free(&search.strewn);
    return search.failed ? cg_fail_memory(error) : CG_OK;
}
