/* Elements of pointer facts: see fact_operands.h. Used by resolve/read_facts.c. */
#include "facts/fact_operands.h"

#include "base/error.h"
#include "points_to/bindings.h"
#include "strings/digits.h"

#include <string.h>

int fact_malformed(const struct cg_value *what, struct cg_error *error)
{
    return cg_fail(error, CG_E_FORMAT, "malformed pointer fact %.*s",
                   (int)(what->length < 200 ? what->length : 200), what->text);
}

static int local_slot(uint32_t *out, struct reading *r, const char *text, size_t length,
                      struct cg_error *error)
{
    uint64_t number;
    struct cg_value whole = {text, length};
    if (!cg_read_digits(&number, text + 1, length - 1, r->length)) {
        return fact_malformed(&whole, error);
    }
    while (r->locals.count <= number) {
        if (!number_add(&r->locals, NUMBER_NONE)) {
            return cg_fail_memory(error);
        }
    }
    uint32_t *slot = &r->locals.items[number];
    int status = CG_OK;
    if (*slot == NUMBER_NONE) {
        status = slot_new(slot, r->program, SLOT_DATA, 0, error);
        status = status ? status : bindings_local(r->program, *slot, error);
    }
    *out = *slot;
    return status;
}

int operand_read(struct operand *out, struct reading *r, const struct cg_value *string,
                 struct cg_error *error)
{
    uint32_t text;
    const char *bytes = string->text + 1;
    size_t length = string->length;
    out->address = false;
    if (length < 3 || string->text[0] != '"') {
        return fact_malformed(string, error);
    }
    length -= 2;
    if (memchr(bytes, '\\', length)) {
        int status = program_text(&text, r->program, string, error);
        if (status) {
            return status;
        }
        bytes = cg_pool_string(&r->program->texts, text);
        length = cg_pool_length(&r->program->texts, text);
    }
    if (*bytes == '&') {
        out->address = true;
        bytes++;
        length--;
    }
    int status = slot_is_function(r->program, bytes, length)
                     ? slot_name_function(&bytes, length, r->program, error)
                     : CG_OK;
    if (status) {
        return status;
    }
    if (ambiguous_is(r->program, bytes, length)) {
        status = ambiguous_operand(out, r->program, r->owner, bytes, length, error);
    } else if (length > 1 && *bytes == 'l') {
        status = local_slot(&out->slot, r, bytes, length, error);
    } else {
        status = slot_named(&out->slot, r->program, bytes, length, error);
    }
    if (!status && out->address) {
        bindings_take_address(r->program, out->slot);
    }
    if (!status && r->cplusplus && slot_is_field(r->program, out->slot)) {
        r->program->records[r->program->slot_index.items[out->slot]].cplusplus = true;
    }
    return status;
}

int operand_value(uint32_t *out, struct reading *r, const struct cg_value *string,
                  struct cg_error *error)
{
    struct operand operand;
    int status = operand_read(&operand, r, string, error);
    if (!status && operand.address) {
        return slot_holding(out, r->program, operand.slot, error);
    }
    *out = status ? NUMBER_NONE : operand.slot;
    return status;
}

int operand_optional(uint32_t *out, struct reading *r, const struct cg_value *string,
                     struct cg_error *error)
{
    *out = NUMBER_NONE;
    bool empty = string->length == 2 && string->text[0] == '"';
    return empty ? CG_OK : operand_value(out, r, string, error);
}

int operand_number(uint32_t *out, const struct cg_value *value, struct cg_error *error)
{
    uint64_t number;
    if (!cg_read_digits(&number, value->text, value->length, UINT32_MAX)) {
        return fact_malformed(value, error);
    }
    *out = (uint32_t)number;
    return CG_OK;
}
