/* Compares mangled names: which instance of std::function a call and a function are of. */
#include "resolve/cxx_runtime.h"

#include "points_to/signatures.h"
#include "resolve/bind_calls.h"

#include <string.h>

static bool begins_with(const char *text, const char *begin)
{
    return strncmp(text, begin, strlen(begin)) == 0;
}

static bool begins_with_any(const char *text, const char *const *begins, size_t count)
{
    bool is = false;
    for (size_t i = 0; i < count && !is; i++) {
        is = begins_with(text, begins[i]);
    }
    return is;
}

bool runtime_has(const char *name)
{
    static const char *const runtime[] = {
        "_ZSt",   "_ZNSt",  "_ZNKSt", "_ZNSa",         "_ZNKSa",        "_Znw",   "_Zna",
        "_Zdl",   "_Zda",   "_ZNSi",  "_ZNSo",         "_ZNSs",         "_ZNKSs", "_ZNSd",
        "_ZNKSi", "_ZNKSo", "_ZNKSd", "_ZN9__gnu_cxx", "_ZNK9__gnu_cxx"};
    return begins_with_any(name, runtime, sizeof runtime / sizeof *runtime);
}

/* The library's own code has the instances of streams, strings and facets; code of C may have the
 * address of what an atomic object or an array consists of. */
bool runtime_instantiates(const char *record)
{
    static const char *const bases[] = {"std::_Function_base", "std::_Any_data", "std::any",
                                        "std::_Rb_tree",       "std::_List",     "std::__detail::_",
                                        "std::_Fwd_list"};
    static const char *const plain[] = {"std::atomic", "std::__atomic", "std::array",
                                        "std::__array"};
    bool base = begins_with_any(record, bases, sizeof bases / sizeof *bases);
    bool other = begins_with_any(record, plain, sizeof plain / sizeof *plain) ||
                 strstr(record, "std::char_traits");
    bool runtime = begins_with(record, "std::") || begins_with(record, "__gnu_cxx::");
    return base || (runtime && strchr(record, '<') && !other);
}

/* Calls of what std::function stores: the template argument of the class is also the type of the
 * functions that it makes. It is the first in their names and mangled alike, unless it contains
 * std::function: in the names of the class's own methods that is a substitution. */
#define SELF "S_"
#define CALLER "_ZNKSt8functionI"
#define COPIER "_ZNSt8functionI"
#define CALLEE "_ZNSt17_Function_handlerI"

static const char *last_of(const char *text, const char *part)
{
    const char *last = NULL;
    for (const char *at = strstr(text, part); at; at = strstr(at + 1, part)) {
        last = at;
    }
    return last;
}

bool runtime_calls_own(const char *caller)
{
    static const char *const owners[] = {CALLER,
                                         COPIER,
                                         "_ZNSt14_Function_base",
                                         "_ZNSt19move_only_functionI",
                                         "_ZNKSt19move_only_functionI",
                                         "_ZNSt9_Mofunc_base",
                                         "_ZNSt3any",
                                         "_ZNKSt3any"};
    return begins_with(caller, "_Z") &&
           begins_with_any(caller, owners, sizeof owners / sizeof *owners);
}

/* The type of a method's class: the template argument in its name, of which the text is returned.
 * @param length receives 0: it is no method that calls what std::function stores */
static const char *stored_type(size_t *length, const char *caller)
{
    static const struct {
        const char *class, *method;
    } methods[] = {{CALLER, "EclE"}, {COPIER, "EC1ERKS"}, {COPIER, "EC2ERKS"}};
    const char *type = NULL, *end = NULL;
    for (size_t i = 0; i < sizeof methods / sizeof *methods && !end; i++) {
        if (begins_with(caller, methods[i].class)) {
            type = caller + strlen(methods[i].class);
            end = last_of(type, methods[i].method);
        }
    }
    *length = end ? (size_t)(end - type) : 0;
    return type;
}

/* Whether a name is not one of std::function, or the call belongs to one of another type. */
static bool is_other_instance(const char *caller, const char *callee)
{
    size_t length;
    const char *type = stored_type(&length, caller);
    const char *self = length ? strstr(type, SELF) : NULL;
    bool known = length && !(self && self < type + length) && begins_with(callee, CALLEE);
    return known && strncmp(type, callee + strlen(CALLEE), length) != 0;
}

static bool hands_enough(const struct cg_value *call, const struct cg_value *function)
{
    uint32_t passed, taken;
    bool more, variadic;
    return !signature_parameters(call, &passed, &more) ||
           !signature_parameters(function, &taken, &variadic) || more || passed >= taken;
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
