/*
 * Writes the facts of one owner as JSON, in an order that does not depend on how slots are
 * numbered.
 */
#include "unit/facts_store.h"

#include <write/json_text.h>

#include <stdlib.h>
#include <string.h>

/** The number of a local that has none yet. */
#define UNNUMBERED UINT64_MAX

/* Slots */

static void put_qualified(GString *out, const char *name, const char *origin)
{
    json_text_add_escaped(out, name);
    if (origin) {
        g_string_append_c(out, '|');
        json_text_add_escaped(out, origin);
    }
}

static void put_function(GString *out, const struct facts *facts, unit_id id)
{
    const struct unit_function *function = unit_function_at(facts->unit, id);
    bool internal = function->linkage == CG_LINKAGE_INTERNAL;
    const char *origin = function->origin ? function->origin : "";
    put_qualified(out, function->name, internal ? origin : NULL);
}

static void put_slot(GString *out, const struct facts *facts, const struct slot *slot)
{
    g_string_append_c(out, "lgfprvFibumt"[slot->kind]);
    switch (slot->kind) {
    case SLOT_LOCAL:
        if (slot->number != UNNUMBERED) {
            json_text_add_unsigned(out, slot->number);
        }
        break;
    case SLOT_GLOBAL:
        put_qualified(out, slot->name, slot->origin);
        break;
    case SLOT_FIELD:
        json_text_add_escaped(out, slot->name);
        g_string_append_c(out, '+');
        json_text_add_unsigned(out, slot->number);
        break;
    case SLOT_PARAMETER:
        put_function(out, facts, slot->function);
        g_string_append_c(out, '#');
        json_text_add_unsigned(out, slot->number);
        break;
    case SLOT_RESULT:
    case SLOT_VARIADIC:
    case SLOT_FUNCTION:
        put_function(out, facts, slot->function);
        break;
    case SLOT_MEMBER:
        json_text_add_unsigned(out, slot->number);
        break;
    case SLOT_TABLE:
        json_text_add_escaped(out, slot->name);
        break;
    case SLOT_INTEGERS:
    case SLOT_BYTES:
    case SLOT_OUTSIDE:
        break;
    }
}

static void put_operand(GString *out, const struct facts *facts, fact_slot operand)
{
    g_string_append_c(out, '"');
    if (operand != FACT_NONE) {
        if (OPERAND_IS_ADDRESS(operand)) {
            g_string_append_c(out, '&');
        }
        put_slot(out, facts, facts_slot_at(facts, OPERAND_SLOT(operand)));
    }
    g_string_append_c(out, '"');
}

/* Facts */

static void put_next(GString *out, const char *text)
{
    g_string_append_c(out, ',');
    json_text_add_string(out, text);
}

static void put_call(GString *out, const struct facts *facts, const struct fact *fact)
{
    const struct fact_call *call = &g_array_index(facts->calls, struct fact_call, fact->call);
    json_text_add_string(out, call->place.file ? call->place.file : "");
    g_string_append_c(out, ',');
    json_text_add_unsigned(out, call->place.line);
    g_string_append_c(out, ',');
    json_text_add_unsigned(out, call->place.column);
    g_string_append_c(out, ',');
    if (fact->kind == FACT_CALL_VIRTUAL) {
        json_text_add_string(out, fact->text);
        g_string_append_printf(out, ",%u,", call->slot);
    } else {
        put_operand(out, facts, fact->to);
        g_string_append_c(out, ',');
    }
    if (fact->kind == FACT_CALL) {
        json_text_add_string(out, fact->text);
        g_string_append_c(out, ',');
    }
    put_operand(out, facts, fact->operand);
    g_string_append(out, ",[");
    for (uint32_t i = 0; i < call->count; i++) {
        g_string_append(out, i ? "," : "");
        put_operand(out, facts,
                    g_array_index(facts->arguments, fact_slot, call->first_argument + i));
    }
    g_string_append_c(out, ']');
    if (fact->inner) {
        put_next(out, fact->inner);
    }
}

static void put_operands(GString *out, const struct facts *facts, const struct fact *fact)
{
    put_operand(out, facts, fact->to);
    g_string_append_c(out, ',');
    put_operand(out, facts, fact->operand);
}

static void put_signature(GString *out, const struct facts *facts, const struct fact *fact)
{
    json_text_add_string(out, fact->text);
    if (fact->to != FACT_NONE) {
        g_string_append_c(out, ',');
        put_operand(out, facts, fact->to);
    } else if (unit_function_at(facts->unit, fact->owner)->hidden) {
        put_next(out, "hidden");
    }
}

static void put_texts(GString *out, const struct fact *fact)
{
    json_text_add_string(out, fact->text);
    put_next(out, fact->inner);
    if (fact->call != FACT_NONE) {
        g_string_append_c(out, ',');
        json_text_add_unsigned(out, fact->call);
    }
}

