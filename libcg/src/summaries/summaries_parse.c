/*
 * A recursive descent over entries and effects: names, then effects, each a call, an assignment, an
 * escape or a word.
 */
#include "summaries/summaries_parse.h"

#include "base/error.h"
#include "base/memory.h"
#include "summaries/summaries_operand.h"

#include <stdlib.h>

/** The state of reading. */
struct parser {
    struct summaries_cursor cursor;
    struct summaries_part *part;
    struct cg_pool *strings;
    struct summary_effect *effects; /**< of the current entry */
    size_t effect_count;
    size_t effect_capacity;
    struct summary words;              /**< likewise: those that are complete effects */
    struct summary section;            /**< those of all entries of the current section */
    bool marked;                       /**< one of its names has a mark */
    struct summary_operand *arguments; /**< of the current call */
    size_t argument_count;
    size_t argument_capacity;
};

static int out_of_memory(const struct parser *parser)
{
    return cg_fail_memory(parser->cursor.error);
}

static int fail_line(const struct parser *parser, const char *what)
{
    return summaries_fail(&parser->cursor, CG_E_FORMAT, "%s", what);
}

static int add_argument(struct parser *parser)
{
    struct summary_operand operand;
    int status = summaries_read_operand(&operand, &parser->cursor, parser->strings);
    if (status) {
        return status;
    }
    if (parser->argument_count > SUMMARIES_LIMIT_ARGUMENT) {
        return summaries_fail(&parser->cursor, CG_E_LIMIT, "more than %u arguments",
                              SUMMARIES_LIMIT_ARGUMENT);
    }
    if (!cg_grow(&parser->arguments, &parser->argument_capacity, parser->argument_count + 1,
                 sizeof *parser->arguments)) {
        return out_of_memory(parser);
    }
    parser->arguments[parser->argument_count++] = operand;
    return CG_OK;
}

static int read_arguments(struct summary_effect *effect, struct parser *parser)
{
    parser->argument_count = 0;
    if (!summaries_skip(&parser->cursor, '(')) {
        return fail_line(parser, "'(' is missing");
    }
    if (summaries_skip(&parser->cursor, ')')) {
        return CG_OK;
    }
    do {
        int status = add_argument(parser);
        if (status) {
            return status;
        }
    } while (summaries_skip(&parser->cursor, ','));
    if (!summaries_skip(&parser->cursor, ')')) {
        return fail_line(parser, "',' or ')' is missing");
    }
    size_t bytes = parser->argument_count * sizeof *parser->arguments;
    struct summary_operand *arguments = malloc(bytes);
    if (!arguments) {
        return out_of_memory(parser);
    }
    effect->arguments = memcpy(arguments, parser->arguments, bytes);
    effect->count = parser->argument_count;
    return CG_OK;
}

static int read_call(struct summary_effect *effect, struct parser *parser)
{
    struct summaries_word word;
    effect->kind = SUMMARY_CALL;
    int status = summaries_read_word(&word, &parser->cursor);
    effect->bound = !status && summaries_word_is(word, "bound");
    if (effect->bound) {
        status = summaries_read_word(&word, &parser->cursor);
    }
    status = status ? status
                    : summaries_read_operand_from(&effect->target, &parser->cursor, parser->strings,
                                                  word);
    if (status) {
        return status;
    }
    if (effect->target.kind == SUMMARY_NEW || effect->target.kind == SUMMARY_NOTHING) {
        return fail_line(parser, "this cannot be called");
    }
    return read_arguments(effect, parser);
}

static int read_virtual(struct summary_effect *effect, struct parser *parser)
{
    struct summaries_word receiver, slot;
    effect->kind = SUMMARY_VIRTUAL;
    int status = summaries_read_word(&receiver, &parser->cursor);
    if (status) {
        return status;
    }
    if (receiver.length < 5 || memcmp(receiver.bytes, "_ZTS", 4) != 0) {
        return fail_line(parser, "expected a name of type info (_ZTS...)");
    }
    status = summaries_read_word(&slot, &parser->cursor);
    if (status) {
        return status;
    }
    if (!summaries_word_number(&effect->slot, slot, SUMMARIES_LIMIT_NUMBER)) {
        return fail_line(parser, "expected the number of an entry in a virtual table");
    }
    status = summaries_keep(&effect->receiver, parser->strings, receiver, parser->cursor.error);
    return status ? status : read_arguments(effect, parser);
}

static bool can_be_assigned(const struct summary_operand *operand)
{
    switch (operand->kind) {
    case SUMMARY_RESULT:
        return true;
    case SUMMARY_ARGUMENT:
    case SUMMARY_VARIADIC:
        return operand->deref;
    case SUMMARY_SLOT:
        return operand->text[0] != '&';
    default:
        return false;
    }
}

