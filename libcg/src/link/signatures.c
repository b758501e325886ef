/* Types of functions, as pointer facts have them. */
#include "link/calls.h"

#include <string.h>

/** A signature taken apart. */
struct signature {
    const char *parameters; /**< their classes */
    uint32_t count;
    bool lowered; /**< of the calling convention */
    bool open;    /**< no prototype */
    bool variadic;
};

static bool take_apart(struct signature *out, const struct cg_value *text)
{
    const char *at = text->text;
    const char *end = at + text->length;
    *out = (struct signature){.lowered = at < end && *at == '~'};
    at += out->lowered;
    if (end - at < 3 || at[1] != '(' || end[-1] != ')') {
        return false;
    }
    out->parameters = at + 2;
    out->count = (uint32_t)(end - 1 - out->parameters);
    if (out->count && end[-2] == '.') {
        out->variadic = true;
        out->count--;
    } else if (out->count && end[-2] == '?') {
        out->open = true;
        out->count--;
    }
    return true;
}

bool signature_is_lowered(const struct cg_value *signature)
{
    return signature->length && signature->text[0] == '~';
}

bool signature_parameters(const struct cg_value *signature, uint32_t *count, bool *variadic)
{
    struct signature parts;
    if (!take_apart(&parts, signature) || parts.open) {
        return false;
    }
    *count = parts.count;
    *variadic = parts.variadic;
    return true;
}

/* Records differ in how they are passed, so they fit everything. */
static bool same_class(char a, char b)
{
    return a == b || a == 's' || b == 's';
}

static bool same_parameters(const struct signature *a, const struct signature *b)
{
    if (a->count != b->count || a->variadic != b->variadic) {
        return false;
    }
    for (uint32_t i = 0; i < a->count; i++) {
        if (!same_class(a->parameters[i], b->parameters[i])) {
            return false;
        }
    }
    return true;
}

bool signatures_fit(const struct cg_value *call, const struct cg_value *function)
{
    struct signature a, b;
    bool told = take_apart(&a, call) && take_apart(&b, function);
    return !told || a.open || b.open || a.lowered || b.lowered || same_parameters(&a, &b);
}

static bool has_record(const struct signature *signature)
{
    return memchr(signature->parameters, 's', signature->count) != NULL;
}

bool signatures_match(const struct cg_value *call, const struct cg_value *function)
{
    struct signature a, b;
    if (!take_apart(&a, call) || !take_apart(&b, function) || a.open || b.open) {
        return true;
    }
    /* Records are parameters of their own in the source, some number of others in the IR. */
    bool unlike = a.lowered != b.lowered && (has_record(&a) || has_record(&b));
    return unlike || same_parameters(&a, &b);
}