static void put_fact(GString *out, const struct facts *facts, const struct fact *fact)
{
    g_string_append(out, "[\"");
    g_string_append_c(out, (char)fact->kind);
    g_string_append(out, "\",");
    switch (fact->kind) {
    case FACT_COPY:
    case FACT_GOT:
        put_operands(out, facts, fact);
        break;
    case FACT_CAST:
    case FACT_OVERLAY:
        put_operands(out, facts, fact);
        put_next(out, fact->text);
        put_next(out, fact->inner);
        break;
    case FACT_INSIDES:
        put_operands(out, facts, fact);
        put_next(out, fact->text);
        if (fact->inner) {
            put_next(out, fact->inner);
        }
        break;
    case FACT_LOAD:
    case FACT_STORE:
    case FACT_COPY_BYTES:
        put_operands(out, facts, fact);
        if (fact->text[0]) {
            put_next(out, fact->text);
        }
        break;
    case FACT_CALL:
    case FACT_CALL_BY_NAME:
    case FACT_CALL_VIRTUAL:
        put_call(out, facts, fact);
        break;
    case FACT_TYPED:
    case FACT_FIELD:
    case FACT_UNKNOWN:
    case FACT_BOUND:
    case FACT_SYMBOL:
        put_operand(out, facts, fact->to);
        put_next(out, fact->text);
        if (fact->inner) {
            put_next(out, fact->inner);
        }
        break;
    case FACT_NESTED:
    case FACT_RECORD:
    case FACT_CONVERTS:
        put_texts(out, fact);
        break;
    case FACT_DEFINED:
    case FACT_USED:
        put_operand(out, facts, fact->to);
        break;
    case FACT_SIGNATURE:
        put_signature(out, facts, fact);
        break;
    case FACT_RUNTIME:
    case FACT_REFERENCED:
        json_text_add_string(out, fact->text);
        break;
    case FACT_BY_ADDRESS:
        json_text_add_string(out, "address");
        break;
    case FACT_HIDDEN:
        if (fact->to == FACT_NONE) {
            json_text_add_string(out, "exports");
        } else {
            put_operand(out, facts, fact->to);
        }
        break;
    }
    g_string_append_c(out, ']');
}

/* Facts in order */

/** A fact as text. */
struct fact_text {
    size_t begin; /**< in the text of all */
    const char *text;
    guint fact; /**< index */
};

/* The order of cg_merge_union, so that merging changes nothing. */
static int by_text(const void *a, const void *b)
{
    const struct fact_text *x = a;
    const struct fact_text *y = b;
    int order = strcmp(x->text, y->text);
    return order ? order : (x->fact > y->fact) - (x->fact < y->fact);
}

/** Write all facts, each terminated, and sort them. */
static void sort_texts(struct fact_text *texts, GString *all, const struct facts *facts,
                       const GArray *list)
{
    g_string_truncate(all, 0);
    for (guint i = 0; i < list->len; i++) {
        texts[i] = (struct fact_text){.begin = all->len, .fact = i};
        put_fact(all, facts, &g_array_index(list, struct fact, i));
        g_string_append_c(all, '\0');
    }
    for (guint i = 0; i < list->len; i++) {
        texts[i].text = all->str + texts[i].begin;
    }
    if (list->len > 1) {
        qsort(texts, list->len, sizeof *texts, by_text);
    }
}

/* Numbers locals in the order of facts sorted without their numbers, so that the order in which
 * facts were added matters only between otherwise equal facts. */

struct numbering {
    const struct facts *facts;
    uint64_t next;
    bool locals; /**< there are some */
};

static void forget_number(fact_slot *operand, void *data)
{
    struct numbering *numbering = data;
    struct slot *slot = facts_slot_at(numbering->facts, OPERAND_SLOT(*operand));
    if (slot->kind == SLOT_LOCAL) {
        slot->number = UNNUMBERED;
        numbering->locals = true;
    }
}

static void give_number(fact_slot *operand, void *data)
{
    struct numbering *numbering = data;
    struct slot *slot = facts_slot_at(numbering->facts, OPERAND_SLOT(*operand));
    if (slot->kind == SLOT_LOCAL && slot->number == UNNUMBERED) {
        slot->number = numbering->next++;
    }
}

static void sort_facts(struct fact_text *texts, GString *all, const struct facts *facts,
                       const GArray *list)
{
    struct numbering numbering = {facts, 0, false};
    for (guint i = 0; i < list->len; i++) {
        fact_operands(facts, &g_array_index(list, struct fact, i), forget_number, &numbering);
    }
    sort_texts(texts, all, facts, list);
    if (!numbering.locals) {
        return;
    }
    for (guint i = 0; i < list->len; i++) {
        struct fact *fact = &g_array_index(list, struct fact, texts[i].fact);
        fact_operands(facts, fact, give_number, &numbering);
    }
    sort_texts(texts, all, facts, list);
}

GString *facts_text(const struct facts *facts, const GArray *list)
{
    struct fact_text *texts = g_new(struct fact_text, list->len + 1);
    GString *all = g_string_new(NULL);
    GString *out = g_string_new("[");
    sort_facts(texts, all, facts, list);
    for (guint i = 0; i < list->len; i++) {
        if (i == 0 || strcmp(texts[i - 1].text, texts[i].text) != 0) {
            g_string_append(out, i ? "," : "");
            g_string_append(out, texts[i].text);
        }
    }
    g_string_append_c(out, ']');
    g_string_free(all, TRUE);
    g_free(texts);
    return out;
}
