/*
 * Summaries are refused with a place, or read completely.
 *
 * Input: a file of summaries.
 */
#include "fuzz.h"

#include <summaries/summaries_parse.h>

#include <string.h>

static void check_operand(const struct summary_operand *operand)
{
    bool texts = operand->kind == SUMMARY_SLOT || operand->kind == SUMMARY_UNKNOWN;
    FUZZ_CHECK(operand->kind <= SUMMARY_NOTHING);
    FUZZ_CHECK(texts == (operand->text != NULL));
    FUZZ_CHECK(!texts || *operand->text);
    FUZZ_CHECK(operand->index <= SUMMARIES_LIMIT_ARGUMENT);
    FUZZ_CHECK(!operand->deref || operand->kind <= SUMMARY_SLOT);
}

static void check_effect(const struct summary_effect *effect)
{
    FUZZ_CHECK(effect->kind <= SUMMARY_ESCAPE);
    check_operand(&effect->target);
    check_operand(&effect->source);
    check_operand(&effect->result);
    FUZZ_CHECK((effect->kind == SUMMARY_VIRTUAL) == (effect->receiver != NULL));
    FUZZ_CHECK((effect->kind == SUMMARY_VIRTUAL) == (effect->target.kind == SUMMARY_NOTHING));
    FUZZ_CHECK((effect->kind == SUMMARY_ASSIGN) == (effect->source.kind != SUMMARY_NOTHING));
    FUZZ_CHECK(!effect->result.deref && effect->slot <= SUMMARIES_LIMIT_NUMBER);
    FUZZ_CHECK(!effect->count || effect->arguments);
    for (size_t i = 0; i < effect->count; i++) {
        check_operand(&effect->arguments[i]);
    }
}

static void check_part(const struct summaries_part *part, const struct cg_pool *strings)
{
    for (size_t i = 0; i < part->name_count; i++) {
        const struct summaries_name *name = &part->names[i];
        const char *text = cg_pool_string(strings, name->string);
        FUZZ_CHECK(*text && strlen(text) == cg_pool_length(strings, name->string));
        FUZZ_CHECK(name->summary < part->count && name->line && name->column);
    }
    for (size_t i = 0; i < part->count; i++) {
        FUZZ_CHECK(part->summaries[i].count <= SUMMARIES_LIMIT_EFFECTS);
        for (size_t k = 0; k < part->summaries[i].count; k++) {
            check_effect(&part->summaries[i].effects[k]);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cg_pool strings;
    struct summaries_part part = {0};
    struct cg_error error = {0};
    FUZZ_CHECK(cg_pool_init(&strings));
    int status = summaries_parse(&part, &strings, "input", (const char *)data, size, &error);
    if (status) {
        FUZZ_CHECK(status == CG_E_FORMAT || status == CG_E_LIMIT);
        FUZZ_CHECK(error.status == (enum cg_status)status && error.text[0]);
        FUZZ_CHECK(error.line && error.column && error.column <= size + 1);
    } else {
        check_part(&part, &strings);
    }
    summaries_part_free(&part);
    cg_pool_free(&strings);
    return 0;
}
