/* Compares mangled names: which instance of std::function a call and a function are of. */
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

/* Calls of what std::function stores: the template argument of the class is also the type of the
 * functions that it makes. It is the first in their names and mangled alike, unless it contains
 * std::function: in the names of the class's own methods that is a substitution. */
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

/* Whether a name is not one of std::function, or the call belongs to one of another type. */
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

/* Whether a program may have cast a function to the type of a call that has another result, which
 * it does not use, or finds in the register of results. */
static bool is_cast_result(const struct cg_value *call, const struct cg_value *function)
{
    static const char in_register[] = "vip";
    return strchr(in_register, call->text[1]) && strchr(in_register, function->text[1]) &&
           signatures_lower_alike(call, function);
}

bool runtime_fits(const char *caller, const struct cg_value *call, const char *callee,
                  const struct cg_value *function)
{
    bool known = signature_is_lowered(call) && signature_is_lowered(function);
    if (!known || !runtime_has(caller)) {
        return true;
    }
    if (runtime_has(callee)) {
        return call->text[1] == function->text[1] && signatures_lower_alike(call, function) &&
               signatures_fit(call, function) && !is_other_instance(caller, callee);
    }
    bool result = call->text[1] == 'v' || call->text[1] == function->text[1];
    return result ? hands_enough(call, function) : is_cast_result(call, function);
}
