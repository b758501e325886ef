#include "resolve/cxx_runtime.h"

#include "points_to/signatures.h"
#include "resolve/bind_calls.h"

#include <string.h>

bool runtime_has(const char *name)
{
    static const char *const runtime[] = {
        "_ZSt",   "_ZNSt",  "_ZNKSt", "_ZNSa",         "_ZNKSa",        "_Znw",   "_Zna",
        "_Zdl",   "_Zda",   "_ZNSi",  "_ZNSo",         "_ZNSs",         "_ZNKSs", "_ZNSd",
        "_ZNKSi", "_ZNKSo", "_ZNKSd", "_ZN9__gnu_cxx", "_ZNK9__gnu_cxx"};
    bool is = false;
    for (size_t i = 0; i < sizeof runtime / sizeof *runtime; i++) {
        is = is || strncmp(name, runtime[i], strlen(runtime[i])) == 0;
    }
    return is;
}

/* Calls through what std::function keeps: the template argument of the class is the type of
 * function for the functions that the class makes, too. It is mangled alike, as the first in their
 * names, unless it has std::function in it: that is a substitution in the names of its own methods
 * alone. */
#define SELF "S_"
#define CALLER "_ZNKSt8functionI"
#define CALL_OPERATOR "EclE"
#define CALLEE "_ZNSt17_Function_handlerI"

static const char *last_of(const char *text, const char *part)
{
    const char *last = NULL;
    for (const char *at = strstr(text, part); at; at = strstr(at + 1, part)) {
        last = at;
    }
    return last;
}

/* Whether a name is none of std::function, or the call is of one of another type. */
static bool is_other_instance(const char *caller, const char *callee)
{
    const size_t begin = strlen(CALLER), skipped = strlen(CALLEE);
    if (strncmp(caller, CALLER, begin) != 0 || strncmp(callee, CALLEE, skipped) != 0) {
        return false;
    }
    const char *end = last_of(caller + begin, CALL_OPERATOR);
    size_t length = end ? (size_t)(end - caller) - begin : 0;
    const char *self = strstr(caller + begin, SELF);
    if (self && self < caller + begin + length) {
        return false;
    }
    return strncmp(caller + begin, callee + skipped, length) != 0;
}

static bool hands_enough(const struct cg_value *call, const struct cg_value *function)
{
    uint32_t handed, taken;
    bool more, variadic;
    return !signature_parameters(call, &handed, &more) ||
           !signature_parameters(function, &taken, &variadic) || more || handed >= taken;
}

bool runtime_fits(const char *caller, const struct cg_value *call, const char *callee,
                  const struct cg_value *function)
{
    bool told = signature_is_lowered(call) && signature_is_lowered(function);
    if (!told || !runtime_has(caller)) {
        return true;
    }
    if (runtime_has(callee)) {
        return call->text == function->text && !is_other_instance(caller, callee);
    }
    bool result = call->text[1] == 'v' || call->text[1] == function->text[1];
    return result && hands_enough(call, function);
}