/* The text after '='; `effect->target` is the destination. */
static int read_assigned(struct summary_effect *effect, struct parser *parser)
{
    struct summaries_word word;
    if (!can_be_assigned(&effect->target)) {
        return fail_line(parser, "this cannot be assigned to");
    }
    int status = summaries_read_word(&word, &parser->cursor);
    if (status) {
        return status;
    }
    bool is_virtual = summaries_word_is(word, "virtual");
    if (is_virtual || summaries_word_is(word, "call")) {
        if (effect->target.deref) {
            return fail_line(parser, "what a call returns goes to the result or a slot");
        }
        effect->result = effect->target;
        effect->target = (struct summary_operand){.kind = SUMMARY_NOTHING};
        return is_virtual ? read_virtual(effect, parser) : read_call(effect, parser);
    }
    effect->kind = SUMMARY_ASSIGN;
    status = summaries_read_operand_from(&effect->source, &parser->cursor, parser->strings, word);
    if (!status && effect->source.kind == SUMMARY_NOTHING) {
        return fail_line(parser, "nothing to assign");
    }
    return status;
}

static int read_escape(struct summary_effect *effect, struct parser *parser)
{
    effect->kind = SUMMARY_ESCAPE;
    int status = summaries_read_operand(&effect->target, &parser->cursor, parser->strings);
    bool can = effect->target.kind < SUMMARY_NEW;
    return !status && !can ? fail_line(parser, "this cannot escape") : status;
}

/* @return whether a word is a complete effect, which is not added to the list. */
static bool note_word(struct parser *parser, struct summaries_word word)
{
    struct summary *noted = &parser->words;
    const struct {
        const char *text;
        bool *flag;
    } known[] = {{"recalls", &noted->recalls},
                 {"hooks", &noted->hooks},
                 {"kept", &noted->kept},
                 {"loads", &noted->loads},
                 {"finds", &noted->finds},
                 {"offsets", &noted->offsets},
                 {"immediate", &noted->immediate},
                 {"unlisted", &noted->unlisted},
                 {"unset", &noted->unset},
                 {"runtime", &noted->runtime},
                 {"confined", &noted->confined},
                 {"lingering", &noted->lingering},
                 {"exitless", &noted->exitless},
                 {"at_exit", &noted->at_exit},
                 {"maps", &noted->maps}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (summaries_word_is(word, known[i].text)) {
            *known[i].flag = true;
            return true;
        }
    }
    return false;
}

/* The type of a function that no header declares. */
static int read_own_type(struct parser *parser)
{
    struct summaries_word word;
    int status = summaries_read_word(&word, &parser->cursor);
    if (!status && (word.length < 3 || *word.bytes != 'F')) {
        return fail_line(parser, "this is no type of a function");
    }
    return status
               ? status
               : summaries_keep(&parser->words.type, parser->strings, word, parser->cursor.error);
}

/* The effect belongs to the list unless `*noted`. */
static int read_effect(struct summary_effect *effect, bool *noted, struct parser *parser)
{
    static const struct summary_operand nothing = {.kind = SUMMARY_NOTHING};
    struct summaries_word word;
    *effect = (struct summary_effect){.target = nothing, .source = nothing, .result = nothing};
    int status = summaries_read_word(&word, &parser->cursor);
    bool type = !status && summaries_word_is(word, "type");
    *noted = type || (!status && note_word(parser, word));
    if (status || *noted) {
        return type ? read_own_type(parser) : status;
    }
    if (summaries_word_is(word, "call")) {
        return read_call(effect, parser);
    }
    if (summaries_word_is(word, "virtual")) {
        return read_virtual(effect, parser);
    }
    if (summaries_word_is(word, "escape")) {
        return read_escape(effect, parser);
    }
    status = summaries_read_operand_from(&effect->target, &parser->cursor, parser->strings, word);
    if (status) {
        return status;
    }
    if (!summaries_skip(&parser->cursor, '=')) {
        return fail_line(parser, "'=' is missing");
    }
    return read_assigned(effect, parser);
}

static int read_effects(struct parser *parser)
{
    parser->effect_count = 0;
    parser->words = parser->section;
    if (!summaries_skip_blanks(&parser->cursor)) {
        return CG_OK;
    }
    do {
        if (parser->effect_count == SUMMARIES_LIMIT_EFFECTS) {
            return summaries_fail(&parser->cursor, CG_E_LIMIT, "more than %u effects",
                                  SUMMARIES_LIMIT_EFFECTS);
        }
        if (!cg_grow(&parser->effects, &parser->effect_capacity, parser->effect_count + 1,
                     sizeof *parser->effects)) {
            return out_of_memory(parser);
        }
        bool noted;
        int status = read_effect(&parser->effects[parser->effect_count], &noted, parser);
        if (status) {
            return status;
        }
        parser->effect_count += !noted;
    } while (summaries_skip(&parser->cursor, ';'));
    return summaries_skip_blanks(&parser->cursor) ? fail_line(parser, "';' is missing") : CG_OK;
}

