/*
 * Reads a linkage name, and writes the type of the function that it names. The written type reads
 * as itself again, unless it is too long or too deep.
 *
 * Input: the name.
 */
#include "fuzz.h"

#include <glib.h>
#include <string.h>

#include "text/mangled.h"
#include "text/mangled_type.h"

static void check_name(const char *name)
{
    char *complete = mangled_complete(name), *closure = mangled_closure(name);
    char *again = complete ? mangled_complete(complete) : NULL;
    const char *target = mangled_thunk_target(name);
    FUZZ_CHECK(!again);
    FUZZ_CHECK(!target || (target > name && target <= name + strlen(name)));
    mangled_is_special_member(name);
    mangled_is_destructor(name);
    mangled_has_file_lambda(name);
    mangled_is_of_lambda(name);
    mangled_is_lambda(name);
    g_free(complete);
    g_free(closure);
}

static void check_type(const char *name)
{
    char *type = mangled_function_type(name);
    char *named = type ? g_strconcat("_ZTS", type, NULL) : NULL;
    char *again = named ? mangled_function_type(named) : NULL;
    FUZZ_CHECK(!type || type[0] == 'F');
    FUZZ_CHECK(!again || strcmp(type, again) == 0);
    g_free(type);
    g_free(named);
    g_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *name = g_strndup((const char *)data, size);
    check_name(name);
    check_type(name);
    g_free(name);
    return 0;
}