/* The effects of the entry move to the part; until then the parser owns their arguments. */
static int add_summary(struct parser *parser)
{
    struct summaries_part *part = parser->part;
    if (!cg_grow(&part->summaries, &part->capacity, part->count + 1, sizeof *part->summaries)) {
        return out_of_memory(parser);
    }
    size_t bytes = parser->effect_count * sizeof *parser->effects;
    struct summary_effect *effects = bytes ? malloc(bytes) : NULL;
    if (bytes && !effects) {
        return out_of_memory(parser);
    }
    if (bytes) {
        memcpy(effects, parser->effects, bytes);
    }
    struct summary *summary = &part->summaries[part->count++];
    *summary = parser->words;
    summary->effects = effects;
    summary->count = parser->effect_count;
    parser->effect_count = 0;
    return CG_OK;
}

static int add_name(struct parser *parser)
{
    struct summaries_part *part = parser->part;
    struct summaries_word word;
    int status = summaries_read_name(&word, &parser->cursor);
    if (status) {
        return status;
    }
    uint32_t string = cg_pool_intern(parser->strings, word.bytes, word.length);
    parser->marked |= summaries_is_mark(word.bytes[0]);
    if (string == CG_NO_STRING ||
        !cg_grow(&part->names, &part->name_capacity, part->name_count + 1, sizeof *part->names)) {
        return out_of_memory(parser);
    }
    part->names[part->name_count++] =
        (struct summaries_name){string, (uint32_t)part->count, parser->cursor.line,
                                summaries_column(&parser->cursor) - (unsigned long)word.length};
    return CG_OK;
}

static int read_entry(struct parser *parser)
{
    parser->marked = false;
    while (!summaries_skip(&parser->cursor, ':')) {
        if (!summaries_skip_blanks(&parser->cursor)) {
            return fail_line(parser, "':' is missing after the names");
        }
        int status = add_name(parser);
        if (status) {
            return status;
        }
    }
    if (!parser->part->name_count ||
        parser->part->names[parser->part->name_count - 1].summary != parser->part->count) {
        return fail_line(parser, "a name is missing");
    }
    int status = read_effects(parser);
    if (!status && parser->marked && parser->effect_count) {
        return fail_line(parser, "a name after & or @ has no effects");
    }
    return status ? status : add_summary(parser);
}

/* A line with words in brackets, which all entries up to the next such line have. */
static int read_section(struct parser *parser)
{
    struct summaries_word word;
    parser->words = (struct summary){0};
    while (!summaries_skip(&parser->cursor, ']')) {
        int status = summaries_read_word(&word, &parser->cursor);
        if (status) {
            return status;
        }
        if (!note_word(parser, word)) {
            return fail_line(parser, "a word of effects or ']' is missing");
        }
    }
    parser->section = parser->words;
    return summaries_skip_blanks(&parser->cursor) ? fail_line(parser, "an entry begins a line")
                                                  : CG_OK;
}

static void free_effects(const struct summary_effect *effects, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        free((void *)effects[i].arguments);
    }
}

int summaries_parse(struct summaries_part *part, struct cg_pool *strings, const char *file,
                    const char *bytes, size_t length, struct cg_error *error)
{
    struct parser parser = {
        .cursor = {bytes, bytes + length, bytes, 1, file, error},
        .part = part,
        .strings = strings,
    };
    int status = CG_OK;
    if (length > SUMMARIES_LIMIT_TEXT) {
        status =
            summaries_fail(&parser.cursor, CG_E_LIMIT, "more than %zu bytes", SUMMARIES_LIMIT_TEXT);
    }
    while (!status && summaries_next_entry(&parser.cursor)) {
        status = summaries_skip(&parser.cursor, '[') ? read_section(&parser) : read_entry(&parser);
    }
    free_effects(parser.effects, parser.effect_count);
    free(parser.effects);
    free(parser.arguments);
    return status;
}

void summaries_part_free(struct summaries_part *part)
{
    for (size_t i = 0; i < part->count; i++) {
        free_effects(part->summaries[i].effects, part->summaries[i].count);
        free((void *)part->summaries[i].effects);
    }
    free(part->summaries);
    free(part->names);
    *part = (struct summaries_part){0};
}

bool summaries_is_pattern(const char *name)
{
    return strchr(name, '*') != NULL;
}
